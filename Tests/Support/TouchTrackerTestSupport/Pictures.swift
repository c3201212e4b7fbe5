import Foundation
import KioskImages
import Testing
import TouchKitRaster

/// Records an issue if a picture differs from its golden picture in any pixel.
///
/// Golden pictures are in the folder `Goldens` beside the test's source file. On a difference, the
/// actual picture and a picture of the difference (differing pixels are white) are written to
/// `out/pictures`. With `UPDATE_GOLDENS=1` in the environment the golden picture is overwritten
/// instead; inspect it before committing it.
///
/// - Parameters:
///   - bitmap: The actual picture.
///   - name: The golden picture's file name without `.png`.
///   - file: The test's source file.
///   - sourceLocation: The location at which the issue is recorded.
package func expectPicture(
    _ bitmap: Bitmap, matches name: String, file: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let golden = URL(fileURLWithPath: file).deletingLastPathComponent()
        .appendingPathComponent("Goldens").appendingPathComponent("\(name).png")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
        try FileManager.default.createDirectory(
            at: golden.deletingLastPathComponent(), withIntermediateDirectories: true)
        try PNGFile.write(bitmap, to: golden.path)
        return
    }
    guard FileManager.default.fileExists(atPath: golden.path) else {
        Issue.record(
            "\(golden.path): the golden picture is missing; run this test with UPDATE_GOLDENS=1",
            sourceLocation: sourceLocation)
        return
    }
    let expected = try PNGFile.read(golden.path)
    if bitmap.isEqual(to: expected) { return }
    let outputFolder = Repository.root.appendingPathComponent("out/pictures")
    try FileManager.default.createDirectory(at: outputFolder, withIntermediateDirectories: true)
    let actualPath = outputFolder.appendingPathComponent("\(name).actual.png").path
    try PNGFile.write(bitmap, to: actualPath)
    let differing = difference(bitmap, expected)
    if let picture = differing.picture {
        let path = outputFolder.appendingPathComponent("\(name).difference.png").path
        try PNGFile.write(picture, to: path)
    }
    Issue.record(
        "\(name): \(differing.message); see \(actualPath)", sourceLocation: sourceLocation)
}

/// Returns the number of pixels that differ between two pictures of the same size.
package func differingPixels(_ left: Bitmap, _ right: Bitmap) -> Int {
    var count = 0
    for y in 0..<left.height {
        for x in 0..<left.width where left[x, y] != right[x, y] { count += 1 }
    }
    return count
}

private func difference(_ left: Bitmap, _ right: Bitmap) -> (message: String, picture: Bitmap?) {
    guard left.width == right.width, left.height == right.height else {
        return (
            "\(left.width) × \(left.height) pixels instead of \(right.width) × \(right.height)", nil
        )
    }
    let picture = Bitmap(width: left.width, height: left.height)
    for y in 0..<left.height {
        for x in 0..<left.width where left[x, y] != right[x, y] {
            picture[x, y] = PixelColor.white.opaquePixel
        }
    }
    return ("\(differingPixels(left, right)) pixels differ", picture)
}

/// The locations of the package's files.
package enum Repository {
    /// The root folder of the package.
    package static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
}
