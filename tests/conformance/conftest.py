"""The promises are checked in a module of their own: let pytest explain its assertions too."""

import pytest

pytest.register_assert_rewrite("tests.conformance.promises")
