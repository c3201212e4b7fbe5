import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerTestSupport

/// Views that fade as a group, and rounded or rotated views that clip their subviews.
@Suite("View layers", .serialized)
@MainActor
struct ViewLayerTests {
    private func view(_ frame: CGRect, _ color: UIColor?) -> UIView {
        let view = UIView(frame: frame)
        view.backgroundColor = color
        return view
    }

    @Test("Where subviews of a translucent view overlap, the hidden one doesn't shine through.")
    func groupOpacity() {
        let simulator = TouchSimulator(whiteScreen: 30, 10)
        let group = view(CGRect(x: 0, y: 0, width: 30, height: 10), nil)
        group.addSubview(view(CGRect(x: 0, y: 0, width: 20, height: 10), .red))
        group.addSubview(view(CGRect(x: 10, y: 0, width: 20, height: 10), .blue))
        group.alpha = 0.5
        simulator.window.addSubview(group)
        let picture = simulator.render()
        #expect(picture[5, 5] == 0xFFFF_8080)
        #expect(picture[15, 5] == 0xFF80_80FF)
        #expect(picture[25, 5] == 0xFF80_80FF)
    }

    @Test("A view that draws fades together with its drawing.")
    func ownDrawing() {
        let simulator = TouchSimulator(whiteScreen: 10, 10)
        let painting = PaintingView(frame: simulator.window.bounds)
        painting.backgroundColor = .red
        painting.paint = { _ in
            UIColor.blue.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 10, height: 10))
        }
        painting.alpha = 0.5
        simulator.window.addSubview(painting)
        #expect(simulator.render()[5, 5] == 0xFF80_80FF)
    }

    @Test("Changing subviews of a translucent view leaves unchanged areas as before.")
    func comingAndGoing() {
        let simulator = TouchSimulator(whiteScreen: 60, 40)
        let group = view(
            CGRect(x: 3.3, y: 2.7, width: 50, height: 30),
            UIColor(red: 0.3, green: 0.7, blue: 0.1, alpha: 0.7))
        group.alpha = 0.37
        group.layer.cornerRadius = 9
        simulator.window.addSubview(group)
        #expect(simulator.isUpToDate())
        let inner = view(CGRect(x: 20, y: 10, width: 8, height: 8), .blue)
        group.addSubview(inner)
        #expect(simulator.isUpToDate())
        inner.removeFromSuperview()
        #expect(simulator.isUpToDate())
        group.clipsToBounds = true
        #expect(simulator.isUpToDate())
        group.layer.cornerRadius = 0
        #expect(simulator.isUpToDate())
    }

    @Test("The layer property sets the view's own appearance.")
    func layer() {
        let view = UIView(frame: .zero)
        view.layer.cornerRadius = 4
        view.layer.masksToBounds = true
        #expect(view.cornerRadius == 4)
        #expect(view.clipsToBounds)
        view.clipsToBounds = false
        view.cornerRadius = 5
        #expect(view.layer.cornerRadius == 5)
        #expect(!view.layer.masksToBounds)
    }

    @Test("Corner radius alone rounds the background; with clipsToBounds it clips the content.")
    func roundCorners() {
        let simulator = TouchSimulator(whiteScreen: 40, 40)
        let round = view(CGRect(x: 0, y: 0, width: 40, height: 40), .red)
        round.cornerRadius = 12
        simulator.window.addSubview(round)
        #expect(simulator.render()[1, 1] == 0xFFFF_FFFF)
        round.addSubview(view(CGRect(x: 0, y: 0, width: 40, height: 20), .blue))
        #expect(simulator.render()[1, 1] == 0xFF00_00FF)
        round.clipsToBounds = true
        let picture = simulator.render()
        #expect(picture[1, 1] == 0xFFFF_FFFF)
        #expect(picture[38, 38] == 0xFFFF_FFFF)
        #expect(picture[20, 1] == 0xFF00_00FF)
        #expect(picture[20, 38] == 0xFFFF_0000)
    }

    @Test("Nested views fade and clip correctly, upright and rotated.")
    func golden() throws {
        let simulator = TouchSimulator(whiteScreen: 330, 220)
        for step in 0..<22 where step % 2 == 0 {
            simulator.window.addSubview(
                view(CGRect(x: 0, y: Double(step) * 10, width: 330, height: 10), .lightGray))
        }
        for (index, angle) in [0, 0.35].enumerated() {
            let y = 10 + Double(index) * 110
            let turn = CGAffineTransform(rotationAngle: angle)
            let clipped = holder(CGRect(x: 10, y: y, width: 90, height: 80), turn)
            clipped.clipsToBounds = true
            simulator.window.addSubview(clipped)
            let round = holder(CGRect(x: 120, y: y, width: 90, height: 80), turn)
            round.clipsToBounds = true
            round.layer.cornerRadius = 24
            simulator.window.addSubview(round)
            let faded = holder(CGRect(x: 230, y: y, width: 90, height: 80), turn)
            faded.layer.cornerRadius = 24
            faded.alpha = 0.5
            simulator.window.addSubview(faded)
        }
        try expectPicture(simulator.render(), matches: "layers")
        #expect(simulator.isUpToDate())
    }

    /// Returns a view with a subview that extends beyond its edges and contains a rounded view.
    private func holder(_ frame: CGRect, _ turn: CGAffineTransform) -> UIView {
        let holder = view(frame, UIColor(red: 0.2, green: 0.6, blue: 0.3, alpha: 1))
        let inner = view(CGRect(x: 40, y: -10, width: 60, height: 60), .orange)
        let dot = view(CGRect(x: 10, y: 20, width: 30, height: 30), .blue)
        dot.cornerRadius = 15
        inner.addSubview(dot)
        holder.addSubview(inner)
        holder.transform = turn
        return holder
    }

    @Test("Views nested beyond the layer limit fade one by one.")
    func deepNesting() {
        let simulator = TouchSimulator(whiteScreen: 20, 20)
        var outer: UIView = simulator.window
        for _ in 0..<200 {
            let inner = view(simulator.window.bounds, .red)
            inner.alpha = 0.99
            inner.clipsToBounds = true
            inner.cornerRadius = 3
            outer.addSubview(inner)
            outer = inner
        }
        let picture = simulator.render()
        #expect(picture[10, 10] >> 16 & 0xFF > 240)
        #expect(picture[10, 10] & 0xFF < 15)
        #expect(simulator.isUpToDate())
    }
}
