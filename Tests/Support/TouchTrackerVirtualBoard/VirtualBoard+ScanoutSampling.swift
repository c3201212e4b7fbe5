import Foundation
import TouchTrackerTestSupport

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
    package func startSamplingScanout(of card: String, x: Int, y: Int) throws {
        try writeScanoutReader()
        try shell(
            """
            : >/run/scanout-samples
            (
            perl /run/read-scanout.pl \(card) \(x) \(y) >/run/scanout-samples 2>&1 &
            echo $! >/run/sample-scanout.pid
            )
            """)
        try wait(for: "a scanout sample") { try !scanoutSamples().isEmpty }
    }

    /// Returns the samples in chronological order, without consecutive duplicates.
    package func scanoutSamples() throws -> [ScanoutSample] {
        try shell("cat /run/scanout-samples").split(separator: "\n").map { line in
            let words = line.split(separator: " ")
            guard words.count == 2, let framebuffer = Int(words[0]),
                let color = UInt32(words[1], radix: 16)
            else { throw VirtualBoardError("invalid scanout sample: \(line)") }
            return ScanoutSample(framebuffer: framebuffer, color: color)
        }
    }

    /// Waits until a card scans out another framebuffer than `framebuffer`.
    package func waitForFlip(from framebuffer: Int) throws {
        try wait(for: "a flip") { try scanoutSamples().last?.framebuffer != framebuffer }
    }

    /// Stops sampling.
    package func stopSamplingScanout() throws {
        try shell("kill $(cat /run/sample-scanout.pid)")
    }
}
