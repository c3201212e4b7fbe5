# Sourced. Builds the base of board images: everything except the program. The base is cached and
# rebuilt when its sources change.
#
# Requires the variables here (scripts/), repository, cache, architecture, base_maker (make-base, or
# make-debian for a plain Debian), base_options and more_packages.

# Prints a hash of everything from which the base is built.
recipe_hash() {
    (
        cd "$repository"
        if [[ $base_maker == make-debian ]]; then
            sha256sum scripts/board/{make-debian,architectures.bash} board/packages.list
        else
            # Files that are only used for each image or each start are not part of the base.
            find board scripts/board -type f \
                -not -path '*/in-memory/*' -not -path 'board/boot/*/*' \
                -not -path 'board/package/man/*' -not -regex 'board/package/[^/]*' \
                -not -name base.bash -not -name machine.bash -not -name targets.bash \
                -not -name resources.bash -not -name processes.bash -not -name paths.bash \
                -not -name build-program -not -name make-archive \
                -not -name program.ld -not -name order-functions \
                -not -name function-order.txt \
                -not -name fill-boot -not -name put-program -not -name make-debian \
                -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
        fi
        echo "$architecture" "${base_options[@]}" "${more_packages[@]}"
    ) | sha256sum | cut -c 1-16
}

# with_lock NAME COMMAND...: runs a command while holding a lock of the cache directory.
with_lock() {
    local lock=$1
    shift
    mkdir -p "$cache"
    (
        flock 9
        "$@"
    ) 9>"$cache/lock-$lock"
}

as_root() {
    if [[ $EUID == 0 ]]; then "$@"; else sudo --preserve-env=DEBIAN_MIRROR "$@"; fi
}

# tidy_cache PREFIX DAYS: removes the remains of killed builds, which may belong to root, and
# entries not used for DAYS days. Running boards have their files open and are not affected.
tidy_cache() {
    local prefix=$1 days=$2 old
    mapfile -t old < <(
        find "$cache" -maxdepth 1 -name "building-$prefix-*"
        find "$cache" -maxdepth 1 -name "$prefix-*" -type d -mtime "+$days"
    )
    [[ ${#old[@]} == 0 ]] || as_root rm -rf "${old[@]}"
}

# Builds the base in a temporary directory and renames it when it is complete, unless it exists.
ensure_base() {
    if [[ ! -e $base ]]; then
        tidy_cache "base-$architecture" 30
        local building duration='half a minute'
        if [[ $architecture == arm64 && $(uname -m) != aarch64 ]]; then
            # The packages' maintainer scripts run in an emulator.
            duration='two minutes'
            as_root "$here/board/binfmt-arm64" register || exit
        fi
        echo "${0##*/}: building the $architecture base ($duration; then cached)" >&2
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

# Builds the base, unless it is cached, and sets `base` to its directory.
build_base() {
    base=$cache/base-$architecture-$(recipe_hash)
    with_lock "base-$architecture" ensure_base
}
