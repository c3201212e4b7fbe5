# Sourced. The settings that depend on a board's architecture.

# use_architecture ARCH: sets these variables, or exits with 64 for an unknown architecture:
#   qemu machine             the emulator and its machine options
#   counted_cpu              the processor of deterministic boards; empty if they are not supported
#   kernel_console           the serial line of kernel messages
#   shell_console            the serial line of the tests' root shell
#   components               the components of Debian's archive with the kernel and firmware
#   kernels                  "KERNEL INITRAMFS PACKAGE" for each kernel: two files on the boot
#                            partition, and the package that depends on the newest kernel
#   module_lists             the lists in board/ of the modules in the root file system
#   initramfs_modules        the modules needed to mount the root file system and to show a picture;
#                            a question mark means that the kernel may have it built in or lack it
#   firmware_package         the package with the Raspberry Pi's boot firmware
use_architecture() {
    case $1 in
        amd64)
            qemu=qemu-system-x86_64
            machine=(-machine q35,usb=off,i8042=off -cpu max -vga none)
            # With instruction counting, "rep movsb" costs one instruction per byte, far more than
            # on a real processor, so the features that make programs use it are disabled.
            counted_cpu=max,-erms,-fsrm,-fsrs,-fzrm
            kernel_console=ttyS0
            shell_console=ttyS1
            components=main
            kernels=("vmlinuz initramfs linux-image-amd64")
            module_lists=(modules.list modules-virtual.list)
            initramfs_modules=(virtio_pci virtio_blk ext4 virtio-gpu)
            firmware_package=
            ;;
        arm64)
            qemu=qemu-system-aarch64
            # The Raspberry Pi 4's processor on QEMU's virt board, which has a second serial line
            # since QEMU 9.1.
            machine=(-machine virt,gic-version=3 -cpu cortex-a72)
            counted_cpu=
            kernel_console=ttyAMA0
            shell_console=ttyAMA1
            components='main non-free-firmware'
            kernels=("vmlinuz initramfs linux-image-arm64")
            module_lists=(modules.list modules-virtual.list modules-pi.list)
            # The same initramfs boots on QEMU's board and on Raspberry Pis up to the 4.
            initramfs_modules=(
                virtio_pci virtio_blk ext4 virtio-gpu
                sdhci-iproc bcm2835 mmc_block fixed gpio-regulator reset-raspberrypi
            )
            firmware_package=raspi-firmware
            ;;
        *)
            echo "virtual-board: unknown architecture '$1'; use amd64 or arm64" >&2
            exit 64
            ;;
    esac
}

# use_raspberry_pi_kernels: replaces Debian's kernels, set by use_architecture arm64, by Raspberry
# Pi's own kernels from --kernel-source. The firmware selects the kernel for the board by these file
# names.
use_raspberry_pi_kernels() {
    components=main
    kernels=(
        "kernel8.img initramfs8 linux-image-rpi-v8"
        "kernel_2712.img initramfs_2712 linux-image-rpi-2712"
    )
    module_lists=(modules.list modules-pi-dsi.list)
    initramfs_modules=(
        'ext4?' 'mmc_block?' 'sdhci-iproc?' 'bcm2835?' 'sdhci-brcmstb?' 'fixed?'
        'virtio_pci?' 'virtio_blk?' 'virtio-gpu?'
    )
}
