"""The place of before, which may stand in settings."""

from newsbody.crawl.hooks.pipelines import BodyPipeline as BodyPipeline
from newsbody.crawl.hooks.pipelines import PatientPipelines as PatientPipelines
