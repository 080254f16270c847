"""Power cuts: what a process does to the disk is recorded, and the disk is rebuilt as it may look after a cut."""
