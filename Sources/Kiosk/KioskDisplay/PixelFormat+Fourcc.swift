import TouchKitRaster

extension PixelFormat {
    /// The kernel's four-character code of the format (`drm_fourcc.h`).
    package var fourCharacterCode: String {
        switch self {
        case .xrgb8888: "XR24"
        case .argb8888: "AR24"
        case .rgb565: "RG16"
        }
    }
}

/// Conversions between the textual and the numeric form of pixel format codes (`drm_fourcc.h`).
package enum FourCharacterCode {
    /// Returns the four characters of a numeric code, with ` big-endian` appended if the highest
    /// bit is set. A period replaces a character that is not printable ASCII.
    package static func text(_ code: UInt32) -> String {
        let isBigEndian = code >> 31 == 1
        let characters = [0, 8, 16, 24].map { shift -> Character in
            let byte = UInt8(truncatingIfNeeded: (code & 0x7FFF_FFFF) >> UInt32(shift))
            return (0x20...0x7E).contains(byte) ? Character(UnicodeScalar(byte)) : "."
        }
        return String(characters) + (isBigEndian ? " big-endian" : "")
    }

    /// Returns the numeric code of four characters, with the first character in the lowest byte.
    package static func code(_ text: String) -> UInt32 {
        text.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
