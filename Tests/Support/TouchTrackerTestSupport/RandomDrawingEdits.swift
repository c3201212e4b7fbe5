import TouchKitGeometry
import TouchTrackerStore

/// A repeatable sequence of random edits of a stored drawing, including undo and redo.
///
/// `drawing` is the expected content of the store after the edits returned so far. The same seed
/// always produces the same edits.
package struct RandomDrawingEdits {
    /// An edit with its inverse, for undo.
    private struct Step {
        var forward: [StoreChange]
        var backward: [StoreChange]
    }

    private var random: SeededRandom
    private var strokes: [Int64: StoredStroke] = [:]
    private var done: [Step] = []
    private var undone: [Step] = []
    private var nextID: Int64 = 1
    private var nextLevel: Int64 = 1
    private var generation: Int64 = 0
    private var canvas: CGSize?

    /// Creates the sequence for a seed.
    package init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    /// The expected drawing after the edits returned so far.
    package var drawing: StoredDrawing {
        StoredDrawing(
            generation: generation, nextID: nextID, nextLevel: nextLevel, canvas: canvas,
            strokes: strokes.values.sorted { ($0.level, $0.id) < ($1.level, $1.id) })
    }

    /// Returns the changes of the next edit, and applies them to `drawing`.
    package mutating func next() -> [StoreChange] {
        let choice = random.next(below: 100)
        let step: Step?
        switch choice {
        case ..<15: return undo() ?? perform(add())
        case ..<25: return redo() ?? perform(add())
        case ..<27: step = clear()
        case ..<28: step = resize()
        case ..<35: step = change { stroke, random in stroke.color = Self.color(&random) }
        case ..<42: step = raise()
        case ..<50: step = change { stroke, random in stroke.points = Self.points(&random) }
        case ..<58: step = delete()
        default: step = add()
        }
        return perform(step ?? add())
    }

    private mutating func perform(_ step: Step) -> [StoreChange] {
        undone.removeAll()
        done.append(step)
        return apply(step.forward)
    }

    private mutating func undo() -> [StoreChange]? {
        guard let step = done.popLast() else { return nil }
        undone.append(step)
        return apply(step.backward)
    }

    private mutating func redo() -> [StoreChange]? {
        guard let step = undone.popLast() else { return nil }
        done.append(step)
        return apply(step.forward)
    }

    private mutating func apply(_ edit: [StoreChange]) -> [StoreChange] {
        generation += 1
        for change in edit {
            switch change {
            case .put(let put): for stroke in put { strokes[stroke.id] = stroke }
            case .remove(let ids): for id in ids { strokes[id] = nil }
            case .removeAll: strokes.removeAll()
            case .canvas(let size): canvas = size
            case .settings: break
            }
        }
        return edit
    }

    private mutating func add() -> Step {
        let stroke = StoredStroke(
            id: nextID, level: nextLevel, tool: random.next(below: 2) == 0 ? "line" : "pen",
            color: Self.color(&random), width: [4, 10, 20][random.next(below: 3)],
            points: Self.points(&random), firstPart: nextID % 8 == 0 ? nextID - 1 : nil)
        nextID += 1
        nextLevel += 1
        return Step(forward: [.put([stroke])], backward: [.remove([stroke.id])])
    }

    private mutating func raise() -> Step? {
        let level = nextLevel
        nextLevel += 1
        return change { stroke, _ in stroke.level = level }
    }

    private mutating func delete() -> Step? {
        guard let stroke = pick() else { return nil }
        return Step(forward: [.remove([stroke.id])], backward: [.put([stroke])])
    }

    private mutating func clear() -> Step? {
        if strokes.isEmpty { return nil }
        return Step(forward: [.removeAll], backward: [.put(drawing.strokes)])
    }

    private mutating func resize() -> Step? {
        let size = CGSize(width: CGFloat(100 + random.next(below: 900)), height: 480)
        return Step(forward: [.canvas(size)], backward: [.canvas(size)])
    }

    private mutating func change(
        _ body: (inout StoredStroke, inout SeededRandom) -> Void
    ) -> Step? {
        guard let before = pick() else { return nil }
        var after = before
        body(&after, &random)
        return Step(forward: [.put([after])], backward: [.put([before])])
    }

    private mutating func pick() -> StoredStroke? {
        let ids = strokes.keys.sorted()
        return ids.isEmpty ? nil : strokes[ids[random.next(below: ids.count)]]
    }

    private static func color(_ random: inout SeededRandom) -> String {
        ["black", "red", "green", "white"][random.next(below: 4)]
    }

    private static func points(_ random: inout SeededRandom) -> [CGPoint] {
        (0..<(1 + random.next(below: 60))).map { _ in
            CGPoint(x: random.number(in: -20...820), y: random.number(in: -20...500))
        }
    }
}
