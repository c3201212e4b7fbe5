import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp

@Suite("Palette of colours", .serialized)
@MainActor
struct ColorPaletteTests {
    private func present(
        at point: CGPoint = CGPoint(x: 200, y: 120), on desk: Desk
    ) -> (palette: ColorPalette, chosen: () -> [InkColor]) {
        final class Log {
            var colors: [InkColor] = []
        }
        let log = Log()
        let palette = ColorPalette()
        palette.onChoose = { log.colors.append($0) }
        palette.present(at: point, in: desk.paper)
        return (palette, { log.colors })
    }

    private func middle(of color: InkColor, _ palette: ColorPalette) throws -> CGPoint {
        palette.convert(try #require(palette.frame(of: color)).middle, to: nil)
    }

    @Test(
        "Wherever the finger is, all of it lies inside the view and none of it under the finger.",
        arguments: [
            CGSize(width: 360, height: 640), CGSize(width: 400, height: 240),
            CGSize(width: 240, height: 320), CGSize(width: 800, height: 480),
        ])
    func place(size: CGSize) throws {
        let desk = Desk(width: size.width, height: size.height)
        let palette = ColorPalette()
        for part in 0...10 {
            for row in 0...10 {
                let point = CGPoint(
                    x: size.width * CGFloat(part) / 10, y: size.height * CGFloat(row) / 10)
                palette.present(at: point, in: desk.paper)
                #expect(desk.paper.bounds.contains(palette.frame))
                #expect(!palette.frame.insetBy(dx: -4, dy: -4).contains(point))
                for color in InkColor.allCases {
                    let frame = try #require(palette.frame(of: color))
                    #expect(frame.width >= 44 && frame.height >= 44)
                    #expect(palette.bounds.contains(frame))
                }
            }
        }
        #expect(desk.paper.subviews.count == 1)
        #expect(desk.paper.gestureRecognizers?.count == 1)
    }

    @Test("Each disc gives its colour, and the palette is gone.", arguments: InkColor.allCases)
    func chooses(color: InkColor) throws {
        let desk = Desk()
        let (palette, chosen) = present(on: desk)
        desk.tap(try middle(of: color, palette))
        #expect(chosen() == [color])
        #expect(!palette.isPresented)
        #expect(desk.paper.subviews.isEmpty)
        #expect(desk.paper.gestureRecognizers == nil)
        #expect(desk.paper.began == 0)
        #expect(desk.isIdle)
    }

    @Test("A finger anywhere else takes it away, and does what it would have done.")
    func fingerElsewhere() {
        let desk = Desk()
        let (palette, chosen) = present(on: desk)
        desk.simulator.down(1, at: CGPoint(x: 200, y: 150))
        #expect(!palette.isPresented)
        #expect(palette.superview == nil)
        #expect(desk.paper.down == 1)
        desk.simulator.up(1)
        #expect(chosen().isEmpty)
        #expect(desk.paper.down == 0)
    }

    @Test("It takes away a disc from under a finger: nothing is chosen.")
    func twoFingers() throws {
        let desk = Desk()
        let (palette, chosen) = present(on: desk)
        desk.simulator.down(1, at: try middle(of: .red, palette))
        desk.simulator.down(2, at: CGPoint(x: 200, y: 150))
        #expect(!palette.isPresented)
        desk.simulator.up(1)
        desk.simulator.up(2)
        #expect(chosen().isEmpty)
    }

    @Test("Two discs touched at once give one colour: the first that is let go.")
    func twoDiscs() throws {
        let desk = Desk()
        let (palette, chosen) = present(on: desk)
        let red = try middle(of: .red, palette)
        let blue = try middle(of: .blue, palette)
        desk.simulator.frame { frame in
            frame.down(1, at: red)
            frame.down(2, at: blue)
        }
        desk.simulator.up(2)
        desk.simulator.up(1)
        #expect(chosen() == [.blue])
    }

    @Test("Fingers that were there before may go on, and be lifted.")
    func fingersBefore() {
        let desk = Desk()
        desk.simulator.down(1, at: CGPoint(x: 50, y: 50))
        let (palette, _) = present(on: desk)
        desk.simulator.move(1, to: CGPoint(x: 60, y: 70))
        desk.simulator.up(1)
        #expect(palette.isPresented)
        #expect(desk.paper.down == 0)
    }

    @Test("It may be presented again by who was told of a choice, or elsewhere.")
    func again() throws {
        let desk = Desk()
        let palette = ColorPalette()
        palette.onChoose = { color in
            palette.color = color
            palette.present(at: CGPoint(x: 100, y: 200), in: desk.paper)
        }
        palette.present(at: CGPoint(x: 200, y: 120), in: desk.paper)
        desk.tap(try middle(of: .green, palette))
        #expect(palette.isPresented)
        #expect(palette.color == .green)
        palette.present(at: CGPoint(x: 300, y: 120), in: desk.paper)
        #expect(desk.paper.subviews.count == 1)
        palette.dismiss()
        palette.dismiss()
        #expect(desk.paper.subviews.isEmpty)
        #expect(desk.paper.gestureRecognizers == nil)
    }

    @Test("One that is part of another view isn't dismissed by choosing.")
    func embedded() throws {
        let desk = Desk()
        let palette = ColorPalette()
        palette.frame = CGRect(x: 0, y: 0, width: 384, height: 48)
        desk.paper.addSubview(palette)
        var chosen: [InkColor] = []
        palette.onChoose = { chosen.append($0) }
        desk.tap(try middle(of: .black, palette))
        desk.tap(try middle(of: .white, palette))
        #expect(chosen == [.black, .white])
        #expect(palette.superview === desk.paper)
    }
}
