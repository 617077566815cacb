"""Settings for all tests."""

from hypothesis import settings

settings.register_profile("zchomp", deadline=None)  # no time limits: machines are shared and noisy
settings.load_profile("zchomp")
