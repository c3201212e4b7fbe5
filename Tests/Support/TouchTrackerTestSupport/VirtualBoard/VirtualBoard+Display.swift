import Foundation

extension VirtualBoard {
    /// Pulls the screen out, and returns when the board knows.
    package func unplugDisplay() throws {
        if !hasToldScreenSize {
            // QEMU hands on only what differs from what it was told last, and it begins with 0 × 0.
            try plug(width: displayWidth, height: displayHeight)
            // A second change that comes while the guest's driver deals with the first is lost.
            Thread.sleep(forTimeInterval: 1)
        }
        try plug(width: 0, height: 0)
        try waitForConnector("disconnected")
    }

    /// Plugs a screen in, of another size if asked, and returns when the board knows. Touches and
    /// pictures are meant for that size from now on.
    package func plugDisplay(width: Int, height: Int) throws {
        try plug(width: width, height: height)
        try waitForConnector("connected")
        displayWidth = width
        displayHeight = height
    }

    /// Has the kernel's override of the connector go, as after a start with `video=Virtual-1:d`.
    package func findDisplay() throws(VirtualBoardError) {
        // virtio-gpu sends no news of this; udev sends what a driver would.
        try shell(
            """
            echo detect >/sys/class/drm/card0-Virtual-1/status
            udevadm trigger --action=change /sys/class/drm/card0
            """)
    }

    private func plug(width: Int, height: Int) throws(VirtualBoardError) {
        var cable = try ScreenCable(path: "\(stateDirectory)/vnc")
        hasToldScreenSize = true
        try cable.plug(width: UInt16(clamping: width), height: UInt16(clamping: height))
    }

    /// What the kernel last found, without asking it to look again.
    private func waitForConnector(_ status: String) throws {
        try wait(for: "the connector is \(status)") {
            try shell("cat /sys/class/drm/card0-Virtual-1/status") == status
        }
    }

    // MARK: Another program

    /// Another program takes the display and switches it off, as one does that was started by hand
    /// over a kiosk that let it go; returns when it has it.
    package func takeDisplay() throws {
        try shell(
            """
            cat >/run/take-display.pl <<'PERL'
            \(Self.takeDisplayScript)
            PERL
            (
            perl /run/take-display.pl \(try kioskProcessID()) >/run/take-display.log 2>&1 &
            echo $! >/run/take-display.pid
            )
            """)
        try wait(for: "another program has the display") {
            let log = try shell("cat /run/take-display.log")
            guard log.isEmpty || log == "taken" else {
                throw VirtualBoardError("the display can't be taken: \(log)")
            }
            return log == "taken"
        }
    }

    /// The other program ends.
    package func giveDisplayBack() throws(VirtualBoardError) {
        try shell("kill $(cat /run/take-display.pid)")
    }

    /// Lets the kiosk's card go through a copy of its descriptor, masters it, and switches its CRTC
    /// off. The numbers are pidfd_open(2), pidfd_getfd(2), DRM_IOCTL_DROP_MASTER,
    /// DRM_IOCTL_MODE_GETRESOURCES and DRM_IOCTL_MODE_SETCRTC.
    private static let takeDisplayScript = #"""
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
