import Foundation
import TouchTrackerTestSupport

extension VirtualBoard {
    /// Disconnects the display, and returns when the kernel has noticed.
    package func unplugDisplay() throws {
        // QEMU passes on only changed sizes, and its initial value is 0 × 0.
        if !hasSetScreenSize { try setScreenSize(width: displayWidth, height: displayHeight) }
        try setScreenSize(width: 0, height: 0)
        try waitForConnector("disconnected")
    }

    /// Connects a display of the given size in pixels, and returns when the kernel has noticed.
    ///
    /// Positions of later touches and sizes of later screenshots refer to the new size.
    package func plugDisplay(width: Int, height: Int) throws {
        try setScreenSize(width: width, height: height)
        try waitForConnector("connected")
        displayWidth = width
        displayHeight = height
    }

    /// Removes the kernel's override of the connector's status, after a boot with
    /// `video=Virtual-1:d`.
    package func detectDisplay() throws {
        // virtio-gpu sends no hotplug event for this change, so udev triggers one.
        try shell(
            """
            echo detect >/sys/class/drm/card0-Virtual-1/status
            udevadm trigger --action=change /sys/class/drm/card0
            """)
    }

    private func setScreenSize(width: Int, height: Int) throws {
        hasSetScreenSize = true
        let events = try shell("cat /sys/kernel/uevent_seqnum")
        var connection = try VNCScreenConnection(path: "\(stateDirectory)/vnc", clock: clock)
        func request(width: Int) throws {
            try connection.setScreenSize(
                width: UInt16(clamping: width), height: UInt16(clamping: height))
        }
        try request(width: width)
        // The board's driver misses a change while it processes an earlier one, and QEMU passes on
        // only a size that differs from the last one. A height of 0 disconnects at any width.
        for _ in 1...3 {
            let deadline = Deadline(clock, seconds: 20)
            if try deadline.wait(until: { try shell("cat /sys/kernel/uevent_seqnum") != events }) {
                return
            }
            try request(width: width + 8)
            try request(width: width)
        }
        throw VirtualBoardError("no hotplug event after three changes of the screen's size")
    }

    /// Waits until sysfs shows `status` for the connector, without triggering a new detection.
    private func waitForConnector(_ status: String) throws {
        try wait(for: "the connector is \(status)") {
            try shell("cat /sys/class/drm/card0-Virtual-1/status") == status
        }
    }

    // MARK: Another DRM master

    /// Starts a program that becomes DRM master in place of the kiosk and switches the display off.
    ///
    /// Returns when the program is DRM master.
    package func startCompetingDisplayProgram() throws {
        try shell(
            """
            cat >/run/take-display.pl <<'PERL'
            \(Self.competingDisplayProgram)
            PERL
            : >/run/take-display.log
            (
            perl /run/take-display.pl \(try kioskProcessID()) >/run/take-display.log 2>&1 &
            echo $! >/run/take-display.pid
            )
            """)
        try wait(for: "another program is DRM master") {
            try shell("cat /run/take-display.log") == "taken"
        }
    }

    /// Ends the program started by `startCompetingDisplayProgram()`.
    package func stopCompetingDisplayProgram() throws {
        try shell("kill $(cat /run/take-display.pid)")
    }

    /// A Perl script that becomes DRM master in place of the kiosk and switches the CRTC off.
    ///
    /// A copy of the kiosk's file descriptor is used to drop its mastership. The numbers are
    /// pidfd_open(2), pidfd_getfd(2), DRM_IOCTL_DROP_MASTER, DRM_IOCTL_MODE_GETRESOURCES and
    /// DRM_IOCTL_MODE_SETCRTC.
    private static let competingDisplayProgram = #"""
        my ($kiosk) = @ARGV;
        my ($number) = map { m,/(\d+)$, } grep { readlink =~ m,^/dev/dri/card, }
            glob("/proc/$kiosk/fd/*");
        my $process = syscall(434, $kiosk + 0, 0);
        my $copy = syscall(438, $process, $number + 0, 0);
        open(my $theirs, "+<&=", $copy) or die "pidfd_getfd: $!";
        ioctl($theirs, 0x641f, 0) or die "DROP_MASTER: $!";
        open(my $card, "+<", "/dev/dri/card0") or die "card0: $!";
        close $theirs;
        my $crtcs = "\0" x 64;
        my $resources = pack("QQQQLLLLLLLL", 0, unpack("Q", pack("p", $crtcs)), 0, 0,
            0, 16, 0, 0, 0, 0, 0, 0);
        ioctl($card, 0xC04064A0, $resources) or die "GETRESOURCES: $!";
        my $off = pack("QLL", 0, 0, unpack("L", $crtcs)) . "\0" x 88;
        ioctl($card, 0xC06864A2, $off) or die "SETCRTC: $!";
        $| = 1;
        print "taken\n";
        sleep;
        """#
}
