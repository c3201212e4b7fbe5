# Sourced before the script leaves the folder in which it was called.
directory=$PWD

# absolute_path PATH: prints the absolute path of an argument, which is relative to that folder. An
# empty path stays empty.
absolute_path() {
    case $1 in
        /* | '') echo "$1" ;;
        *) echo "$directory/$1" ;;
    esac
}
