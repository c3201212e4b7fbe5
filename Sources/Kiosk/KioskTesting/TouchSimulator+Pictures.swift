import KioskImages
import KioskText
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting

extension TouchSimulator {
    /// Creates an application on a screen that loads PNG files with `UIImage` and font files with
    /// `UIFont.registerFont(atPath:)`, as on a board.
    ///
    /// The system font is the built-in font, which is the same on all machines.
    ///
    /// - Parameters:
    ///   - screenSize: The size of the screen, in points.
    ///   - scale: The number of pixels per point, greater than 0.
    /// - Returns: A simulator at time 0.
    public static func withImages(screenSize: CGSize, scale: CGFloat = 1) -> TouchSimulator {
        precondition(scale > 0, "TouchSimulator: scale must be greater than 0")
        return TouchSimulator(
            screenSize: screenSize, scale: scale, glyphs: RegisteredFonts(BuiltInFont()),
            imageDecoder: PNGDecoder())
    }

    /// Saves the picture that a display would show as a PNG file.
    ///
    /// - Parameter path: The path of the file, which is created or replaced.
    /// - Throws: `PictureError` if the file cannot be written.
    public func savePNG(to path: String) throws(PictureError) {
        try render().savePNG(to: path)
    }

    /// Checks that a display would show the golden picture `Goldens/NAME.png` beside the source
    /// file of the test.
    ///
    /// If the pictures differ in any pixel, the actual picture and a picture of the difference are
    /// written beside the golden picture, as `NAME.actual.png` and `NAME.difference.png`. With
    /// `UPDATE_GOLDENS=1` in the environment, the golden picture is replaced instead; look at it
    /// before you commit it.
    ///
    /// ```swift
    /// try simulator.verifyPicture("three-cards")
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the golden picture without `.png`.
    ///   - file: The source file of the test.
    /// - Throws: `PictureError` if the pictures differ, or if the golden picture is missing.
    public func verifyPicture(_ name: String, file: String = #filePath) throws(PictureError) {
        let golden = GoldenPicture(name, besideSourceFile: file)
        let folder = golden.path.dropLast("/\(name).png".count)
        try golden.verify(render(), output: String(folder))
    }
}
