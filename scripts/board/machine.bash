# Sourced by scripts/virtual-board. Composes QEMU's arguments for a board. Requires the variables
# set by parse_boot_options and prepare_state, and a function fail CODE WORD...
source "$here/board/partitions.bash"

# Sets `arguments` to the arguments of QEMU.
machine_arguments() {
    local kernel="console=tty0 console=$kernel_console quiet loglevel=3 panic=-1 \
vt.global_cursor_default=0 systemd.show_status=0 drm_kms_helper.fbdev_emulation=0"
    local initramfs=$boot_files/initramfs disk_root="root=LABEL=tt-root ro rootfstype=ext4"
    arguments=(-nodefaults -no-reboot -name touchtracker)
    if [[ $board_machine == raspi3b ]]; then
        raspberry_pi_arguments
        return
    fi
    arguments+=("${machine[@]}" -m 512)
    if $is_deterministic; then
        # An instruction takes 2 ns (1 ns with --speed 1000), idle time is skipped, and random
        # numbers come from a fixed seed.
        arguments+=(
            -cpu "$counted_cpu" -accel tcg,thread=single -smp 1
            -icount "shift=$instruction_shift,sleep=off" -seed 1
            -rtc base=2026-01-01T00:00:00,clock=vm
        )
        kernel+=" nokaslr norandmaps randomize_kstack_offset=off"
        kernel+=" systemd.setenv=SWIFT_DETERMINISTIC_HASHING=1"
        initramfs=$state/initramfs
        [[ -n $script ]] || kernel+=" rdinit=/sbin/init"
    else
        arguments+=(
            # With a thread for each processor, QEMU 10.0 ended on a busy host with a failed
            # assertion of its TLB (iotlb_to_section).
            -accel tcg,thread=single -smp 2
            # A separate PCIe port allows the touchscreen to be disconnected.
            -device pcie-root-port,id=touch-port,slot=1,chassis=1
            -device virtio-multitouch-pci,id=touch,bus=touch-port
            # Tests can connect a keyboard to this port.
            -device pcie-root-port,id=keyboard-port,slot=3,chassis=3
            # QEMU drops a touch frame if the device's queue is full; the driver reads this trace
            # event.
            -trace virtio_input_queue_full
            -drive "if=none,id=disk,format=raw,$disk"
            -device virtio-blk-pci,drive=disk
        )
        # On a loaded host, timer interrupts may come too late for the kernel's test of them, after
        # which it panics.
        kernel+=" $disk_root no_timer_check"
        # A plain Debian image has its own kernel arguments.
        [[ ! -e $image/kernel-arguments ]] || kernel=$(<"$image/kernel-arguments")
    fi
    if $has_watchdog; then
        # With -no-reboot, a reset by the watchdog ends QEMU.
        arguments+=(-device i6300esb)
        kernel+=" systemd.watchdog_sec=10"
    fi
    display_arguments
    arguments+=(
        -qmp "unix:$state/qmp,server=on,wait=off"
        # Two serial lines: the kernel's console, and a root shell for tests. Only the kernel
        # arguments enable the shell; the image has no login.
        -chardev "file,id=console,path=$state/console.log" -serial chardev:console
    )
    if [[ -n $script ]]; then
        arguments+=(-chardev "file,id=output,path=$state/output" -serial chardev:output)
    else
        arguments+=(
            -chardev "socket,id=shell,path=$state/shell,server=on,wait=off" -serial chardev:shell
        )
        kernel+=" systemd.debug_shell=$shell_console"
    fi
    arguments+=(-kernel "$boot_files/vmlinuz" -initrd "$initramfs" -append "$kernel $append")
    [[ -z $frozen ]] || arguments+=(-incoming "file:$frozen/memory")
}

# Adds the arguments of QEMU's Raspberry Pi 3, whose only output is the serial console.
raspberry_pi_arguments() {
    arguments+=(
        # Time is counted in instructions, because on a busy host the boot takes longer than
        # systemd's timeouts permit.
        -machine raspi3b -accel tcg,thread=single -icount shift=1,sleep=off -display none
        -drive "if=sd,format=raw,$disk"
        -qmp "unix:$state/qmp,server=on,wait=off"
        -chardev "file,id=console,path=$state/console.log" -serial chardev:console
        -kernel "$boot_files/vmlinuz" -initrd "$boot_files/initramfs"
        -dtb "$boot_files/bcm2837-rpi-3-b.dtb"
        -append "console=ttyAMA0,115200 panic=-1 $disk_root systemd.show_status=1 $append"
    )
}

# Adds the display to `arguments`, and its kernel arguments to `kernel`.
display_arguments() {
    case $display in
        virtio-gpu)
            arguments+=(-device "virtio-gpu-pci,xres=${display_size%x*},yres=${display_size#*x}")
            ;;
        bochs)
            arguments+=(-device "bochs-display,xres=${display_size%x*},yres=${display_size#*x}")
            ;;
        simpledrm)
            # The firmware sets the mode given by vga= and leaves it to simpledrm. Debian's kernel
            # contains two framebuffer drivers that would claim it.
            arguments+=(-device VGA)
            kernel+=" vga=$firmware_mode initcall_blacklist=vesafb_driver_init,simplefb_driver_init"
            kernel+=" modprobe.blacklist=bochs modules_load=simpledrm,virtual_framebuffer"
            ;;
        vkms)
            # The kernel does not load vkms by itself, and the mode must be requested explicitly.
            local drop_in
            drop_in=$(printf '[Service]\nExecStart=\nExecStart=/usr/bin/touchtracker --mode %s\n' \
                "$display_size" | base64 -w 0)
            kernel+=" modules_load=vkms video=Virtual-1:$display_size@60"
            kernel+=" systemd.set_credential_binary="
            kernel+="systemd.unit-dropin.touchtracker.service:$drop_in"
            ;;
    esac
    case $show in
        # Tests use the VNC server to connect and disconnect the display.
        nothing)
            if $is_deterministic; then
                arguments+=(-display none)
            else
                arguments+=(-display "vnc=unix:$state/vnc")
            fi
            ;;
        vnc) arguments+=(-display vnc=127.0.0.1:0,to=99) ;;
        window) arguments+=(-display gtk) ;;
    esac
    # The viewer's mouse. Its port makes the board find it after the touchscreen, because QEMU sends
    # buttons to the last device, and its touchscreen accepts buttons too.
    [[ $show == nothing ]] || arguments+=(
        -device pcie-root-port,id=mouse-port,slot=2,chassis=2
        -device virtio-tablet-pci,bus=mouse-port
    )
}

# Builds the initramfs of a deterministic board, which contains the whole root file system: disk
# access and input events would arrive at times that depend on the host.
prepare_memory() {
    local extra=("$here/board/in-memory/fstab" etc/fstab)
    [[ -z $script ]] || extra=("$here/board/in-memory/init" init "$script" board/script)
    "$here/board/make-archive" "$state/extra.cpio" "${extra[@]}"
    cat "$image"/{root,program}.cpio "$state/extra.cpio" >"$state/initramfs"
    rm "$state/extra.cpio"
}

# copy_debian_files DISK: copies the kernel and initramfs of a plain Debian from its root file
# system, which may have updated them.
copy_debian_files() {
    local release file
    release=$(<"$image/release")
    for file in "vmlinuz vmlinuz-$release" "initramfs initrd.img-$release"; do
        PATH=$PATH:/usr/sbin:/sbin debugfs -R "dump /boot/${file#* } $state/${file% *}" \
            "$1" 2>/dev/null
        [[ -s $state/${file% *} ]] || fail 66 "$1: /boot/${file#* } is missing"
    done
}

# Copies the kernel and initramfs from the image's boot partition to the state directory.
copy_boot_files() {
    local partition=$image@@${boot_start}M kernel
    for kernel in "vmlinuz initramfs" "kernel8.img initramfs8"; do
        mcopy -n -i "$partition" "::${kernel% *}" "$state/vmlinuz" 2>/dev/null || continue
        mcopy -n -i "$partition" "::${kernel#* }" "$state/initramfs" || break
        [[ $board_machine != raspi3b ]] ||
            mcopy -n -i "$partition" ::bcm2837-rpi-3-b.dtb "$state/" || break
        return 0
    done
    fail 66 "$image: the boot partition has no kernel or initramfs"
}
