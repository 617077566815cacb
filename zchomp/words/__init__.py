"""Words: what commands say, as text for people and as data for programs; one module for each kind of answer."""
