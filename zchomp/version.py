"""The version of the package. Certificates carry the version of their bytes instead (`proof.format.PRODUCER`)."""

__all__ = ["VERSION"]

VERSION = "2.0.0"
