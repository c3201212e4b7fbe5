import Foundation

/// A sample of one pixel of the framebuffer that a card scans out.
package struct ScanoutSample: Hashable {
    /// The object id of the framebuffer, which changes with each flip.
    package let framebuffer: Int
    /// The color of the pixel, 0xRRGGBB.
    package let color: UInt32
}

extension VirtualBoard {
    /// Starts sampling one pixel of the XRGB8888 framebuffer that a card scans out, every 5 ms.
    ///
    /// The framebuffer may belong to any process. Ends with `stopSamplingScanout()`.
    package func startSamplingScanout(
        of card: String, x: Int, y: Int
    ) throws(VirtualBoardError) {
        try shell(
            """
            cat >/run/sample-scanout.pl <<'PERL'
            \(Self.scanoutWatcherScript)
            PERL
            rm -f /run/scanout-samples
            (
            perl /run/sample-scanout.pl \(card) \(x) \(y) >/run/scanout-samples 2>&1 &
            echo $! >/run/sample-scanout.pid
            )
            """)
        try waitForSamples(1)
    }

    /// Stops sampling.
    ///
    /// - Returns: The samples in chronological order, without consecutive duplicates.
    package func stopSamplingScanout() throws(VirtualBoardError) -> [ScanoutSample] {
        let lines = try shell(
            "kill $(cat /run/sample-scanout.pid); sleep 0.2; cat /run/scanout-samples")
        var samples: [ScanoutSample] = []
        for line in lines.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, let framebuffer = Int(words[0]),
                let color = UInt32(words[1], radix: 16)
            else { continue }
            let sample = ScanoutSample(framebuffer: framebuffer, color: color)
            if samples.last != sample { samples.append(sample) }
        }
        guard !samples.isEmpty else { throw VirtualBoardError("no scanout samples: \(lines)") }
        return samples
    }

    private func waitForSamples(_ count: Int) throws(VirtualBoardError) {
        let deadline = Deadline(afterSeconds: 20)
        while Int(try shell("wc -l </run/scanout-samples")) ?? 0 < count {
            guard !deadline.hasPassed else {
                throw VirtualBoardError(
                    "no scanout samples within 20 s: \(try shell("cat /run/scanout-samples"))")
            }
            Thread.sleep(forTimeInterval: 0.1)
        }
    }

    /// A Perl script that prints the first CRTC's framebuffer id and a pixel whenever one of them
    /// changes.
    ///
    /// Each framebuffer is mapped once. `scanoutReaderScript` explains the numbers.
    private static let scanoutWatcherScript = #"""
        $| = 1;
        my ($path, $x, $y) = @ARGV;
        open(my $card, "+<", $path) or die "$path: $!";
        my $crtcs = "\0" x 64;
        my $resources = pack("QQQQLLLLLLLL", 0, unpack("Q", pack("p", $crtcs)), 0, 0,
            0, 16, 0, 0, 0, 0, 0, 0);
        ioctl($card, 0xC04064A0, $resources) or die "GETRESOURCES: $!";
        my (%addresses, $last);
        while (1) {
            my $crtc = pack("QLL", 0, 0, unpack("L", $crtcs)) . "\0" x 88;
            ioctl($card, 0xC06864A1, $crtc) or die "GETCRTC: $!";
            my $id = (unpack("QL3", $crtc))[3];
            if (!$addresses{$id}) {
                my $framebuffer = pack("L", $id) . "\0" x 100;
                ioctl($card, 0xC06864CE, $framebuffer) or die "GETFB2: $!";
                my (undef, $width, $height, $code, $flags, $handle, undef, undef, undef, $pitch) =
                    unpack("L10", $framebuffer);
                my $place = pack("LLQ", $handle, 0, 0);
                ioctl($card, 0xC01064B3, $place) or die "MAP_DUMB: $!";
                my $memory = syscall(9, 0, $pitch * $height, 1, 1, fileno($card),
                    (unpack("LLQ", $place))[2]);
                $memory != -1 or die "mmap: $!";
                $addresses{$id} = $memory + $pitch * $y + 4 * $x;
            }
            my $sample = sprintf("%d %06x", $id,
                unpack("L", unpack("P4", pack("Q", $addresses{$id}))) & 0xFFFFFF);
            print "$sample\n" if !defined $last || $sample ne $last;
            $last = $sample;
            select(undef, undef, undef, 0.005);
        }
        """#
}
