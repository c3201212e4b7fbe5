import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerTestSupport

/// Labels: layout, size and redrawing.
@Suite("Labels", .serialized)
@MainActor
struct LabelTests {
    private func label(
        _ text: String, _ frame: CGRect, lines: Int = 1,
        _ alignment: NSTextAlignment = .natural, _ mode: NSLineBreakMode = .byTruncatingTail
    ) -> UILabel {
        let label = UILabel(frame: frame)
        label.text = text
        label.numberOfLines = lines
        label.textAlignment = alignment
        label.lineBreakMode = mode
        label.backgroundColor = UIColor(white: 0.9, alpha: 1)
        return label
    }

    @Test("Alignment, wrapping, truncation and colors match the golden picture.")
    func golden() throws {
        let simulator = TouchSimulator(whiteScreen: 360, 260)
        let fox = "The quick brown fox jumps over the lazy dog."
        let all = [
            label("Left", CGRect(x: 8, y: 8, width: 110, height: 24)),
            label("Center", CGRect(x: 124, y: 8, width: 110, height: 24), .center),
            label("Right", CGRect(x: 240, y: 8, width: 110, height: 24), .right),
            label(fox, CGRect(x: 8, y: 38, width: 226, height: 24)),
            label(fox, CGRect(x: 8, y: 68, width: 226, height: 24), lines: 1, .left, .byClipping),
            label(fox, CGRect(x: 8, y: 98, width: 160, height: 90), lines: 0, .center),
            label(fox, CGRect(x: 176, y: 98, width: 174, height: 44), lines: 2),
            label(
                fox, CGRect(x: 176, y: 148, width: 174, height: 64), lines: 3, .left,
                .byCharWrapping),
            label("Two\nlines", CGRect(x: 8, y: 194, width: 80, height: 60), lines: 0, .right),
        ]
        all[0].textColor = .red
        all[1].font = .boldSystemFont(ofSize: 17)
        all[2].font = .systemFont(ofSize: 9)
        for label in all { simulator.window.addSubview(label) }
        let turned = label("Turned", CGRect(x: 176, y: 222, width: 80, height: 24))
        turned.transform = CGAffineTransform(rotationAngle: 0.15)
        turned.alpha = 0.6
        simulator.window.addSubview(turned)
        let large = label("Large", CGRect(x: 270, y: 222, width: 60, height: 24))
        large.transform = CGAffineTransform(scaleX: 1.5, y: 1.5)
        simulator.window.addSubview(large)
        try expectPicture(simulator.render(), matches: "labels")
    }

    @Test("R-2.9: a label receives no touches.")
    func noObstacle() {
        let stage = Stage()
        stage.simulator.down(1, at: CGPoint(50, 50))
        let label = label("In the way", CGRect(x: 0, y: 0, width: 200, height: 200))
        stage.view.addSubview(label)
        #expect(!label.isUserInteractionEnabled)
        stage.simulator.play("1→(60,50) 1↑ 2↓(50,50) 2↑")
        stage.trace.expectRemovedLines(
            "V.began{1}@0", "V.moved{1}@0", "V.ended{1}@0", "V.began{2}@0", "V.ended{2}@0")
    }

    @Test("sizeThatFits measures one line, or the lines that the width requires.")
    func fitting() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 400))
        let label = UILabel(frame: CGRect(x: 10, y: 20, width: 100, height: 5))
        simulator.window.addSubview(label)
        label.text = "one two three four"
        let lineHeight = label.font.lineHeight
        #expect(lineHeight == 20)
        let whole = label.text?.size(withAttributes: [.font: label.font]) ?? .zero
        label.sizeToFit()
        #expect(label.frame == CGRect(x: 10, y: 20, width: whole.width, height: lineHeight))
        label.numberOfLines = 0
        #expect(label.sizeThatFits(CGSize(width: whole.width, height: 0)).height == lineHeight)
        let two = label.sizeThatFits(CGSize(width: whole.width - 1, height: 0))
        #expect(two.height == 2 * lineHeight && two.width < whole.width)
        // One word per line, and a width smaller than one letter.
        #expect(label.sizeThatFits(CGSize(width: 60, height: 0)).height == 4 * lineHeight)
        let letters = label.sizeThatFits(CGSize(width: 1, height: 0))
        #expect(letters.height == 15 * lineHeight)
        label.numberOfLines = 3
        #expect(label.sizeThatFits(CGSize(width: 1, height: 0)).height == 3 * lineHeight)
        label.text = nil
        #expect(label.sizeThatFits(CGSize(width: 100, height: 0)) == .zero)
    }

    @Test("A label with the size of sizeThatFits shows its whole text.")
    func fittingShowsAll() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 300, height: 200))
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 150, height: 0))
        label.textColor = .white
        label.numberOfLines = 0
        label.text = "Some words that make a few lines, and then some more."
        simulator.window.addSubview(label)
        label.sizeToFit()
        let size = label.frame.size
        #expect(label.sizeThatFits(CGSize(width: size.width, height: 0)) == size)
        let fitted = simulator.render()
        label.frame.size.height = size.height + 40
        let roomy = simulator.render()
        let rows = 0..<Int(size.height)
        #expect(rows.contains { y in (0..<300).contains { fitted[$0, y] != 0xFF00_0000 } })
        let isEqual = rows.allSatisfy { y in
            (0..<300).allSatisfy { fitted[$0, y] == roomy[$0, y + 20] }
        }
        #expect(isEqual)
    }

    @Test("Changed properties are redrawn.")
    func invalidation() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 120, height: 60))
        let label = UILabel(frame: simulator.window.bounds)
        label.textColor = .white
        label.text = "some words"
        simulator.window.addSubview(label)
        _ = simulator.render()
        let changes: [() -> Void] = [
            { label.text = "other words that wrap" }, { label.numberOfLines = 0 },
            { label.textAlignment = .right }, { label.font = .systemFont(ofSize: 9) },
            { label.textColor = .red }, { label.lineBreakMode = .byCharWrapping },
            { label.frame.size.width = 70 }, { label.text = nil },
        ]
        for (index, change) in changes.enumerated() {
            change()
            #expect(simulator.application.needsDisplay, "change \(index)")
            #expect(simulator.isUpToDate(), "change \(index)")
        }
    }
}
