import TouchKitRaster

/// The commands of one call of `draw(_:)`, which can be painted again with another transform,
/// opacity or user interface style.
///
/// Paths are copied into common arrays. An app can therefore change a path after `draw(_:)`
/// without a copy of all its points. A recording that is refilled reuses its memory.
@MainActor
final class DrawingRecording {
    /// The graphics state that applies to painted commands, without colors and line style.
    struct State: Equatable {
        /// The transform from user coordinates to the view's coordinates.
        var map = CGAffineTransform.identity
        /// The opacity of `CGContext`, 0…1.
        var alpha: CGFloat = 1
        /// The blend mode of `CGContext`.
        var blendMode = CGBlendMode.normal
    }

    /// The position of a path in `paths`.
    struct PathPart {
        var verbs: Range<Int>
        var points: Range<Int>
    }

    /// The properties of a filled path.
    struct PathFill {
        var usesEvenOddRule: Bool
        var flatness: CGFloat
    }

    @exclusivity(unchecked) private var commands: [DrawingCommand] = []
    /// The verbs and points of all recorded paths.
    @exclusivity(unchecked) private var paths = Path()
    /// The rectangles of all `fillRects` commands.
    @exclusivity(unchecked) private var rects: [CGRect] = []
    /// The state after the last command.
    @exclusivity(unchecked) private var state = State()

    /// Creates an empty recording.
    init() {}

    /// Creates a copy of another recording that uses no more memory than necessary.
    init(copying other: DrawingRecording) {
        commands = Array(other.commands[...])
        paths.append(other.paths)
        rects = Array(other.rects[...])
        state = other.state
    }

    /// Whether the recording contains no commands.
    var isEmpty: Bool { commands.isEmpty }

    /// The memory of the recorded commands, in bytes, without images, texts and colors.
    var byteCount: Int {
        commands.count * MemoryLayout<DrawingCommand>.stride
            + paths.verbs.count + paths.points.count * MemoryLayout<CGPoint>.stride
            + rects.count * MemoryLayout<CGRect>.stride
    }

    /// Removes all commands, but keeps the allocated memory.
    func removeAll() {
        commands.removeAll(keepingCapacity: true)
        paths.removeAll()
        rects.removeAll(keepingCapacity: true)
        state = State()
    }

    // MARK: Recording

    /// Appends a command that is painted with the current state of `context`.
    func append(_ command: DrawingCommand, _ context: DrawingContext) {
        let current = State(
            map: context.map, alpha: context.alpha, blendMode: context.blendMode)
        if current != state {
            state = current
            commands.append(.setState(current))
        }
        commands.append(command)
    }

    /// Appends filled rectangles.
    func appendRects(
        _ newRects: ArraySlice<CGRect>, _ color: UIColor, _ context: DrawingContext
    ) {
        let first = rects.count
        rects.append(contentsOf: newRects)
        append(.fillRects(first..<rects.count, color), context)
    }

    /// Appends a filled path.
    func appendFill(
        _ path: UIBezierPath, _ color: UIColor, alpha: CGFloat, _ context: DrawingContext
    ) {
        let fill = PathFill(
            usesEvenOddRule: path.usesEvenOddFillRule, flatness: path.flatness)
        append(.fillPath(store(path.path), fill, color, alpha: alpha), context)
    }

    /// Appends the outline of a path.
    func appendStroke(
        _ path: UIBezierPath, _ color: UIColor, alpha: CGFloat, _ context: DrawingContext
    ) {
        append(
            .strokePath(
                store(path.path), path.style, flatness: path.flatness, color, alpha: alpha),
            context)
    }

    /// Appends the beginning of a clip to the area inside a path.
    func appendClip(_ path: Path, _ rule: FillRule, _ context: DrawingContext) {
        append(.clipToPath(store(path), rule), context)
    }

    /// Copies a path into `paths`.
    private func store(_ path: Path) -> PathPart {
        let (verb, point) = (paths.verbs.count, paths.points.count)
        paths.append(path)
        return PathPart(verbs: verb..<paths.verbs.count, points: point..<paths.points.count)
    }

    // MARK: Painting

    /// Paints all commands into a context, whose transform is that of the view and whose state is
    /// the initial one.
    func paint(into context: DrawingContext) {
        let map = context.map
        context.initialMap = map
        for command in commands {
            if case .setState(let state) = command {
                context.map = state.map.isIdentity ? map : state.map.concatenating(map)
                context.alpha = state.alpha
                context.blendMode = state.blendMode
            } else {
                paint(command, into: context)
            }
        }
        context.endClips(after: 0)
    }

    private func paint(_ command: DrawingCommand, into context: DrawingContext) {
        switch command {
        case .setState: break
        case .fillRect(let rect, let radius, let color):
            context.fill(rect, cornerRadius: radius, color: color)
        case .fillRects(let range, let color): context.fill(rects[range], color: color)
        case .fillPath(let part, let fill, let color, let alpha):
            context.fillColor = color
            withShape(part, in: context, flatness: fill.flatness) {
                $0.usesEvenOddFillRule = fill.usesEvenOddRule
                context.fill($0, alpha: alpha)
                $0.usesEvenOddFillRule = false
            }
        case .strokePath(let part, let style, let flatness, let color, let alpha):
            context.strokeColor = color
            withShape(part, in: context, flatness: flatness) {
                $0.style = style
                context.stroke($0, alpha: alpha)
            }
        case .image(let mipmaps, let rect, let alpha):
            context.draw(mipmaps, in: rect, alpha: alpha)
        case .text(let text, let line, let font, let color, let baseline):
            context.draw(text, line, font: font, color: color, baseline: baseline)
        case .linearGradient(let gradient, let start, let end, let extent):
            context.fill(gradient, from: start, to: end, extent)
        case .radialGradient(let gradient, let start, let end, let extent):
            context.fill(gradient, from: start, to: end, extent)
        case .ink(let stroke, let ink, let point): context.draw(stroke, of: ink, at: point)
        case .clipToRect(let rect): context.clip(to: rect)
        case .clipToPath(let part, let rule):
            withShape(part, in: context, flatness: 0.6) { context.clip(to: $0.path, rule) }
        case .endClips(let count): context.endClips(after: count)
        }
    }

    /// Calls `body` with the context's reusable shape, which contains a recorded path.
    private func withShape(
        _ part: PathPart, in context: DrawingContext, flatness: CGFloat,
        _ body: (UIBezierPath) -> Void
    ) {
        let shape = context.shape
        let outerFlatness = shape.flatness
        shape.flatness = flatness
        shape.path.append(paths, verbs: part.verbs, points: part.points)
        body(shape)
        shape.removeAllPoints()
        shape.flatness = outerFlatness
    }
}
