"""`aachen` with leases that expire after two seconds instead of fifteen, so that a test need not wait so long."""

import sys

from aachen.cli import main
from aachen.server.bots import driver
from aachen.storage import line

if __name__ == "__main__":
    line.LEASE, line.HEARTBEAT = 2.0, 0.5  # type: ignore[misc]
    driver.ASK_AGAIN = 0.5
    sys.exit(main(sys.argv[1:]))
