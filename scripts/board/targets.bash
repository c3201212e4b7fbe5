# Sourced. What an image can be for; everything else asks this table. The root is the same everywhere: targets differ
# in kernel, firmware and what lies on the boot partition.

targets=(virtual-amd64 virtual-arm64 pi-hdmi pi-dsi)

# use_target TARGET: sets the variables of one, or fails.
#   architecture          see architectures.bash
#   has_own_kernels       whether its kernels come from an apt source that must be named
#   boot_files            what the boot partition gets of the base's boot/
#   boot_folder           what it gets of board/boot/ beside README.txt; empty: nothing
use_target() {
    has_own_kernels=false boot_files=(vmlinuz initramfs) boot_folder=
    case $1 in
        virtual-amd64) architecture=amd64 ;;
        virtual-arm64) architecture=arm64 ;;
        pi-hdmi) architecture=arm64 boot_files=('*') boot_folder=pi-hdmi ;;
        pi-dsi) architecture=arm64 boot_files=('*') boot_folder=pi-dsi has_own_kernels=true ;;
        *) return 1 ;;
    esac
}
