"""The version, which certificates carry as part of their producer."""

__all__ = ["VERSION"]

VERSION = "0.1.0"
