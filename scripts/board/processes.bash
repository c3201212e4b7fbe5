# Sourced. Processes of the host, such as QEMU.

# is_running PID: whether the process is running; a zombie, which may remain in a container whose
# first process does not wait for orphans, is not.
is_running() {
    local state
    state=$(sed -n 's/^State:\t\(.\).*/\1/p' "/proc/$1/status" 2>/dev/null) || return 1
    [[ -n $state && $state != Z ]]
}
