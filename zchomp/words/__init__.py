"""Words: what commands say, as text for people and as data for programs. Each kind of answer has a module."""
