"""A rule says where the bodies of a site stand: learned from a few of its pages, applied to all others.

The ground is :mod:`~newsbody.rules.rule`, the one rule type, with :mod:`~newsbody.rules.selector`,
:mod:`~newsbody.rules.sample` and :mod:`~newsbody.rules.records`. On it stand four rooms: :mod:`~newsbody.rules.bodies`,
:mod:`~newsbody.rules.header` and :mod:`~newsbody.rules.words` for posts, :mod:`~newsbody.rules.articles` for articles.
:mod:`~newsbody.rules.learn_thread` joins what is found of posts; :mod:`~newsbody.rules.ksf` is the paper's own way.
"""
