import Foundation

/// One look at a pixel of what a card scans out.
package struct ScanoutLook: Hashable {
    /// The number of the framebuffer that is shown: another one after a flip.
    package let framebuffer: Int
    /// The pixel there, 0xRRGGBB.
    package let color: UInt32
}

extension VirtualBoard {
    /// Begins to look at one pixel of what a card scans out, again and again, from beside whoever draws
    /// there: XRGB8888 only.
    package func startWatchingScanout(
        of card: String, x: Int, y: Int
    ) throws(VirtualBoardError) {
        try shell(
            """
            cat >/run/watch-scanout.pl <<'PERL'
            \(Self.watchScanoutScript)
            PERL
            rm -f /run/scanout-watched
            (
            perl /run/watch-scanout.pl \(card) \(x) \(y) >/run/scanout-watched 2>&1 &
            echo $! >/run/watch-scanout.pid
            )
            """)
        try wait(forWatch: "looking", at: 1)
    }

    /// Ends the watch.
    ///
    /// - Returns: What was seen, in order; the same thing again and again counts once.
    package func stopWatchingScanout() throws(VirtualBoardError) -> [ScanoutLook] {
        let lines = try shell(
            "kill $(cat /run/watch-scanout.pid); sleep 0.2; cat /run/scanout-watched")
        var looks: [ScanoutLook] = []
        for line in lines.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, let framebuffer = Int(words[0]),
                let color = UInt32(words[1], radix: 16)
            else { continue }
            let look = ScanoutLook(framebuffer: framebuffer, color: color)
            if looks.last != look { looks.append(look) }
        }
        guard !looks.isEmpty else { throw VirtualBoardError("nothing was seen: \(lines)") }
        return looks
    }

    private func wait(forWatch what: String, at lines: Int) throws(VirtualBoardError) {
        let deadline = Deadline(afterSeconds: 20)
        while Int(try shell("wc -l </run/scanout-watched")) ?? 0 < lines {
            guard !deadline.hasPassed else {
                throw VirtualBoardError("\(what): \(try shell("cat /run/scanout-watched"))")
            }
            Thread.sleep(forTimeInterval: 0.1)
        }
    }

    /// Prints the first CRTC's framebuffer and a pixel of it whenever one of both is another than before.
    /// Each framebuffer is mapped once. Numbers as in `readScanoutScript`.
    private static let watchScanoutScript = #"""
        $| = 1;
        my ($path, $x, $y) = @ARGV;
        open(my $card, "+<", $path) or die "$path: $!";
        my $crtcs = "\0" x 64;
        my $resources = pack("QQQQLLLLLLLL", 0, unpack("Q", pack("p", $crtcs)), 0, 0,
            0, 16, 0, 0, 0, 0, 0, 0);
        ioctl($card, 0xC04064A0, $resources) or die "GETRESOURCES: $!";
        my (%places, $last);
        while (1) {
            my $crtc = pack("QLL", 0, 0, unpack("L", $crtcs)) . "\0" x 88;
            ioctl($card, 0xC06864A1, $crtc) or die "GETCRTC: $!";
            my $id = (unpack("QL3", $crtc))[3];
            if (!$places{$id}) {
                my $framebuffer = pack("L", $id) . "\0" x 100;
                ioctl($card, 0xC06864CE, $framebuffer) or die "GETFB2: $!";
                my (undef, $width, $height, $code, $flags, $handle, undef, undef, undef, $pitch) =
                    unpack("L10", $framebuffer);
                my $place = pack("LLQ", $handle, 0, 0);
                ioctl($card, 0xC01064B3, $place) or die "MAP_DUMB: $!";
                my $memory = syscall(9, 0, $pitch * $height, 1, 1, fileno($card),
                    (unpack("LLQ", $place))[2]);
                $memory != -1 or die "mmap: $!";
                $places{$id} = $memory + $pitch * $y + 4 * $x;
            }
            my $look = sprintf("%d %06x", $id,
                unpack("L", unpack("P4", pack("Q", $places{$id}))) & 0xFFFFFF);
            print "$look\n" if !defined $last || $look ne $last;
            $last = $look;
            select(undef, undef, undef, 0.005);
        }
        """#
}
