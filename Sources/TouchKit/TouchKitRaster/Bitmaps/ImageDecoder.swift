/// Makes pictures of files' contents.
package protocol ImageDecoder: AnyObject {
    /// The picture that the bytes describe; nil where they are none that the decoder knows, are
    /// damaged, or describe one that is too large. Whoever made the decoder may hear why.
    func decode(_ bytes: [UInt8]) -> Bitmap?

    /// The picture in a file; nil where it can't be read, or for the same reasons.
    func decode(contentsOfFile path: String) -> Bitmap?
}
