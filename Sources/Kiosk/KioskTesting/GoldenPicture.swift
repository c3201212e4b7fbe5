import Glibc
import KioskImages
import KioskSystem
import TouchKitRaster

/// The file of a golden picture: the expected picture in a test.
package struct GoldenPicture {
    /// The path of the file.
    package let path: String

    /// Creates the golden picture `Goldens/NAME.png` beside a source file.
    package init(_ name: String, besideSourceFile file: String) {
        path = "\(FileSystem.split(file).folder)/Goldens/\(name).png"
    }

    /// Whether the environment variable `UPDATE_GOLDENS` is `1`, so that tests replace golden
    /// pictures instead of comparing them.
    package static var isUpdating: Bool {
        getenv("UPDATE_GOLDENS").map { String(cString: $0) } == "1"
    }

    /// Compares `bitmap` with the golden picture, or replaces the golden picture if `isUpdating`.
    ///
    /// If the pictures differ, writes `bitmap` and a picture of the difference, in which differing
    /// pixels are white, to the folder `output`, as `NAME.actual.png` and `NAME.difference.png`.
    ///
    /// - Throws: `PictureError` if the pictures differ, or if a file cannot be read or written.
    package func verify(_ bitmap: Bitmap, output: String) throws(PictureError) {
        let (folder, file) = FileSystem.split(path)
        if Self.isUpdating {
            mkdir(folder, 0o777)
            return try bitmap.savePNG(to: path)
        }
        let remedy = "look at the picture, then run the test with UPDATE_GOLDENS=1"
        guard FileSystem.exists(path) else {
            throw PictureError(path, cause: "the golden picture is missing", remedy: remedy)
        }
        let golden: Bitmap
        do {
            golden = try PNGFile.read(path)
        } catch {
            throw PictureError(path, cause: error.cause, remedy: error.remedy)
        }
        if bitmap.isEqual(to: golden) { return }
        let name = file.dropLast(".png".count)
        mkdir(output, 0o777)
        let actual = "\(output)/\(name).actual.png"
        try bitmap.savePNG(to: actual)
        let difference = bitmap.difference(from: golden)
        try difference.picture?.savePNG(to: "\(output)/\(name).difference.png")
        throw PictureError(
            path, cause: "\(difference.summary), see \(actual)",
            remedy: "if the new picture is right, run the test with UPDATE_GOLDENS=1")
    }
}

extension Bitmap {
    /// Writes the bitmap to a PNG file.
    func savePNG(to path: String) throws(PictureError) {
        do {
            try PNGFile.write(self, to: path)
        } catch {
            throw PictureError(path, cause: error.cause, remedy: error.remedy)
        }
    }

    /// Returns the number of differing pixels as text, and a picture in which these are white, or
    /// `nil` if the sizes differ.
    fileprivate func difference(from golden: Bitmap) -> (summary: String, picture: Bitmap?) {
        guard width == golden.width, height == golden.height else {
            return (
                "\(width) × \(height) pixels instead of \(golden.width) × \(golden.height)", nil
            )
        }
        let picture = Bitmap(width: width, height: height)
        var count = 0
        for y in 0..<height {
            for x in 0..<width where self[x, y] != golden[x, y] {
                picture[x, y] = PixelColor.white.opaquePixel
                count += 1
            }
        }
        return ("\(count) of \(width * height) pixels differ", picture)
    }
}
