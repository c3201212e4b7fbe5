import KioskImages
import KioskSystem
import TouchKitRaster

/// A folder with the images of sparks.
enum SparkFolder {
    /// The largest width and height in pixels; thousands of sparks are drawn at a time.
    static let maximumSize = 64

    /// Returns the paths of the folder's PNG files, sorted by name.
    ///
    /// - Throws: `Failure` if there are none, or one cannot be read or is too large.
    static func files(in folder: String) throws(Failure) -> [String] {
        guard FileSystem.isFolder(folder) else {
            throw failure(folder, "folder does not exist; name one with PNG files")
        }
        let names = FileSystem.names(in: folder).filter { $0.hasSuffix(".png") }.sorted()
        guard !names.isEmpty else {
            throw failure(folder, "no file ends in .png; add a PNG file for each finger")
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
            guard max(picture.width, picture.height) <= maximumSize else {
                throw failure(
                    file,
                    "\(picture.width) × \(picture.height) pixels are too large for a spark; "
                        + "make it \(maximumSize) × \(maximumSize) or smaller")
            }
            files.append(file)
        }
        return files
    }

    private static func failure(_ path: String, _ words: String) -> Failure {
        Failure(status: .input, message: "\(path): \(words)")
    }
}
