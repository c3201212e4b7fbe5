import Foundation

/// What a virtual board's screen shows, as QEMU hands it out.
package struct Screenshot: Equatable {
    /// In pixels.
    package let width: Int
    /// In pixels.
    package let height: Int
    private let bytes: [UInt8]

    /// Reads a binary PPM file (P6, 255 levels), the format of QEMU's `screendump`.
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
            // QEMU fills rows up to multiples of four bytes, which the format knows nothing of.
            case let bytesPerRow = (width * 3 + 3) / 4 * 4, rest.count == bytesPerRow * height
        else { throw VirtualBoardError("a screenshot of QEMU is no PPM picture") }
        self.width = width
        self.height = height
        bytes = (0..<height).flatMap { row in
            rest.dropFirst(row * bytesPerRow).prefix(width * 3)
        }
    }

    /// The colour of one pixel, 0xRRGGBB.
    package subscript(x: Int, y: Int) -> UInt32 {
        precondition((0..<width).contains(x) && (0..<height).contains(y), "outside the screen")
        let index = (y * width + x) * 3
        return UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
    }

    /// Whether QEMU shows a text of its own, in the middle of black, for want of a picture: before
    /// the guest's driver starts, and while its output is off.
    package var isPlaceholder: Bool {
        // QEMU writes one row of 8 × 16 characters at (height / 16 - 1) / 2, as on a text console.
        let top = (height / 16 - 1) / 2 * 16
        let text = (top * width * 3)..<((top + 16) * width * 3)
        let isBlackAround =
            bytes[..<text.lowerBound].allSatisfy { $0 == 0 }
            && bytes[text.upperBound...].allSatisfy { $0 == 0 }
        return isBlackAround && bytes[text].contains { $0 != 0 }
    }

    /// Whether nothing at all is to be seen.
    package var isBlack: Bool { bytes.allSatisfy { $0 == 0 } }
}
