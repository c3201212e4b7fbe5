import Foundation
import TouchTrackerTestSupport

/// A copy of the framebuffer that a board's display controller scans out.
package struct ScanoutCapture {
    /// The width, in pixels.
    package let width: Int
    /// The height, in pixels.
    package let height: Int
    /// The length of a row including its padding, in bytes.
    package let bytesPerRow: Int
    /// The kernel's FourCC of the pixel format, for example `RG16`.
    package let format: String
    /// All bytes, including the padding of rows.
    package let bytes: [UInt8]
}

extension VirtualBoard {
    /// Loads the kernel's virtual display driver (vkms), and returns the path of its device node.
    ///
    /// The display has 60 vblanks per second, several formats, overlay planes and a writeback
    /// connector, but no visible output.
    package func loadVirtualDisplay() throws -> String {
        try shell(
            """
            modprobe vkms enable_overlay=1 enable_writeback=1
            udevadm settle
            realpath /dev/dri/by-path/platform-vkms-card
            """)
    }

    /// Copies the framebuffer that a card scans out now, whichever process owns it.
    package func scanout(of card: String) throws -> ScanoutCapture {
        try writeScanoutReader()
        let facts = try shell("perl /run/read-scanout.pl \(card) /run/scanout")
            .split(separator: " ")
        let numbers = facts.prefix(3).compactMap { Int($0) }
        guard facts.count == 4, numbers.count == 3 else {
            throw VirtualBoardError("\(card): the framebuffer cannot be read: \(facts)")
        }
        return ScanoutCapture(
            width: numbers[0], height: numbers[1], bytesPerRow: numbers[2],
            format: String(facts[3]), bytes: Array(try read("/run/scanout")))
    }

    /// Writes the script that reads the scanned-out framebuffer to the board.
    func writeScanoutReader() throws {
        try shell("cat >/run/read-scanout.pl <<'PERL'\n\(Self.scanoutReaderScript)\nPERL")
    }

    /// A Perl script that copies the first CRTC's framebuffer to a file, or samples one pixel.
    ///
    /// With a card and a file, the script prints width, height, pitch and format. With a card and a
    /// position, it prints the framebuffer's id and the pixel whenever one of them changes; a pixel
    /// counts only if no flip happened while it was read. Root may open any process's framebuffer.
    /// The numbers are DRM_IOCTL_MODE_GETRESOURCES, …_GETCRTC, …_GETFB2, …_MAP_DUMB, and mmap(2) on
    /// x86-64.
    private static let scanoutReaderScript = #"""
        $| = 1;
        my ($path, @target) = @ARGV;
        open(my $card, "+<", $path) or die "$path: $!";
        my $crtcs = "\0" x 64;
        my $resources = pack("QQQQLLLLLLLL", 0, unpack("Q", pack("p", $crtcs)), 0, 0,
            0, 16, 0, 0, 0, 0, 0, 0);
        ioctl($card, 0xC04064A0, $resources) or die "GETRESOURCES: $!";
        sub shown {
            my $crtc = pack("QLL", 0, 0, unpack("L", $crtcs)) . "\0" x 88;
            ioctl($card, 0xC06864A1, $crtc) or die "GETCRTC: $!";
            return (unpack("QL3", $crtc))[3];
        }
        sub map_framebuffer {
            my $framebuffer = pack("L", $_[0]) . "\0" x 100;
            ioctl($card, 0xC06864CE, $framebuffer) or die "GETFB2: $!";
            my (undef, $width, $height, $code, undef, $handle, undef, undef, undef, $pitch) =
                unpack("L10", $framebuffer);
            my $place = pack("LLQ", $handle, 0, 0);
            ioctl($card, 0xC01064B3, $place) or die "MAP_DUMB: $!";
            my $memory = syscall(9, 0, $pitch * $height, 1, 1, fileno($card),
                (unpack("LLQ", $place))[2]);
            $memory != -1 or die "mmap: $!";
            return ($memory, $width, $height, $pitch, pack("L", $code));
        }
        if (@target == 1) {
            my ($memory, $width, $height, $pitch, $format) = map_framebuffer(shown());
            my $length = $pitch * $height;
            open(my $out, ">", $target[0]) or die "$target[0]: $!";
            syswrite($out, unpack("P$length", pack("Q", $memory))) == $length or die "write: $!";
            print join(" ", $width, $height, $pitch, $format), "\n";
            exit;
        }
        my ($x, $y) = @target;
        my ($last, %maps) = ("");
        while (1) {
            my $id = shown();
            $maps{$id} ||= [map_framebuffer($id)];
            my ($memory, undef, undef, $pitch) = @{$maps{$id}};
            my $pixel = unpack("L", unpack("P4", pack("Q", $memory + $pitch * $y + 4 * $x)));
            my $sample = sprintf("%d %06x\n", $id, $pixel & 0xFFFFFF);
            if ($sample ne $last && $id == shown()) {
                print $sample;
                $last = $sample;
            }
            select(undef, undef, undef, 0.005);
        }
        """#
}
