import TouchKitRaster

extension PixelFormat {
    /// The kernel's four characters for it (`drm_fourcc.h`).
    package var fourCharacterCode: String {
        switch self {
        case .xrgb8888: "XR24"
        case .argb8888: "AR24"
        case .rgb565: "RG16"
        }
    }
}

extension DisplayRequest {
    /// What is taken where nothing is asked for, the best first: full colours; opacity that nobody
    /// needs only where there is no format without it; 16 bits where a plane has nothing else.
    private static let preference: [PixelFormat] = [.xrgb8888, .argb8888, .rgb565]

    /// The format of a display's buffers.
    ///
    /// - Parameters:
    ///   - offered: What its primary plane can scan out, as four-character codes; nothing where the
    ///     driver doesn't tell, and then the first choice is tried.
    ///   - subject: The display, for the error.
    /// - Throws: `DisplayError` where the plane hasn't the format that is asked for, or none of ours.
    package func format(
        among offered: [String], of subject: String
    ) throws(DisplayError) -> PixelFormat {
        if offered.isEmpty { return format ?? Self.preference[0] }
        let possible = Self.preference.filter { offered.contains($0.fourCharacterCode) }
        guard let best = possible.first else {
            throw DisplayError(
                .failed, subject: subject,
                cause: "it shows \(offered.joined(separator: ", ")) and none of "
                    + Self.preference.map(\.rawValue).joined(separator: ", "),
                remedy: "choose another card")
        }
        guard let format else { return best }
        guard possible.contains(format) else {
            throw DisplayError(
                .missing, subject: subject, cause: "it has no format \(format.rawValue)",
                remedy: "use one of \(possible.map(\.rawValue).joined(separator: ", "))")
        }
        return format
    }
}

/// Names of pixel formats.
package enum FourCharacterCode {
    /// The four characters, as in `drm_fourcc.h`; what can't be printed is a point. The highest bit
    /// says big-endian.
    package static func text(_ code: UInt32) -> String {
        let isBigEndian = code >> 31 == 1
        let characters = [0, 8, 16, 24].map { shift -> Character in
            let byte = UInt8(truncatingIfNeeded: (code & 0x7FFF_FFFF) >> UInt32(shift))
            return (0x20...0x7E).contains(byte) ? Character(UnicodeScalar(byte)) : "."
        }
        return String(characters) + (isBigEndian ? " big-endian" : "")
    }

    /// The number of four characters, the first in the lowest byte.
    package static func code(_ text: String) -> UInt32 {
        text.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
