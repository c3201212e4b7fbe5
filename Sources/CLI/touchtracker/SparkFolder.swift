import KioskImages
import KioskRuntime
import KioskSystem

/// A namespace for finding the spark images in a folder. A spark image is the picture of the
/// particles that a touch emits in the scene `sparkles`.
enum SparkFolder {
    /// The maximum width and height of a spark image in pixels. The size is limited, because
    /// thousands of sparks are drawn at the same time.
    static let maximumSize = 64

    /// Returns the paths of the PNG files in a folder, sorted by name.
    ///
    /// - Throws: `Failure` if the folder contains no PNG file, or if a file cannot be read or is
    ///   too large.
    static func files(in folder: String) throws(Failure) -> [String] {
        guard FileSystem.isFolder(folder) else {
            throw failure(folder, "the folder does not exist; specify a folder with PNG files")
        }
        let names = FileSystem.names(in: folder).filter { $0.hasSuffix(".png") }.sorted()
        guard !names.isEmpty else {
            throw failure(folder, "no file ends in .png; add a PNG file for each finger")
        }
        var files: [String] = []
        for name in names {
            let file = "\(folder)/\(name)"
            do {
                // Decoding an image of any size could exhaust the memory.
                let (width, height) = try PNGFile.readSize(file)
                guard max(width, height) <= maximumSize else {
                    throw failure(
                        file,
                        "\(width) × \(height) pixels are too large for a spark; "
                            + "use at most \(maximumSize) × \(maximumSize) pixels")
                }
                _ = try PNGFile.read(file)
            } catch let error as Failure {
                throw error
            } catch {
                throw Failure(status: .input, message: "\(error)")
            }
            files.append(file)
        }
        return files
    }

    private static func failure(_ path: String, _ problem: String) -> Failure {
        Failure(status: .input, message: "\(path): \(problem)")
    }
}
