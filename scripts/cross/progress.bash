# Sourced. Messages about the progress of a long script on standard error. The script sets `name`.

# progress TEXT...: prints what the script does now, with the time since its start.
progress() {
    printf '%s: [%d:%02d] %s\n' "$name" $((SECONDS / 60)) $((SECONDS % 60)) "$*" >&2
}

# follow_build LOG: prints every 20 seconds which module `swift build`, which writes to LOG, compiles,
# until it is killed.
follow_build() {
    local line last=''
    # The last `sleep` outlives this function. If it inherited the script's output, a command that
    # reads the output to its end would wait for it.
    while sleep 20 >/dev/null 2>&1; do
        # SwiftPM prints "[done/known] Compiling MODULE FILE"; it learns of modules as it builds.
        line=$(grep -E '^\[[0-9]+/[0-9]+\] (Compiling|Linking) ' "$1" 2>/dev/null | tail -n 1)
        [[ -n $line && $line != "$last" ]] || continue
        last=$line
        progress "$(sed -E 's/^\[([0-9]+)\/[0-9]+\] ([^ ]+) ([^ ]+).*/\2 \3, step \1/' <<<"$line")"
    done
}
