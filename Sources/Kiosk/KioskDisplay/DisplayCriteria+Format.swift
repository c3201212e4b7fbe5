import TouchKitRaster

extension DisplayCriteria {
    /// The supported formats in the order of preference.
    ///
    /// Formats with 8 bits per channel come first. An alpha channel is unnecessary for scanout.
    private static let preferredFormats: [PixelFormat] = [.xrgb8888, .argb8888, .rgb565]

    /// Returns the pixel format for a display's buffers.
    ///
    /// - Parameters:
    ///   - offered: The four-character codes of the formats that the primary plane can scan out.
    ///     If the array is empty, because the driver reports none, the requested or most preferred
    ///     format is returned.
    ///   - displayName: The display's name for the error.
    /// - Throws: `DisplayError` if the plane lacks the requested format, or all supported formats.
    package func selectFormat(
        among offered: [String], displayName: String
    ) throws(DisplayError) -> PixelFormat {
        if offered.isEmpty { return format ?? Self.preferredFormats[0] }
        let possible = Self.preferredFormats.filter { offered.contains($0.fourCharacterCode) }
        guard let best = possible.first else {
            throw DisplayError(
                .failed, subject: displayName,
                cause: "it supports \(offered.joined(separator: ", ")), but none of "
                    + Self.preferredFormats.map(\.rawValue).joined(separator: ", "),
                remedy: "choose another card")
        }
        guard let format else { return best }
        guard possible.contains(format) else {
            throw DisplayError(
                .missing, subject: displayName, cause: "it has no format \(format.rawValue)",
                remedy: "use one of \(possible.map(\.rawValue).joined(separator: ", "))")
        }
        return format
    }
}
