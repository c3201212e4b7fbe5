import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerTestSupport

/// Drawing and measuring of text.
@Suite("Text", .serialized)
@MainActor
struct TextTests {
    private func painting(_ width: Int, _ height: Int) -> (TouchSimulator, PaintingView) {
        let simulator = TouchSimulator(screenSize: CGSize(width: width, height: height))
        let view = PaintingView(frame: simulator.window.bounds)
        view.backgroundColor = .white
        simulator.window.addSubview(view)
        return (simulator, view)
    }

    @Test("Text at a point, in a rectangle, rotated and mirrored matches the golden picture.")
    func golden() throws {
        let (simulator, view) = painting(300, 150)
        view.paint = { _ in
            "Black, 12 points".draw(at: CGPoint(6, 6))
            "Red and\nbold".draw(
                at: CGPoint(6, 24),
                withAttributes: [
                    .font: UIFont.boldSystemFont(ofSize: 18), .foregroundColor: UIColor.red,
                ])
            UIColor.lightGray.setFill()
            let box = CGRect(x: 150, y: 6, width: 120, height: 56)
            UIRectFill(box)
            "Into a rectangle, as much as it holds of it".draw(
                in: box, withAttributes: [.font: UIFont.systemFont(ofSize: 17)])
            "Größe: 3 × 4 …".draw(
                at: CGPoint(6, 70), withAttributes: [.font: UIFont.systemFont(ofSize: 27)])
        }
        let transforms = [
            CGAffineTransform(rotationAngle: .pi / 2), CGAffineTransform(rotationAngle: -0.4),
            CGAffineTransform(scaleX: -1, y: 1), CGAffineTransform(scaleX: 1, y: 2),
        ]
        for (index, transform) in transforms.enumerated() {
            let turned = PaintingView(
                frame: CGRect(x: 20 + Double(index) * 65, y: 112, width: 44, height: 24))
            turned.transform = transform
            turned.paint = { _ in
                "Text".draw(
                    at: CGPoint(2, 2), withAttributes: [.font: UIFont.systemFont(ofSize: 17)])
            }
            simulator.window.addSubview(turned)
        }
        try expectPicture(simulator.render(), matches: "text")
    }

    @Test("Drawn text fills its measured size and does not exceed it.")
    func measuring() {
        let (simulator, view) = painting(200, 60)
        let text = "Measured gjpq ÄÖÜ"
        let font = UIFont.systemFont(ofSize: 9)
        view.paint = { _ in text.draw(at: CGPoint(10, 10), withAttributes: [.font: font]) }
        let size = text.size(withAttributes: [.font: font])
        #expect(size.height == font.lineHeight && font.lineHeight == 10)
        #expect(font.ascender == 8 && font.descender == -2 && font.capHeight == 7)
        let shown = simulator.render()
        var box = PixelRect.empty
        for y in 0..<60 {
            for x in 0..<200 where shown[x, y] != 0xFFFF_FFFF {
                let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
                box = box.isEmpty ? pixel : box.union(pixel)
            }
        }
        #expect(box.minX == 10 && box.maxX == 10 + Int(size.width) - 1)
        #expect(box.minY == 11 && box.maxY == 20)
        #expect("two\nlines".size(withAttributes: [.font: font]).height == 20)
        #expect("".size() == .zero)
    }

    @Test("A rectangle of the measured size shows all lines.")
    func measuredRectangle() {
        let (simulator, view) = painting(60, 40)
        let text = "two\nlines"
        let attributes: [TextAttribute: Any] = [.font: UIFont.systemFont(ofSize: 9)]
        // In floating-point arithmetic, 3 / 7 + 10 + 10 is greater than 3 / 7 + 20.
        let corner = CGPoint(5, 3.0 / 7)
        view.paint = { _ in text.draw(at: corner, withAttributes: attributes) }
        let expected = simulator.render()
        view.paint = { _ in
            let size = text.size(withAttributes: attributes)
            text.draw(in: CGRect(origin: corner, size: size), withAttributes: attributes)
        }
        view.setNeedsDisplay()
        #expect(simulator.render().isEqual(to: expected))
    }

    @Test("A paragraph that begins with a space is broken at the space, not inside a word.")
    func leadingSpace() {
        let (simulator, view) = painting(60, 40)
        let attributes: [TextAttribute: Any] = [.font: UIFont.systemFont(ofSize: 9)]
        let width = "word".size(withAttributes: attributes).width
        let box = CGRect(x: 5, y: 5, width: width, height: 30)
        view.paint = { _ in "\nword".draw(in: box, withAttributes: attributes) }
        let expected = simulator.render()
        #expect(letters(expected).contains { $0.contains { $0 != "W" } })
        view.paint = { _ in " word".draw(in: box, withAttributes: attributes) }
        view.setNeedsDisplay()
        #expect(simulator.render().isEqual(to: expected))
    }

    @Test("Weights from semibold are bold, and digits have one width.")
    func weights() {
        let (simulator, _) = painting(20, 20)
        #expect(UIFont.systemFont(ofSize: 9, weight: .medium) == .systemFont(ofSize: 9))
        for weight in [UIFont.Weight.semibold, .bold] {
            #expect(UIFont.systemFont(ofSize: 9, weight: weight) == .boldSystemFont(ofSize: 9))
        }
        for weight in [UIFont.Weight.regular, .bold] {
            let font = UIFont.monospacedDigitSystemFont(ofSize: 18, weight: weight)
            let widths = "0123456789".map { String($0).size(withAttributes: [.font: font]).width }
            #expect(Set(widths).count == 1)
        }
        withExtendedLifetime(simulator) {}
    }

    @Test("At scale 2, line heights are in points, and the dots of a font are whole pixels.")
    func scale() {
        let geometry = ScreenGeometry(scanoutWidth: 200, scanoutHeight: 100, scale: 2)
        let application = UIApplication(
            screen: UIScreen(geometry: geometry), glyphs: BuiltInFont())
        let font = UIFont.systemFont(ofSize: 9)
        #expect(font.lineHeight == 10)
        // The test font has dots of a ninth of an em: 1.44 pixels at scale 1, but 3 at scale 2.
        #expect(UIFont.systemFont(ofSize: 13).lineHeight == 15)
        withExtendedLifetime(application) {}
    }

    @Test("Without a font, text measures zero and draws nothing.")
    func withoutFont() {
        let geometry = ScreenGeometry(scanoutWidth: 100, scanoutHeight: 50)
        let application = UIApplication(screen: UIScreen(geometry: geometry))
        let window = UIWindow(frame: geometry.bounds)
        let label = UILabel(frame: geometry.bounds)
        label.textColor = .white
        label.text = "Nothing"
        window.addSubview(label)
        window.makeKeyAndVisible()
        #expect("Nothing".size() == .zero && UIFont.systemFont(ofSize: 17).lineHeight == 0)
        #expect(label.sizeThatFits(.zero) == .zero)
        let list = DisplayList()
        var region = Region()
        application.collectDamage(into: &region)
        application.record(region, into: list)
        #expect(list.count == 0)
    }

    @Test("Extreme font sizes and non-finite positions do not break drawing.")
    func strangeNumbers() {
        let (simulator, view) = painting(60, 40)
        for wild in [CGFloat.nan, .infinity, -5, 0, 1e-9, 1e9, 4_000] {
            view.paint = { _ in
                let font = UIFont.systemFont(ofSize: wild)
                "Wild".draw(at: CGPoint(5, 5), withAttributes: [.font: font])
                "Wild".draw(at: CGPoint(wild, wild))
                "Wild words".draw(in: CGRect(x: 0, y: 0, width: wild, height: 1e9))
            }
            view.setNeedsDisplay()
            #expect(simulator.isUpToDate(), "\(wild)")
        }
    }

    @Test("Partially redrawn text equals the original, independent of the damage.")
    func partial() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 160, height: 60))
        let view = DirectPaintingView(frame: simulator.window.bounds)
        view.backgroundColor = .white
        simulator.window.addSubview(view)
        view.transform = CGAffineTransform(rotationAngle: 0.1)
        view.paint = { _ in
            "Some text to be cut".draw(
                at: CGPoint(8, 8), withAttributes: [.font: UIFont.systemFont(ofSize: 19)])
        }
        let whole = simulator.render()
        for step in 0..<12 {
            view.setNeedsDisplay(
                CGRect(x: 5 + Double(step) * 12, y: 9 + Double(step), width: 7, height: 9))
            #expect(simulator.render().isEqual(to: whole))
        }
    }
}
