# Sourced. What differs between the architectures a board can have; everything else asks this table.

# use_architecture ARCH: sets the variables of one board, or fails with one line.
#   qemu machine                        the emulator and its machine options
#   counted_cpu                         the processor where instructions are counted; empty: not done there
#   kernel_console shell_console        the serial lines: kernel messages, and the tests' root shell
#   components                          of Debian's archive, from which kernel and firmware come
#   kernels                             "KERNEL INITRAMFS PACKAGE" each: files of the boot partition, and the
#                                       package that depends on the newest kernel
#   module_lists                        what of the kernels' modules is in the root: board/NAME
#   initramfs_modules                   what the kernels lack to mount their root and light their screen; with a
#                                       question mark where a kernel may have it built in, or lack it
#   firmware_package                    what a Raspberry Pi starts with, before it knows a kernel
use_architecture() {
    case $1 in
        amd64)
            qemu=qemu-system-x86_64
            machine=(-machine q35,usb=off,i8042=off -cpu max -vga none)
            # Counted, a copy by one repeated instruction takes as many as it has bytes: 64 times what it
            # takes by any other, and as no processor does. So programs are told that there is no fast one.
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
            # The Raspberry Pi 4's processor, on QEMU's own board. Its second serial line is there since QEMU 9.1.
            machine=(-machine virt,gic-version=3 -cpu cortex-a72)
            counted_cpu=
            kernel_console=ttyAMA0
            shell_console=ttyAMA1
            components='main non-free-firmware'
            kernels=("vmlinuz initramfs linux-image-arm64")
            module_lists=(modules.list modules-virtual.list modules-pi.list)
            # One for QEMU's board and for the Pis, up to the 4: the same image starts on both.
            initramfs_modules=(
                virtio_pci virtio_blk ext4 virtio-gpu
                sdhci-iproc bcm2835 mmc_block gpio-regulator reset-raspberrypi
            )
            firmware_package=raspi-firmware
            ;;
        *)
            echo "virtual-board: no board of architecture '$1'; there are: amd64, arm64" >&2
            exit 64
            ;;
    esac
}

# use_raspberry_pi_kernels: after use_architecture arm64: Raspberry Pi's own kernels instead of Debian's, from an apt
# source that somebody must name. The firmware picks the one that fits the board, by these files' names.
use_raspberry_pi_kernels() {
    components=main
    kernels=(
        "kernel8.img initramfs8 linux-image-rpi-v8"
        "kernel_2712.img initramfs_2712 linux-image-rpi-2712"
    )
    module_lists=(modules.list modules-pi-dsi.list)
    initramfs_modules=(
        'ext4?' 'mmc_block?' 'sdhci-iproc?' 'bcm2835?' 'sdhci-brcmstb?' 'virtio_pci?' 'virtio_blk?' 'virtio-gpu?'
    )
}
