import Foundation
import KioskImages
import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerTestSupport

/// Image views and image decoding.
@Suite("Image views", .serialized)
@MainActor
struct ImageViewTests {
    /// 24 × 12 pixels: a red frame, blue and white checks, a green corner.
    private var bitmap: Bitmap {
        let bitmap = Bitmap(width: 24, height: 12)
        for y in 0..<12 {
            for x in 0..<24 {
                let isFrame = x == 0 || y == 0 || x == 23 || y == 11
                let isCheck = (x / 4 + y / 4) % 2 == 0
                bitmap[x, y] = isFrame ? 0xFFE0_2020 : isCheck ? 0xFF30_60D0 : 0xFFF0_F0F0
                if x < 5 && y < 5 { bitmap[x, y] = 0xFF20_A040 }
            }
        }
        return bitmap
    }

    @Test("All content modes in wide and tall views match the golden picture.")
    func golden() throws {
        let simulator = TouchSimulator(whiteScreen: 330, 170)
        let modes: [UIView.ContentMode] = [
            .scaleToFill, .scaleAspectFit, .scaleAspectFill, .center, .topLeft,
        ]
        for (column, mode) in modes.enumerated() {
            for (row, size) in [(56.0, 48.0), (36.0, 64.0), (16.0, 10.0)].enumerated() {
                let view = UIImageView(
                    frame: CGRect(
                        x: 8 + Double(column) * 64, y: [8.0, 64, 140][row], width: size.0,
                        height: size.1))
                view.image = UIImage(bitmap: bitmap)
                view.contentMode = mode
                view.backgroundColor = UIColor(white: 0.85, alpha: 1)
                simulator.window.addSubview(view)
            }
        }
        try expectPicture(simulator.render(), matches: "image-views")
    }

    @Test("R-2.9: an image view receives no touches.")
    func noObstacle() {
        let stage = Stage()
        let view = UIImageView(image: UIImage(bitmap: bitmap))
        stage.view.addSubview(view)
        #expect(!view.isUserInteractionEnabled)
        #expect(stage.window.hitTest(CGPoint(5, 5), with: nil) === stage.view)
        view.isUserInteractionEnabled = true
        #expect(stage.window.hitTest(CGPoint(5, 5), with: nil) === view)
    }

    @Test("An image view's intrinsic size is the image's size in points.")
    func size() {
        let view = UIImageView(image: UIImage(bitmap: bitmap, scale: 2))
        #expect(view.frame == CGRect(x: 0, y: 0, width: 12, height: 6))
        #expect(view.intrinsicContentSize == CGSize(width: 12, height: 6))
        view.image = nil
        view.sizeToFit()
        #expect(view.frame.size == .zero)
    }

    @Test("A stack view lays out an image view again when the image has another size.")
    func sizeInStackView() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 40))
        let view = UIImageView(image: UIImage(bitmap: bitmap, scale: 2))
        let stack = UIStackView(arrangedSubviews: [view, UIView()])
        stack.frame = simulator.window.bounds
        simulator.window.addSubview(stack)
        _ = simulator.render()
        #expect(view.frame.width == 12)
        view.image = UIImage(bitmap: bitmap)
        _ = simulator.render()
        #expect(view.frame.width == 24)
    }

    @Test("Images are created from file contents if the application has a decoder.")
    func decoding() throws {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/decoding.png"
        try PNGFile.write(bitmap, to: path)
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        let simulator = TouchSimulator(
            screenSize: CGSize(width: 24, height: 12), imageDecoder: PNGDecoder())
        let image = try #require(UIImage(data: data))
        simulator.window.addSubview(UIImageView(image: image))
        #expect(image.bitmap.isOpaque)
        #expect(simulator.render().isEqual(to: bitmap))
        #expect(UIImage(data: data.prefix(50)) == nil)
        #expect(UIImage(data: [UInt8]()) == nil)
        let file = try #require(UIImage(contentsOfFile: path, scale: 2))
        #expect(file.bitmap.isEqual(to: bitmap) && file.size == CGSize(width: 12, height: 6))
        #expect(UIImage(contentsOfFile: path + ".missing") == nil)
        let without = TouchSimulator(screenSize: CGSize(width: 24, height: 12))
        #expect(UIImage(data: data) == nil && UIImage(contentsOfFile: path) == nil)
        withExtendedLifetime(without) {}
    }

    @Test("An image is drawn at a point, into a rectangle, and with an opacity.")
    func drawing() {
        let shown = paint(60, 40) { _ in
            let image = UIImage(bitmap: bitmap)
            image.draw(at: CGPoint(3, 2))
            image.draw(at: CGPoint(30, 2), blendMode: .normal, alpha: 0.5)
            image.draw(
                in: CGRect(x: 3, y: 20, width: 48, height: 6), blendMode: .normal, alpha: 7)
        }
        #expect(
            shown[3, 2] == 0xFF20_A040 && shown[26, 13] == 0xFFE0_2020
                && shown[27, 13] == 0xFF00_0000)
        // The green corner at half opacity on black.
        #expect(shown[30, 2] == 0xFF10_5020)
        // Stretched to twice the width and half the height.
        #expect(shown[4, 21] == 0xFF20_A040 && shown[50, 23] == 0xFFE0_2020)
    }

    @Test("Translucent PNG pixels are premultiplied.")
    func translucent() throws {
        // 2 × 1 pixels: half transparent red, and fully transparent.
        let base64 =
            "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEUlEQVR4nGP4z8DQw"
            + "CUixwAACyEBvLXwC+YAAAAASUVORK5CYII="
        let data = try #require(Data(base64Encoded: base64))
        let bitmap = try #require(PNGDecoder().decode(Array(data)))
        #expect(!bitmap.isOpaque)
        #expect(bitmap[0, 0] == 0x8080_0000)
        #expect(bitmap[1, 0] == 0)
    }

    @Test("Changing the image or the content mode requests a redraw.")
    func invalidation() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 40, height: 40))
        let view = UIImageView(frame: CGRect(x: 2, y: 3, width: 30, height: 30))
        simulator.window.addSubview(view)
        _ = simulator.render()
        view.image = UIImage(bitmap: bitmap)
        #expect(simulator.isUpToDate())
        view.contentMode = .scaleAspectFill
        #expect(simulator.isUpToDate())
        view.transform = CGAffineTransform(rotationAngle: 0.7)
        #expect(simulator.isUpToDate())
        view.image = nil
        #expect(simulator.isUpToDate())
        #expect(letters(simulator.render()).allSatisfy { $0.allSatisfy { $0 == "." } })
    }
}
