# Sourced. Messages about the progress of a long script on standard error. The script sets `name`.

# progress TEXT...: prints what the script does now, with the time since its start.
progress() {
    printf '%s: [%d:%02d] %s\n' "$name" $((SECONDS / 60)) $((SECONDS % 60)) "$*" >&2
}

# follow_build LOG: prints the progress of `swift build`, which writes to LOG, until it is killed.
# The output is one line for every ten percent.
follow_build() {
    local position last=0
    while sleep 1; do
        # SwiftPM prints "[done/all] Compiling …"; a build begins again for each package plugin.
        position=$(grep -o '^\[[0-9]*/[0-9]*\]' "$1" 2>/dev/null | tail -n 1 | tr -d '[]')
        [[ -n $position && ${position#*/} -ge 20 ]] || continue
        ((${position%/*} * 10 / ${position#*/} != last)) || continue
        last=$((${position%/*} * 10 / ${position#*/}))
        progress "compiling: ${position%/*} of ${position#*/}"
    done
}
