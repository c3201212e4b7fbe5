import KioskImages
import KioskText
import LabScreens
import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerAppTestSupport
import TouchTrackerTestSupport

import class Foundation.ProcessInfo

/// All screens of the app in the board's font, on screens of five sizes.
///
/// With `TOUCHTRACKER_SCREEN_SHEETS=FOLDER` in the environment, a picture of all screens of each
/// size is written to the folder. `scripts/docs-images --screens` makes those in `docs/images`.
@Suite("Screens of five sizes", .serialized)
@MainActor
struct ScreenSheetTests {
    /// The least distance of a button from the edges of a screen, in points.
    private static let minimumMargin: CGFloat = 6
    private static let columns = 4

    @Test(
        "Texts fit, and buttons keep a distance from the edges and do not overlap",
        arguments: [
            (800.0, 480.0, 1.0), (480, 800, 1), (360, 640, 2), (1_280, 800, 1), (960, 540, 2),
        ])
    func screens(width: Double, height: Double, scale: Double) throws {
        let glyphs = SystemFont().glyphs
        var pictures = try drawingPictures(
            TouchSimulator(
                screenSize: CGSize(width: width, height: height), scale: scale, glyphs: glyphs))
        let app = MaintenanceTestApp(
            width: width, height: height, scale: scale, technicianScreens: LabTechnicianScreens(),
            glyphs: glyphs)
        app.screen.brightness = 0.7
        app.rawTouches.touchscreens = [FieldTestDriver.makeTouchscreen(1)]
        app.holdThreeFingers()
        pictures.append(try screen(of: app, "lock"))
        app.drawPattern(app.authenticator.correctDots)
        app.simulator.advance(by: 0.4)
        pictures.append(try screen(of: app, "menu"))
        for item in [MaintenanceItem.scenes, .display, .benchmark] {
            try app.tap(item)
            pictures.append(try screen(of: app, item.title))
            try app.tap("Back")
        }
        for item in [MaintenanceItem.cleaning, .orientation, .fieldTest] {
            if app.overlay == nil { app.openMenu() }
            try app.tap(item)
            app.simulator.advance(by: 0.5)
            pictures.append(try screen(of: app, item.title))
            app.delegate.applicationWillResignActive(app.application)
        }
        guard let folder = ProcessInfo.processInfo.environment["TOUCHTRACKER_SCREEN_SHEETS"] else {
            return
        }
        let suffix = scale == 1 ? "" : "@\(Int(scale))"
        let name = "\(Int(width * scale))x\(Int(height * scale))\(suffix)"
        try PNGFile.write(Self.sheet(of: pictures), to: "\(folder)/screens-\(name).png")
    }

    // MARK: Screens

    /// Draws with the pen, and returns the pictures of the drawing scene and of the sheet of pages.
    private func drawingPictures(_ simulator: TouchSimulator) throws -> [Bitmap] {
        let scene = DrawingSceneController(options: AppOptions())
        scene.onPagesRequest = {}
        simulator.window.rootViewController = scene
        simulator.advance(by: 0.1)
        let size = simulator.window.bounds.size
        for (index, color) in [InkColor.blue, .orange, .green].enumerated() {
            let points = (0...40).map { step in
                let progress = CGFloat(step) / 40
                return CGPoint(
                    x: size.width * (0.12 + 0.76 * progress),
                    y: size.height
                        * (0.2 + 0.2 * CGFloat(index) + (step % 10 < 5 ? 0.06 : -0.02) * progress))
            }
            scene.drawingController.drawing.add(
                points, tool: .pen, color: color, width: CGFloat(6 + 6 * index))
        }
        simulator.advance(by: 1)
        let drawing = simulator.render()
        let bitmap = scene.drawingController.drawing.picture.bitmap
        let sheet = PagesView(
            numbers: [1, 2, 3, 4, 5], shown: 2, canAdd: false, paper: .white
        ) { $0 < 5 ? bitmap : nil }
        scene.showPages(sheet)
        simulator.advance(by: 0.1)
        check(sheet, "pages")
        return [drawing, simulator.render()]
    }

    /// Checks the screen in front of the scene, and returns its picture.
    private func screen(of app: MaintenanceTestApp, _ name: String) throws -> Bitmap {
        let picture = app.simulator.render()
        check(try #require(app.overlay), name)
        return picture
    }

    // MARK: Checks

    private func check(_ root: UIView, _ screen: String) {
        let labels = visibleViews(UILabel.self, in: root)
        for label in labels where label.text?.isEmpty == false {
            let isLine = label.numberOfLines == 1
            let fitting = label.sizeThatFits(
                isLine ? .zero : CGSize(width: label.bounds.width, height: 0))
            let text = label.text ?? ""
            #expect(fitting.width <= label.bounds.width + 0.5, "\(screen): \(text)")
            #expect(fitting.height <= label.bounds.height + 0.5, "\(screen): \(text)")
        }
        let frames = visibleViews(UIButton.self, in: root).map { $0.convert($0.bounds, to: nil) }
        let area = root.bounds.insetBy(dx: Self.minimumMargin, dy: Self.minimumMargin)
        for (index, frame) in frames.enumerated() {
            #expect(area.contains(frame), "\(screen): \(frame)")
            for other in frames[..<index] {
                #expect(!frame.intersects(other), "\(screen): \(frame), \(other)")
            }
        }
    }

    private func visibleViews<View: UIView>(_ type: View.Type, in view: UIView) -> [View] {
        if view.isHidden || view.alpha == 0 { return [] }
        let own = (view as? View).map { [$0] } ?? []
        return own + view.subviews.flatMap { visibleViews(type, in: $0) }
    }

    // MARK: Sheets

    /// Returns a picture with all pictures side by side, reduced to about 400 pixels.
    private static func sheet(of pictures: [Bitmap]) -> Bitmap {
        let factor = max(max(pictures[0].width, pictures[0].height) / 400, 1)
        let (width, height) = (pictures[0].width / factor, pictures[0].height / factor)
        let gap = 8
        let rows = (pictures.count + columns - 1) / columns
        let sheet = Bitmap(
            width: columns * (width + gap) - gap, height: rows * (height + gap) - gap)
        for y in 0..<sheet.height {
            for x in 0..<sheet.width { sheet[x, y] = 0xFF80_8080 }
        }
        for (index, picture) in pictures.enumerated() {
            let left = index % columns * (width + gap)
            let top = index / columns * (height + gap)
            for y in 0..<height {
                for x in 0..<width {
                    sheet[left + x, top + y] = mean(picture, x * factor, y * factor, factor)
                }
            }
        }
        return sheet
    }

    /// Returns the mean color of a square of pixels.
    private static func mean(_ picture: Bitmap, _ left: Int, _ top: Int, _ side: Int) -> UInt32 {
        var sums: (red: UInt32, green: UInt32, blue: UInt32) = (0, 0, 0)
        for y in top..<top + side {
            for x in left..<left + side {
                let pixel = picture[x, y]
                sums.red += pixel >> 16 & 255
                sums.green += pixel >> 8 & 255
                sums.blue += pixel & 255
            }
        }
        let count = UInt32(side * side)
        return 255 << 24 | (sums.red / count) << 16 | (sums.green / count) << 8
            | (sums.blue / count)
    }
}
