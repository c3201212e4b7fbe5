import TouchKit
import TouchTrackerApp
import TouchTrackerTestSupport

/// Edits that no finger makes here: undo, redo, and what menu and toolbar offer, by the app's own calls;
/// and other tools, colours and widths.
@MainActor
struct HandEdits {
    /// A drawing of so many strokes is cleared.
    private static let mostStrokes = 250

    private let controller: DrawingViewController
    private var random: SeededRandom

    init(_ controller: DrawingViewController, seed: UInt64) {
        self.controller = controller
        random = SeededRandom(seed: seed ^ 0xED17)
    }

    /// After a frame: sometimes does something.
    mutating func next() {
        let drawing = controller.drawing
        if random.next(below: 4) == 0 { chooseTool() }
        if drawing.count > Self.mostStrokes { return controller.clear() }
        switch random.next(below: 24) {
        case 0, 1, 2: controller.undo()
        case 3, 4: controller.redo()
        case 5: if let id = pick() { drawing.recolor(id, to: color()) }
        case 6: if let id = pick() { drawing.bringToFront(id) }
        case 7: if let id = pick() { drawing.delete(id) }
        case 8: if let id = pick() { shift(id) }
        case 9: if random.next(below: 12) == 0 { controller.clear() }
        default: break
        }
    }

    private mutating func chooseTool() {
        controller.tool = random.next(below: 2) == 0 ? .line : .pen
        controller.color = color()
        controller.width = InkWidth.allCases[random.next(below: InkWidth.allCases.count)]
    }

    private mutating func color() -> InkColor {
        InkColor.allCases[random.next(below: InkColor.allCases.count)]
    }

    /// A stroke that nobody holds.
    private mutating func pick() -> Stroke.ID? {
        guard case .idle = controller.activity, controller.drawing.count > 0 else { return nil }
        return controller.drawing.strokes[random.next(below: controller.drawing.count)].id
    }

    private mutating func shift(_ id: Stroke.ID) {
        guard let stroke = controller.drawing.stroke(id) else { return }
        let (dx, dy) = (random.number(in: -9...9), random.number(in: -9...9))
        controller.drawing.reshape(
            id, to: stroke.points.map { CGPoint(x: $0.x + dx, y: $0.y + dy) })
    }
}
