# Sourced by scripts/virtual-board. A board as QEMU wants it to be said. Asks for what parse_boot_options and
# prepare_state have set there, and for a function fail CODE WORD...
source "$here/board/partitions.bash"

# Fills `arguments` with QEMU's.
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
        # An instruction takes 2 ns (1 with --speed 1000), and idle time none. What guests take for random comes from a seed.
        arguments+=(
            -cpu "$counted_cpu" -accel tcg,thread=single -smp 1 -icount "shift=$instruction_shift,sleep=off" -seed 1
            -rtc base=2026-01-01T00:00:00,clock=vm
        )
        kernel+=" nokaslr norandmaps randomize_kstack_offset=off systemd.setenv=SWIFT_DETERMINISTIC_HASHING=1"
        initramfs=$state/initramfs
        [[ -n $script ]] || kernel+=" rdinit=/sbin/init"
    else
        arguments+=(
            -accel tcg,thread=multi -smp 2
            # The touch panel sits behind a port of its own, so that it can be unplugged.
            -device pcie-root-port,id=touch-port,slot=1,chassis=1
            -device virtio-multitouch-pci,id=touch,bus=touch-port
            # A keyboard can be plugged in here: a board has none, until somebody brings one.
            -device pcie-root-port,id=keyboard-port,slot=3,chassis=3
            # QEMU drops a touch frame that finds no room in the guest's queue; the driver looks for this.
            -trace virtio_input_queue_full
            -drive "if=none,id=disk,format=raw,$disk"
            -device virtio-blk-pci,drive=disk
        )
        kernel+=" $disk_root"
        # A plain Debian has its own.
        [[ ! -e $image/kernel-arguments ]] || kernel=$(<"$image/kernel-arguments")
    fi
    if $has_watchdog; then
        # What it resets ends, by -no-reboot.
        arguments+=(-device i6300esb)
        kernel+=" systemd.watchdog_sec=10"
    fi
    display_arguments
    arguments+=(
        -qmp "unix:$state/qmp,server=on,wait=off"
        # Two serial lines: the kernel's console, and a root shell for tests. The shell exists by
        # the kernel's arguments alone; the image has no login.
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

# The same for QEMU's Raspberry Pi, which tells on its console how far it has come: there is nothing else.
raspberry_pi_arguments() {
    arguments+=(
        -machine raspi3b -accel tcg,thread=multi -display none
        -drive "if=sd,format=raw,$disk"
        -qmp "unix:$state/qmp,server=on,wait=off"
        -chardev "file,id=console,path=$state/console.log" -serial chardev:console
        -kernel "$boot_files/vmlinuz" -initrd "$boot_files/initramfs" -dtb "$boot_files/bcm2837-rpi-3-b.dtb"
        -append "console=ttyAMA0,115200 panic=-1 $disk_root systemd.show_status=1 $append"
    )
}

# Adds the screen to `arguments`, and to `kernel` what the guest must be told of it.
display_arguments() {
    case $display in
        virtio-gpu)
            arguments+=(-device "virtio-gpu-pci,xres=${display_size%x*},yres=${display_size#*x}")
            ;;
        vkms)
            # The module isn't the kernel's to load by itself; and its size is what it's told, not what it prefers.
            kernel+=" modules_load=vkms video=Virtual-1:$display_size@60"
            kernel+=" systemd.set_credential_binary=systemd.unit-dropin.touchtracker.service:$(base64 -w 0 <<<"[Service]
ExecStart=
ExecStart=/usr/bin/touchtracker --mode $display_size")"
            ;;
    esac
    case $show in
        # Nobody looks, but a VNC client is who may unplug the screen, or plug one of another size.
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
    # The mouse of whoever looks. It has a port too, so that the guest finds it after the touch panel:
    # QEMU gives buttons to the device that came last, and its touch panel takes them as well.
    [[ $show == nothing ]] || arguments+=(
        -device pcie-root-port,id=mouse-port,slot=2,chassis=2
        -device virtio-tablet-pci,bus=mouse-port
    )
}

# Makes the start of a deterministic board, which has its whole root in memory: what a disk or a touch of
# the host's would do comes at a time of the host's.
prepare_memory() {
    local more=("$here/board/in-memory/fstab" etc/fstab)
    [[ -z $script ]] || more=("$here/board/in-memory/init" init "$script" board/script)
    "$here/board/make-archive" "$state/more.cpio" "${more[@]}"
    cat "$image"/{root,program}.cpio "$state/more.cpio" >"$state/initramfs"
    rm "$state/more.cpio"
}

# take_debian_files DISK: copies what starts a plain Debian from its root, as its boot loader would: it may have
# changed them.
take_debian_files() {
    local release file
    release=$(<"$image/release")
    for file in "vmlinuz vmlinuz-$release" "initramfs initrd.img-$release"; do
        PATH=$PATH:/usr/sbin:/sbin debugfs -R "dump /boot/${file#* } $state/${file% *}" "$1" 2>/dev/null
        [[ -s $state/${file% *} ]] || fail 66 "there is no /boot/${file#* } on $1"
    done
}

# Copies what starts the board from its own boot partition into the state directory, as its firmware would.
take_boot_files() {
    local partition=$image@@${boot_start}M kernel
    for kernel in "vmlinuz initramfs" "kernel8.img initramfs8"; do
        mcopy -n -i "$partition" "::${kernel% *}" "$state/vmlinuz" 2>/dev/null || continue
        mcopy -n -i "$partition" "::${kernel#* }" "$state/initramfs" || break
        [[ $board_machine != raspi3b ]] || mcopy -n -i "$partition" ::bcm2837-rpi-3-b.dtb "$state/" || break
        return 0
    done
    fail 66 "the boot partition of $image doesn't hold what starts a board"
}
