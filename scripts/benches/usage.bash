# Sourced by scripts/bench and by its benchmarks.

# usage_error WORD...: reports a wrong argument and exits.
usage_error() {
    echo "bench: $*; see scripts/bench --help" >&2
    exit 64
}
