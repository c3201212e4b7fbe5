import TouchKitRaster

/// A decoder of PNG images in files and in memory.
package final class PNGDecoder: ImageDecoder {
    private let onFailure: (String) -> Void

    /// Creates a decoder.
    ///
    /// - Parameter onFailure: A closure that is called for each image that cannot be decoded, with
    ///   a one-line message that contains the path, the cause and the remedy.
    package init(onFailure: @escaping (String) -> Void = { _ in }) {
        self.onFailure = onFailure
    }

    /// Returns the image that `bytes` encode, or `nil` if it cannot be decoded.
    package func decode(_ bytes: [UInt8]) -> Bitmap? {
        decode { () throws(PNGError) in try PNGReader.read(bytes) }
    }

    /// Returns the image in the file at `path`, or `nil` if it cannot be decoded.
    package func decode(contentsOfFile path: String) -> Bitmap? {
        decode { () throws(PNGError) in try PNGReader.read(path: path) }
    }

    /// Returns the result of `read`, or reports its error and returns `nil`.
    private func decode(_ read: () throws(PNGError) -> Bitmap) -> Bitmap? {
        do throws(PNGError) {
            return try read()
        } catch {
            onFailure(error.description)
            return nil
        }
    }
}
