# Sourced. The resources of a Swift program.

# list_resources PROGRAM: prints the paths of the files in the resource bundles beside a program,
# relative to its folder. The program looks for them beside itself (Bundle.module).
list_resources() {
    (
        cd "$(dirname "$1")" || exit
        shopt -s nullglob
        bundles=(*.resources)
        [[ ${#bundles[@]} == 0 ]] || find "${bundles[@]}" -type f | LC_ALL=C sort
    )
}
