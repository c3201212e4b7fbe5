import Glibc
import Testing
import TouchKit

#if HAS_SwiftyDraw
@testable import SwiftyDraw
private let isConverted = true
#else
private let isConverted = false
#endif

@Suite("SwiftyDraw")
@MainActor
struct SwiftyDrawTests {
    @Test("Drags draw strokes, and undo removes the last one", .requiresProject(isConverted))
    func strokes() throws {
        #if HAS_SwiftyDraw
        let screen = ProjectScreen()
        let view = SwiftyDrawView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
        view.backgroundColor = .white
        view.brush = Brush(color: .blue, width: 6)
        screen.show(view)
        let blue: UInt32 = 0x0000FF
        let white: UInt32 = 0xFFFFFF
        let middle = CGPoint(x: 160, y: 330)

        screen.drag(
            along: (0...40).map {
                CGPoint(x: 40 + 6 * Double($0), y: 160 + 60 * sin(Double($0) / 4))
            })
        screen.drag(
            along: line(from: CGPoint(x: 60, y: 300), to: CGPoint(x: 260, y: 360)))
        #expect(view.drawItems.count == 2)
        #expect(screen.hasColor(blue, at: middle))
        let ink = screen.pixelCount(of: blue)
        #expect(ink > 2_500)
        try screen.savePicture("SwiftyDraw")

        view.undo()
        #expect(view.drawItems.count == 1)
        #expect(screen.hasColor(white, at: middle))
        // The curve remains; this is its seventh point.
        #expect(screen.hasColor(blue, at: CGPoint(x: 76, y: 220)))
        #expect(screen.pixelCount(of: blue) < ink - 800)
        #endif
    }
}
