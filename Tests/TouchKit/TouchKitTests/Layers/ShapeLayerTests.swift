import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting

@Suite("Shape layers")
@MainActor
struct ShapeLayerTests {
    private let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 40))
    private let layer = CAShapeLayer()

    init() {
        simulator.window.backgroundColor = .white
        simulator.window.layer.addSublayer(layer)
    }

    /// Shows a black horizontal line from x = 10 to x = 90, 4 points wide.
    private func showLine() {
        layer.path = UIBezierPath(through: [CGPoint(x: 10, y: 20), CGPoint(x: 90, y: 20)]).cgPath
        layer.fillColor = nil
        layer.strokeColor = UIColor.black.cgColor
        layer.lineWidth = 4
    }

    /// The columns of row 20 that are not white.
    private var columns: ClosedRange<Int>? {
        let picture = simulator.render()
        let dark = (0..<100).filter { picture[$0, 20] != 0xFFFF_FFFF }
        guard let first = dark.first, let last = dark.last else { return nil }
        return first...last
    }

    @Test("A path is filled with a rule, and stroked beyond the layer's empty bounds")
    func fillAndStroke() {
        let path = UIBezierPath(rect: CGRect(x: 10, y: 0, width: 40, height: 40))
        path.append(UIBezierPath(rect: CGRect(x: 20, y: 10, width: 20, height: 20)))
        layer.path = path.cgPath
        layer.fillColor = UIColor.red.cgColor
        #expect(simulator.render()[30, 20] == 0xFFFF_0000)
        layer.fillRule = .evenOdd
        #expect(simulator.renderVerified()[30, 20] == 0xFFFF_FFFF)
        layer.strokeColor = UIColor.blue.cgColor
        layer.lineWidth = 4
        #expect(simulator.renderVerified()[51, 20] == 0xFF00_00FF)
        layer.path = nil
        #expect(simulator.isUpToDate())
        #expect(columns == nil)
    }

    @Test("Caps and dashes shape the line")
    func lineStyle() {
        showLine()
        #expect(columns == 10...89)
        layer.lineCap = .square
        #expect(simulator.isUpToDate())
        #expect(columns == 8...91)
        layer.lineCap = .butt
        layer.lineDashPattern = [10, 10]
        let picture = simulator.renderVerified()
        #expect(picture[15, 20] == 0xFF00_0000)
        #expect(picture[25, 20] == 0xFFFF_FFFF)
        layer.lineDashPhase = 10
        #expect(simulator.renderVerified()[15, 20] == 0xFFFF_FFFF)
    }

    @Test("Only the part between the stroke's start and end is stroked, also of closed paths")
    func strokedPart() {
        showLine()
        layer.strokeEnd = 0.5
        #expect(columns == 10...49)
        layer.strokeStart = 0.25
        #expect(simulator.isUpToDate())
        #expect(columns == 30...49)
        layer.strokeEnd = 0.25
        #expect(columns == nil)
        let square = UIBezierPath(rect: CGRect(x: 10, y: 10, width: 20, height: 20)).cgPath
        layer.path = square
        layer.strokeStart = 0.75
        layer.strokeEnd = 1
        #expect(simulator.isUpToDate())
        #expect(columns == 8...11)
    }

    @Test("The stroke's end, the path, colors and widths are animated and shown by presentation()")
    func animations() {
        showLine()
        layer.add(CABasicAnimation("strokeEnd", from: 0), forKey: "draw")
        simulator.advance(by: 0.25)
        #expect(simulator.isUpToDate())
        #expect(columns == 10...29)
        #expect(layer.strokeEnd == 1)
        #expect(layer.presentation()?.strokeEnd == 0.25)
        simulator.advance(by: 0.75)
        #expect(columns == 10...89)
        let moved = CGMutablePath()
        moved.move(to: CGPoint(x: 10, y: 40))
        moved.addLine(to: CGPoint(x: 50, y: 40))
        layer.add(CABasicAnimation("path", to: moved), forKey: nil)
        layer.add(CABasicAnimation("strokeColor", to: UIColor.red.cgColor), forKey: nil)
        layer.add(CABasicAnimation("lineWidth", to: 8), forKey: nil)
        simulator.advance(by: 0.5)
        #expect(simulator.isUpToDate())
        #expect(layer.presentation()?.lineWidth == 6)
        let picture = simulator.render()
        #expect(picture[15, 26] == 0xFFFF_FFFF)
        #expect(picture[15, 27] == 0xFF80_0000)
        #expect(picture[15, 30] == 0xFF80_0000)
        #expect(picture[69, 30] == 0xFF80_0000)
        #expect(picture[71, 30] == 0xFFFF_FFFF)
        simulator.advance(by: 0.5)
        #expect(simulator.isUpToDate())
        #expect(!simulator.application.needsFrames)
    }
}
