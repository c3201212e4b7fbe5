import Foundation
import KioskTesting
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
    let golden = GoldenPicture(name, besideSourceFile: file)
    let output = Repository.root.appendingPathComponent("out/pictures")
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    do {
        try golden.verify(bitmap, output: output.path)
    } catch {
        Issue.record("\(error)", sourceLocation: sourceLocation)
    }
}

/// Returns the number of pixels that differ between two pictures, or `Int.max` if the sizes differ.
package func differingPixels(_ left: Bitmap, _ right: Bitmap) -> Int {
    guard left.width == right.width, left.height == right.height else { return .max }
    var count = 0
    for y in 0..<left.height {
        for x in 0..<left.width where left[x, y] != right[x, y] { count += 1 }
    }
    return count
}

/// Returns the largest difference of a channel between two pictures of equal size.
package func largestDifference(_ left: Bitmap, _ right: Bitmap) -> Int {
    var largest = 0
    for y in 0..<left.height {
        for x in 0..<left.width {
            for shift: UInt32 in [0, 8, 16, 24] {
                let first = Int(left[x, y] >> shift & 0xFF)
                let second = Int(right[x, y] >> shift & 0xFF)
                largest = max(largest, abs(first - second))
            }
        }
    }
    return largest
}

/// The locations of the package's files.
package enum Repository {
    /// The root folder of the package.
    package static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
}
