/// A decoder of compressed image files.
package protocol ImageDecoder: AnyObject {
    /// Returns the image that `bytes` encodes, or `nil` if the format is unknown, the data is
    /// damaged or the image is too large.
    func decode(_ bytes: [UInt8]) -> Bitmap?

    /// Returns the image in the file at `path`, or `nil` if the file is unreadable or damaged, has
    /// an unknown format or contains an image that is too large.
    func decode(contentsOfFile path: String) -> Bitmap?
}
