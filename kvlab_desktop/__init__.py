"""KV Lab: hands-on labs about compressing the KV cache of a language model."""

__version__ = "0.1.0"
APP_NAME = "KV Lab"
