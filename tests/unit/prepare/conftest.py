import os

# Read when JAX starts, which is after collection: collectives need several devices in this process.
os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=4")
