# Sourced by the scripts that make packages. The scripts set `architecture`, `root`, the folder of
# the package's files, and `work`, a folder for temporary files, and define `fail`.

case $architecture in
    amd64) tuple=x86_64-linux-gnu emulator=() ;;
    arm64) tuple=aarch64-linux-gnu emulator=(qemu-aarch64 -L /sysroot) ;;
esac

# strip_program FILE: removes from a program what differs between builds of the same code.
strip_program() {
    local hashes
    "$tuple-strip" --remove-section=.comment --remove-section=.note "$1"
    # The section contains hashes for incremental builds; they are replaced by zeros.
    hashes=$((16#$("$tuple-objdump" -h "$1" | awk '$2 == ".swift_modhash" { print $3 }')))
    truncate -s 0 "$work/blank"
    truncate -s "$hashes" "$work/blank"
    "$tuple-objcopy" --update-section .swift_modhash="$work/blank" "$1"
}

# find_dependencies PROGRAM: prints the packages of the program's libraries.
find_dependencies() {
    local depends
    # dpkg-shlibdeps requires the control file of a source package.
    mkdir -p "$work/shlibdeps/debian"
    printf 'Source: kiosk\n\nPackage: kiosk\nArchitecture: any\n' \
        >"$work/shlibdeps/debian/control"
    depends=$(cd "$work/shlibdeps" &&
        DEB_HOST_ARCH=$architecture dpkg-shlibdeps -O -e"$1" 2>"$work.log") ||
        fail "the packages of the program's libraries cannot be found: $(tail -n 1 "$work.log")"
    echo "${depends#shlibs:Depends=}"
}

# finish_package CONTROL FILE: writes the package's metadata and builds FILE. CONTROL contains
# @ARCHITECTURE@, @VERSION@, @DEPENDS@ and @INSTALLED_SIZE@, which are replaced; the script sets
# `version` and `depends`.
finish_package() {
    local size
    (cd "$root" && find etc -type f | LC_ALL=C sort | sed 's,^,/,') >"$root/DEBIAN/conffiles"
    (cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) \
        >"$root/DEBIAN/md5sums"
    # Debian's Installed-Size, in kB: the sizes of all files, rounded up, and 1 kB for each folder.
    size=$(find "$root/usr" "$root/etc" -printf '%y %s\n' |
        awk '{ sum += $1 == "f" ? int(($2 + 1023) / 1024) : 1 } END { print sum }')
    sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" \
        -e "s/@DEPENDS@/$depends/" -e "s/@INSTALLED_SIZE@/$size/" "$1" >"$root/DEBIAN/control"
    find "$root" -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +
    dpkg-deb --root-owner-group -Zxz --build "$root" "$2"
}
