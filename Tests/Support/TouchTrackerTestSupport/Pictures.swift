import Foundation
import KioskImages
import Testing
import TouchKitRaster

/// Holds a picture against its golden one, pixel for pixel.
///
/// Golden pictures lie in the folder `Goldens` beside the test. Where they differ, the picture and
/// the difference (white where pixels differ) are left in `out/pictures`. With `UPDATE_GOLDENS=1` in
/// the environment the golden picture is written anew: look at it before you commit it.
///
/// - Parameters:
///   - bitmap: The picture.
///   - name: The golden picture's name, without `.png`.
///   - file: The test's file.
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
    let expected = try PNGFile.read(golden.path)
    if bitmap.isEqual(to: expected) { return }
    let leavings = Repository.root.appendingPathComponent("out/pictures")
    try FileManager.default.createDirectory(at: leavings, withIntermediateDirectories: true)
    let actualPath = leavings.appendingPathComponent("\(name).actual.png").path
    try PNGFile.write(bitmap, to: actualPath)
    let differing = difference(bitmap, expected)
    if let picture = differing.picture {
        let path = leavings.appendingPathComponent("\(name).difference.png").path
        try PNGFile.write(picture, to: path)
    }
    Issue.record(
        "\(name): \(differing.words); see \(actualPath)", sourceLocation: sourceLocation)
}

/// The number of pixels that two pictures of one size have different.
package func differingPixels(_ left: Bitmap, _ right: Bitmap) -> Int {
    var count = 0
    for y in 0..<left.height {
        for x in 0..<left.width where left[x, y] != right[x, y] { count += 1 }
    }
    return count
}

private func difference(_ left: Bitmap, _ right: Bitmap) -> (words: String, picture: Bitmap?) {
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

/// The package's own folder.
package enum Repository {
    /// The top of the package.
    package static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
}
