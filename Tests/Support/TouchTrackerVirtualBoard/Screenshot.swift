import Foundation
import TouchTrackerTestSupport

/// A screenshot of a virtual board's display, as written by QEMU.
package struct Screenshot: Equatable {
    /// The width, in pixels.
    package let width: Int
    /// The height, in pixels.
    package let height: Int
    private let bytes: [UInt8]

    /// Decodes a binary PPM file (P6, 255 levels), the format of QEMU's `screendump`.
    init(portablePixmap data: Data) throws(VirtualBoardError) {
        // "P6", width, height, levels: each followed by one white space.
        var fields: [Substring] = []
        var rest = data[...]
        while fields.count < 4 {
            guard let end = rest.firstIndex(where: { $0 == 0x20 || $0 == 0x0A }) else { break }
            fields.append(Substring(decoding: rest[..<end], as: UTF8.self))
            rest = rest[(end + 1)...]
        }
        guard
            fields.count == 4, fields[0] == "P6", fields[3] == "255",
            let width = Int(fields[1]), let height = Int(fields[2]),
            // QEMU pads rows to multiples of four bytes, contrary to the format's specification.
            case let bytesPerRow = (width * 3 + 3) / 4 * 4, rest.count == bytesPerRow * height
        else { throw VirtualBoardError("QEMU's screenshot is not a valid PPM file") }
        self.width = width
        self.height = height
        bytes = (0..<height).flatMap { row in
            rest.dropFirst(row * bytesPerRow).prefix(width * 3)
        }
    }

    /// The color of one pixel, 0xRRGGBB.
    package subscript(x: Int, y: Int) -> UInt32 {
        precondition((0..<width).contains(x) && (0..<height).contains(y), "outside the screen")
        let index = (y * width + x) * 3
        return UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
    }

    /// Whether the screen shows one of QEMU's own texts on black instead of a picture by the board.
    ///
    /// QEMU does so before the board's display driver starts and while the output is off.
    package var isPlaceholder: Bool {
        // QEMU writes one row of 8 × 16 characters at (height / 16 - 1) / 2, as on a text console.
        let top = (height / 16 - 1) / 2 * 16
        let text = (top * width * 3)..<((top + 16) * width * 3)
        let isBlackAround =
            bytes[..<text.lowerBound].allSatisfy { $0 == 0 }
            && bytes[text.upperBound...].allSatisfy { $0 == 0 }
        return isBlackAround && bytes[text].contains { $0 != 0 }
    }

    /// Whether all pixels are black.
    package var isBlack: Bool { bytes.allSatisfy { $0 == 0 } }
}
