# Sourced. A board without its program, its "base": made once for a recipe and kept in the cache, until the recipe
# changes. Asks for: here (scripts/), repository, cache, architecture, base_maker (make-base, or make-debian for a plain
# Debian), base_options (its options), more_packages, and a function fail CODE WORD...

# A hash of all that the base is made from; the program is not among it.
recipe_hash() {
    (
        cd "$repository"
        if [[ $base_maker == make-debian ]]; then
            sha256sum scripts/board/{make-debian,architectures.bash} board/packages.list
        else
            # What is added for each image, or at each start, isn't the base's.
            find board scripts/board -type f -not -path '*/in-memory/*' -not -path 'board/boot/*/*' \
                -not -name base.bash -not -name machine.bash -not -name targets.bash \
                -not -name fill-boot -not -name put-program -not -name make-debian \
                -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
        fi
        echo "$architecture" "${base_options[@]}" "${more_packages[@]}"
    ) | sha256sum | cut -c 1-16
}

# Runs a command with this cache directory's lock held; the lock goes with the process.
with_lock() {
    local lock=$1
    shift
    mkdir -p "$cache"
    (
        flock 9
        "$@"
    ) 9>"$cache/lock-$lock"
}

# Removes what is left of builds that were killed, and the oldest of what has not been used for long.
# A running board keeps its files open and loses nothing.
tidy_cache() {
    local prefix=$1 days=$2
    find "$cache" -maxdepth 1 -name "building-$prefix-*" -exec rm -rf {} +
    find "$cache" -maxdepth 1 -name "$prefix-*" -type d -mtime "+$days" -exec rm -rf {} +
}

as_root() {
    if [[ $EUID == 0 ]]; then "$@"; else sudo --preserve-env=DEBIAN_MIRROR "$@"; fi
}

# Makes the base, unless it is there: built beside, then renamed, so that half a base is never used.
ensure_base() {
    if [[ ! -e $base ]]; then
        tidy_cache "base-$architecture" 30
        local building duration='half a minute'
        if [[ $architecture == arm64 && $(uname -m) != aarch64 ]]; then
            # Its packages' own programs run in an emulator.
            duration='two minutes'
            as_root "$here/board/binfmt-arm64" register || exit
        fi
        echo "${0##*/}: making the $architecture base ($duration; kept for the next time)" >&2
        building=$(mktemp -d "$cache/building-base-$architecture-XXXXXX")
        chmod 755 "$building"
        as_root "$here/board/$base_maker" "${base_options[@]}" "$architecture" "$building" \
            "${more_packages[@]}" 9>&- || {
            local code=$?
            as_root rm -rf "$building"
            exit "$code"
        }
        [[ $EUID == 0 ]] || sudo chown -R "$EUID" "$building"
        mv -T "$building" "$base"
    fi
    touch "$base"
}

# Sets `base` to the directory of the base, made if it isn't there.
build_base() {
    base=$cache/base-$architecture-$(recipe_hash)
    with_lock "base-$architecture" ensure_base
}
