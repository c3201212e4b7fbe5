/// Makes pictures of files' contents.
package protocol ImageDecoder: AnyObject {
    /// The picture that the bytes describe; nil where they are none that the decoder knows, are
    /// damaged, or describe one that is too large.
    func decode(_ bytes: [UInt8]) -> Bitmap?
}
