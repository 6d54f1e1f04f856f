# newsbody with all extras.
#   docker build -t newsbody .
#   docker run --rm -v "$PWD/out:/data/out" newsbody crawl https://news.example.com/
FROM python:3.12-slim-bookworm AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY newsbody newsbody
RUN pip wheel --no-cache-dir --wheel-dir /wheels ".[all]"

FROM python:3.12-slim-bookworm
COPY --from=build /wheels /wheels
# Of each package there is one wheel.
# hadolint ignore=DL3013
RUN pip install --no-cache-dir --no-index --find-links=/wheels "newsbody[all]" \
    && rm -r /wheels \
    && useradd --create-home --uid 1000 newsbody \
    && mkdir -p /data/out \
    && chown -R newsbody /data
# The settings stand beside what is crawled: SCRAPY_PROJECT=redis chooses those for many workers.
WORKDIR /data
COPY scrapy.cfg ./
COPY settings settings
USER 1000
ENTRYPOINT ["newsbody"]
CMD ["--help"]
