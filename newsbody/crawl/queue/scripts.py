"""What the workers' queue does in Redis, each in one step that no other worker can come between; see its module."""

from __future__ import annotations

# Noting that a request was made and making it are one step: between two a worker may be killed, or an answer lost.
_PUSH = """
if KEYS[4] and redis.call('SADD', KEYS[4], ARGV[3]) == 0 then return 0 end
local number = struct.pack('>I8', redis.call('INCR', KEYS[2]))
redis.call('ZADD', KEYS[1], ARGV[1], number .. ARGV[2])
redis.call('SADD', KEYS[3], number)
return 1
"""

#: How much suspicion makes a request one that is worked on last, and alone; and the place from which on those stand.
SUSPECT, LAST = 20, 1_000_000_000
_LIMITS = f"local SUSPECT, LAST = {SUSPECT}, {LAST}"

_POP = (
    _LIMITS
    + """
if ARGV[2] == '1' then
    local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
    if first[1] and tonumber(first[2]) >= LAST then return false end
end
local found = redis.call('ZPOPMIN', KEYS[1])
if not found[1] then return false end
redis.call('ZADD', KEYS[2], found[2], found[1])
redis.call('HSET', KEYS[3], ARGV[1], 0)
local function number(key) return tonumber(redis.call('ZSCORE', key, found[1]) or 0) end
return {found[1], number(KEYS[4]), number(KEYS[5])}
"""
)

_PUT_BACK = """
for _, member in ipairs(ARGV) do
    redis.call('ZADD', KEYS[1], redis.call('ZSCORE', KEYS[2], member), member)
    redis.call('ZREM', KEYS[2], member)
end
"""

# Those that were at work answer for the end of a worker; where suspects were among them, only these. A suspect comes
# behind all others each time: the first of many innocent ones would be at work whenever a worker is killed.
_TAKE_BACK = (
    _LIMITS
    + """
local function take_back(worker, suspicion, of_waiting)
    local flight, waiting = KEYS[1] .. ':flight:' .. worker, KEYS[1] .. ':waiting:' .. worker
    local suspected, blamed = KEYS[1] .. ':suspected', KEYS[1] .. ':blamed:' .. worker
    local found, least = redis.call('ZRANGE', flight, 0, -1, 'WITHSCORES'), 0
    local function suspicion_of(member) return tonumber(redis.call('ZSCORE', suspected, member) or 0) end
    local function is_at_work(member) return redis.call('SISMEMBER', waiting, string.sub(member, 1, 8)) == 0 end
    for place = 1, #found, 2 do
        if is_at_work(found[place]) and suspicion_of(found[place]) >= SUSPECT then least = SUSPECT end
    end
    for place = 1, #found, 2 do
        local member, score = found[place], tonumber(found[place + 1])
        local answers = is_at_work(member) and suspicion_of(member) >= least
        local blame = answers and suspicion or of_waiting
        redis.call('ZADD', blamed, blame, member)
        redis.call('ZINCRBY', suspected, blame, member)
        redis.call('ZINCRBY', KEYS[1] .. ':again', 1, member)
        if suspicion_of(member) >= SUSPECT and (score < LAST or (answers and tonumber(blame) > 0)) then
            score = score + 2 * LAST
        end
        redis.call('ZADD', KEYS[1], score, member)
    end
    redis.call('EXPIRE', blamed, 3600)
    redis.call('DEL', flight, waiting)
    redis.call('HDEL', KEYS[1] .. ':workers', worker)
    return #found / 2
end
"""
)

# Who gave no sign of life for half a lease longer than the second between two, as all do while Redis is away, cannot
# tell who else is only late. Of the shortest lease, two seconds, a second is over each time.
_BEAT = (
    _TAKE_BACK
    + """
redis.call('HSETNX', KEYS[1] .. ':workers', ARGV[1], 0)
local alive = 2 * redis.call('PTTL', KEYS[1] .. ':lease:' .. ARGV[1]) > tonumber(ARGV[2]) - 1000
redis.call('SET', KEYS[1] .. ':lease:' .. ARGV[1], 1, 'PX', ARGV[2])
local requests, waiting = 0, KEYS[1] .. ':waiting:' .. ARGV[1]
for place = 6, #ARGV do redis.call('SADD', waiting, ARGV[place]) end
for _, worker in ipairs(redis.call('HKEYS', KEYS[1] .. ':workers')) do
    if alive and ARGV[3] == '1' and redis.call('EXISTS', KEYS[1] .. ':lease:' .. worker) == 0 then
        requests = requests + take_back(worker, ARGV[4], ARGV[5])
    end
end
return {alive and 1 or 0, requests}
"""
)

# All four do, and say, the same when they are asked once more since the answer was lost. What was read for a request
# that is not done comes again with it alone, though its page may have been fetched for another one by now.
_CLAIM = """
if redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2]) == 1 then
    redis.call('HSET', KEYS[2], ARGV[1], cmsgpack.pack({{ARGV[3]}}))
end
local own = redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] or redis.call('SISMEMBER', KEYS[3], ARGV[2]) == 1
return own and 1 or 0
"""

_CLAIM_POSTS = """
local own = {}
redis.call('SADD', KEYS[2], ARGV[1])
for place = 2, #ARGV do
    redis.call('HSETNX', KEYS[1], ARGV[place], ARGV[1])
    own[place - 1] = redis.call('HGET', KEYS[1], ARGV[place]) == ARGV[1] and 1 or 0
end
return own
"""

# The first of the addresses of a page is being fetched, the others are kept with what is asked for each.
_INSTEAD = """
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 0 end
local kept = redis.call('HGET', KEYS[2], ARGV[1])
local addresses = kept and cmsgpack.unpack(kept) or {}
if not kept or #addresses > tonumber(ARGV[2]) then return 1 end
for _, one in ipairs(addresses) do
    if one[1] == ARGV[3] then return 1 end
end
table.insert(addresses, {ARGV[3], ARGV[4], ARGV[5]})
redis.call('HSET', KEYS[2], ARGV[1], cmsgpack.pack(addresses))
return 1
"""

# A page of which too many addresses failed stays claimed: nobody tries more of them.
_FREE = """
local failed, kept = redis.call('HGET', KEYS[3], ARGV[1]) or '', redis.call('HGET', KEYS[2], ARGV[1])
if string.sub(failed, -8) == ARGV[3] then return 0 end
redis.call('HSET', KEYS[3], ARGV[1], failed .. ARGV[3])
local addresses = kept and cmsgpack.unpack(kept) or {}
table.remove(addresses, 1)
redis.call('HDEL', KEYS[2], ARGV[1])
if #failed / 8 + 1 >= tonumber(ARGV[2]) then return 0 end
if #addresses == 0 then
    redis.call('HDEL', KEYS[1], ARGV[1])
    return 0
end
local number = struct.pack('>I8', redis.call('INCR', KEYS[5]))
redis.call('ZADD', KEYS[4], ARGV[4], number .. addresses[1][3])
redis.call('SADD', addresses[1][2], number)
redis.call('HSET', KEYS[1], ARGV[1], number)
redis.call('HSET', KEYS[2], ARGV[1], cmsgpack.pack(addresses))
return 1
"""

_LEAD = """
local first = redis.call('GET', KEYS[1])
if first == 'done' then return first end
if first and first ~= ARGV[1] then return 'another' end
if ARGV[3] == '1' then
    redis.call('SET', KEYS[1], 'done')
    return 'done'
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 'this'
"""

_LEAVE = (
    _TAKE_BACK
    + """
redis.call('DEL', KEYS[1] .. ':lease:' .. ARGV[1])
if redis.call('GET', KEYS[1] .. ':first') == ARGV[1] then redis.call('DEL', KEYS[1] .. ':first') end
return take_back(ARGV[1], 0, 0)
"""
)

# What a worker has whose lease ran out comes again, whatever it waited for.
_OVER = """
local waiting, most, over = {}, 0, {}
for _, worker in ipairs(redis.call('HKEYS', KEYS[1] .. ':workers')) do
    if redis.call('EXISTS', KEYS[1] .. ':lease:' .. worker) == 1 then
        table.insert(waiting, KEYS[1] .. ':waiting:' .. worker)
        most = most + redis.call('SCARD', waiting[#waiting])
    end
end
for _, site in ipairs(ARGV) do
    local left = KEYS[1] .. ':left:' .. site
    if redis.call('SCARD', left) <= most and #redis.call('SDIFF', left, unpack(waiting)) == 0 then
        table.insert(over, site)
    end
end
return over
"""

_AGREE = """
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
if redis.call('ZCARD', KEYS[1]) > 0 then return 0 end
for _, phase in ipairs(redis.call('HVALS', KEYS[2])) do
    if tonumber(phase) < tonumber(ARGV[2]) then return 0 end
end
return 1
"""

_ACQUIT = """
local found = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
for place = 1, #found, 2 do
    if redis.call('ZSCORE', KEYS[2], found[place]) then
        redis.call('ZINCRBY', KEYS[2], -found[place + 1], found[place])
    end
end
redis.call('DEL', KEYS[1])
"""

#: Name -> text in Lua. ``KEYS`` and ``ARGV`` are as ``SharedQueue`` passes them.
SCRIPTS = {
    "push": _PUSH,
    "pop": _POP,
    "put_back": _PUT_BACK,
    "beat": _BEAT,
    "claim": _CLAIM,
    "claim_posts": _CLAIM_POSTS,
    "instead": _INSTEAD,
    "free": _FREE,
    "lead": _LEAD,
    "leave": _LEAVE,
    "acquit": _ACQUIT,
    "agree": _AGREE,
    "over": _OVER,
}
