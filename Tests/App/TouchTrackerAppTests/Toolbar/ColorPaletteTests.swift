import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp

@Suite("ColorPalette", .serialized)
@MainActor
struct ColorPaletteTests {
    private func present(
        on screen: ToolbarTestScreen
    ) -> (palette: ColorPalette, chosen: () -> [InkColor]) {
        final class Log {
            var colors: [InkColor] = []
        }
        let log = Log()
        let palette = ColorPalette()
        palette.onColorSelected = { log.colors.append($0) }
        palette.present(at: CGPoint(x: 200, y: 120), in: screen.drawingArea)
        return (palette, { log.colors })
    }

    private func middle(of color: InkColor, _ palette: ColorPalette) throws -> CGPoint {
        palette.convert(try #require(palette.frame(of: color)).center, to: nil)
    }

    @Test(
        "For any presentation point the palette is inside the view and not under the touch.",
        arguments: [
            CGSize(width: 360, height: 640), CGSize(width: 400, height: 240),
            CGSize(width: 240, height: 320), CGSize(width: 800, height: 480),
        ])
    func staysInsideView(size: CGSize) throws {
        let screen = ToolbarTestScreen(width: size.width, height: size.height)
        let palette = ColorPalette()
        for part in 0...10 {
            for row in 0...10 {
                let point = CGPoint(
                    x: size.width * CGFloat(part) / 10, y: size.height * CGFloat(row) / 10)
                palette.present(at: point, in: screen.drawingArea)
                #expect(screen.drawingArea.bounds.contains(palette.frame))
                #expect(!palette.frame.insetBy(dx: -4, dy: -4).contains(point))
                for color in InkColor.allCases {
                    let frame = try #require(palette.frame(of: color))
                    #expect(frame.width >= 44 && frame.height >= 44)
                    #expect(palette.bounds.contains(frame))
                }
            }
        }
        #expect(screen.drawingArea.subviews.count == 1)
        #expect(screen.drawingArea.gestureRecognizers?.count == 1)
    }

    @Test(
        "A tap on a disc selects its color and dismisses the palette.", arguments: InkColor.allCases
    )
    func selectsColor(color: InkColor) throws {
        let screen = ToolbarTestScreen()
        let (palette, chosen) = present(on: screen)
        screen.tap(try middle(of: color, palette))
        #expect(chosen() == [color])
        #expect(!palette.isPresented)
        #expect(screen.drawingArea.subviews.isEmpty)
        #expect(screen.drawingArea.gestureRecognizers == nil)
        #expect(screen.drawingArea.began == 0)
        #expect(screen.simulator.isIdle)
    }

    @Test("A touch elsewhere dismisses the palette and reaches the view.")
    func touchElsewhere() {
        let screen = ToolbarTestScreen()
        let (palette, chosen) = present(on: screen)
        screen.simulator.down(1, at: CGPoint(x: 200, y: 150))
        #expect(!palette.isPresented)
        #expect(palette.superview == nil)
        #expect(screen.drawingArea.down == 1)
        screen.simulator.up(1)
        #expect(chosen().isEmpty)
        #expect(screen.drawingArea.down == 0)
    }

    @Test("If the palette is dismissed during a touch on a disc, no color is selected.")
    func twoFingers() throws {
        let screen = ToolbarTestScreen()
        let (palette, chosen) = present(on: screen)
        screen.simulator.down(1, at: try middle(of: .red, palette))
        screen.simulator.down(2, at: CGPoint(x: 200, y: 150))
        #expect(!palette.isPresented)
        screen.simulator.up(1)
        screen.simulator.up(2)
        #expect(chosen().isEmpty)
    }

    @Test("Two discs touched together select one color: that of the first touch to end.")
    func twoDiscs() throws {
        let screen = ToolbarTestScreen()
        let (palette, chosen) = present(on: screen)
        let red = try middle(of: .red, palette)
        let blue = try middle(of: .blue, palette)
        screen.simulator.frame { frame in
            frame.down(1, at: red)
            frame.down(2, at: blue)
        }
        screen.simulator.up(2)
        screen.simulator.up(1)
        #expect(chosen() == [.blue])
    }

    @Test("Touches that began before the presentation continue and end normally.")
    func earlierTouches() {
        let screen = ToolbarTestScreen()
        screen.simulator.down(1, at: CGPoint(x: 50, y: 50))
        let (palette, _) = present(on: screen)
        screen.simulator.move(1, to: CGPoint(x: 60, y: 70))
        screen.simulator.up(1)
        #expect(palette.isPresented)
        #expect(screen.drawingArea.down == 0)
    }

    @Test("The palette can be presented again in the callback of a selection, or elsewhere.")
    func presentAgain() throws {
        let screen = ToolbarTestScreen()
        let palette = ColorPalette()
        palette.onColorSelected = { color in
            palette.color = color
            palette.present(at: CGPoint(x: 100, y: 200), in: screen.drawingArea)
        }
        palette.present(at: CGPoint(x: 200, y: 120), in: screen.drawingArea)
        screen.tap(try middle(of: .green, palette))
        #expect(palette.isPresented)
        #expect(palette.color == .green)
        palette.present(at: CGPoint(x: 300, y: 120), in: screen.drawingArea)
        #expect(screen.drawingArea.subviews.count == 1)
        palette.dismiss()
        palette.dismiss()
        #expect(screen.drawingArea.subviews.isEmpty)
        #expect(screen.drawingArea.gestureRecognizers == nil)
    }

    @Test("A palette that is a subview is not dismissed by a selection.")
    func embedded() throws {
        let screen = ToolbarTestScreen()
        let palette = ColorPalette()
        palette.frame = CGRect(x: 0, y: 0, width: 384, height: 48)
        screen.drawingArea.addSubview(palette)
        var chosen: [InkColor] = []
        palette.onColorSelected = { chosen.append($0) }
        screen.tap(try middle(of: .black, palette))
        screen.tap(try middle(of: .white, palette))
        #expect(chosen == [.black, .white])
        #expect(palette.superview === screen.drawingArea)
    }
}
