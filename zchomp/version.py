"""The version of the package; certificates carry the version of their bytes instead (`certificate.format.PRODUCER`)."""

__all__ = ["VERSION"]

VERSION = "0.1.0"
