import KioskImages
import KioskSystem
import TouchKitRaster

/// The images of sparks in a folder.
enum SparkFolder {
    /// The largest extent, in pixels: there are thousands of sparks at a time.
    static let largestExtent = 64

    /// The paths of its PNGs, in the order of their names.
    ///
    /// - Throws: `Failure` where there are none, or one can't be read or is too large.
    static func files(in folder: String) throws(Failure) -> [String] {
        guard Folder.isFolder(folder) else {
            throw failure(folder, "there is no such folder; name one with PNGs of sparks")
        }
        let names = Folder.names(in: folder).filter { $0.hasSuffix(".png") }.sorted()
        guard !names.isEmpty else {
            throw failure(folder, "no file in it ends in .png; put a PNG there for each finger")
        }
        var files: [String] = []
        for name in names {
            let file = "\(folder)/\(name)"
            let picture: Bitmap
            do {
                picture = try PNGFile.read(file)
            } catch {
                throw Failure(status: .input, message: error.description)
            }
            guard max(picture.width, picture.height) <= largestExtent else {
                throw failure(
                    file,
                    "\(picture.width) × \(picture.height) pixels are too many for a spark; "
                        + "make it \(largestExtent) × \(largestExtent) or smaller")
            }
            files.append(file)
        }
        return files
    }

    private static func failure(_ path: String, _ words: String) -> Failure {
        Failure(status: .input, message: "\(path): \(words)")
    }
}
