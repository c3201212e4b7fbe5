# Sourced. What differs between the architectures a board can have; everything else asks this table.

# use_architecture ARCH: sets the variables of one board, or fails with one line.
#   qemu machine                        the emulator and its machine options
#   counted_cpu                         the processor where instructions are counted
#   kernel_console shell_console        the serial lines: kernel messages, and the tests' root shell
#   initramfs_modules                   what the kernel lacks to mount its root and light its screen
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
            initramfs_modules=(virtio_pci virtio_blk ext4 virtio-gpu)
            ;;
        *)
            echo "virtual-board: no board of architecture '$1'; there is: amd64" >&2
            exit 64
            ;;
    esac
}
