import TouchKit
import TouchTrackerApp
import TouchTrackerTestSupport

/// Random edits without touches: undo, redo, the actions of menu and toolbar, and changes of the
/// tool, color and width.
@MainActor
struct RandomAppEdits {
    /// The number of strokes above which the drawing is cleared.
    private static let maximumStrokeCount = 250

    private let controller: DrawingViewController
    private var random: SeededRandom

    init(_ controller: DrawingViewController, seed: UInt64) {
        self.controller = controller
        random = SeededRandom(seed: seed ^ 0xED17)
    }

    /// Makes a random edit after some of the frames.
    mutating func next() {
        let drawing = controller.drawing
        if random.next(below: 4) == 0 { setRandomTool() }
        if drawing.count > Self.maximumStrokeCount { return controller.clear() }
        switch random.next(below: 24) {
        case 0, 1, 2: controller.undo()
        case 3, 4: controller.redo()
        case 5: if let id = randomStroke() { drawing.recolor(id, to: color()) }
        case 6: if let id = randomStroke() { drawing.bringToFront(id) }
        case 7: if let id = randomStroke() { drawing.delete(id) }
        case 8: if let id = randomStroke() { moveSlightly(id) }
        case 9: if random.next(below: 12) == 0 { controller.clear() }
        default: break
        }
    }

    private mutating func setRandomTool() {
        controller.tool = random.next(below: 2) == 0 ? .line : .pen
        controller.color = color()
        controller.width = InkWidth.allCases[random.next(below: InkWidth.allCases.count)]
    }

    private mutating func color() -> InkColor {
        InkColor.allCases[random.next(below: InkColor.allCases.count)]
    }

    /// Returns a random stroke, or `nil` if a stroke is selected or held.
    private mutating func randomStroke() -> Stroke.ID? {
        guard case .idle = controller.activity, controller.drawing.count > 0 else { return nil }
        return controller.drawing.strokes[random.next(below: controller.drawing.count)].id
    }

    private mutating func moveSlightly(_ id: Stroke.ID) {
        guard let stroke = controller.drawing.stroke(id) else { return }
        let (dx, dy) = (random.number(in: -9...9), random.number(in: -9...9))
        controller.drawing.reshape(
            id, to: stroke.points.map { CGPoint(x: $0.x + dx, y: $0.y + dy) })
    }
}
