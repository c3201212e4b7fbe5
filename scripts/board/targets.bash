# Sourced. The targets of images. Their root file systems are the same; targets differ in kernel,
# firmware and the files on the boot partition.

targets=(virtual-amd64 virtual-arm64 pi-hdmi pi-dsi)

# use_target TARGET: sets these variables, or fails for an unknown target:
#   architecture          see architectures.bash
#   has_own_kernels       whether the kernels come from the apt source --kernel-source
#   boot_files            the files of the base's boot/ that the boot partition contains
#   boot_folder           the folder in board/boot/ with the target's configuration files, or empty
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
