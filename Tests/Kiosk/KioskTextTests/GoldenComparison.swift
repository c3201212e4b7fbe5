import Foundation
import KioskImages
import Testing
import TouchKitRaster
import TouchTrackerTestSupport

/// Compares an image with a golden image by the mean brightness of blocks of 8 × 8 pixels.
///
/// The tolerance is 20 of 255 levels. A letter of another size, weight or position exceeds the
/// tolerance, and the differences between FreeType versions do not.
func expectImage(
    _ bitmap: Bitmap, resembles name: String, file: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let golden = URL(fileURLWithPath: file).deletingLastPathComponent()
        .appendingPathComponent("Goldens").appendingPathComponent("\(name).png")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
        try PNGFile.write(bitmap, to: golden.path)
        return
    }
    let expected = try PNGFile.read(golden.path)
    try #require(bitmap.width == expected.width && bitmap.height == expected.height)
    for y in stride(from: 0, to: bitmap.height, by: 8) {
        for x in stride(from: 0, to: bitmap.width, by: 8) {
            let difference = abs(brightness(bitmap, x, y) - brightness(expected, x, y))
            #expect(
                difference <= 20, "the block at \(x), \(y) differs by \(difference) levels",
                sourceLocation: sourceLocation)
        }
    }
}

/// Returns the mean green value of a block.
private func brightness(_ bitmap: Bitmap, _ left: Int, _ top: Int) -> Double {
    var sum = 0.0
    var count = 0.0
    for y in top..<min(top + 8, bitmap.height) {
        for x in left..<min(left + 8, bitmap.width) {
            sum += Double(bitmap[x, y] >> 8 & 0xFF)
            count += 1
        }
    }
    return sum / count
}
