import TouchKitRaster

/// Makes pictures of PNG files and of their contents in memory.
package final class PNGDecoder: ImageDecoder {
    private let complain: (String) -> Void

    /// Makes a decoder.
    ///
    /// - Parameter complain: Gets one line for each picture that can't be made: which, why, and what
    ///   to do.
    package init(complain: @escaping (String) -> Void = { _ in }) {
        self.complain = complain
    }

    package func decode(_ bytes: [UInt8]) -> Bitmap? {
        picture { () throws(PNGError) in try PNGReader.read(bytes) }
    }

    package func decode(contentsOfFile path: String) -> Bitmap? {
        picture { () throws(PNGError) in try PNGReader.read(path: path) }
    }

    private func picture(_ read: () throws(PNGError) -> Bitmap) -> Bitmap? {
        do throws(PNGError) {
            return try read()
        } catch {
            complain(error.description)
            return nil
        }
    }
}
