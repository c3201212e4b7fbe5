import LabFieldTest
import TouchKitGeometry

// Charts that show positions on the screen.

extension FieldTestCharts {
    /// The maximum length of a magnified distance, in millimeters, which keeps neighboring marks
    /// apart.
    private var room: Double { max(1, min(size.width, size.height) / 7) }

    // MARK: Coverage

    func coverage() -> String {
        var drawing = FieldTestDrawing(size)
        let columns = plots.columns
        let rows = plots.touches.count / columns
        let width = size.width / Double(columns)
        let height = size.height / Double(max(rows, 1))
        var dead: [CGPoint] = []
        for row in 0..<rows {
            var first = 0
            for column in 0..<columns {
                let level = Self.level(plots.touches[row * columns + column])
                if level == 0 {
                    dead.append(
                        CGPoint(
                            x: (Double(column) + 0.5) * width, y: (Double(row) + 0.5) * height))
                }
                // Adjacent cells of one kind become one rectangle.
                if column + 1 < columns,
                    Self.level(plots.touches[row * columns + column + 1]) == level
                {
                    continue
                }
                drawing.addRectangle(
                    level == 0 ? "dead" : "level\(level)",
                    CGRect(
                        x: Double(first) * width, y: Double(row) * height,
                        width: Double(column + 1 - first) * width, height: height))
                first = column + 1
            }
        }
        drawing.addCrosses(
            "cross", dead, size: min(width, height) * drawing.unit * 0.5, isDiagonal: true)
        for line in plots.deadLines {
            let extent = line.end - line.begin
            drawing.addRectangle(
                "strip",
                line.isColumn
                    ? CGRect(x: line.begin, y: 0, width: extent, height: size.height)
                    : CGRect(x: 0, y: line.begin, width: size.width, height: extent))
        }
        var caption =
            "Cells of \(Decimals.atMost(width, places: 1)) × \(Decimals.atMost(height, places: 1)) mm: the darker, "
            + "the more touches came from them; red with a cross: none."
        if !plots.deadLines.isEmpty {
            caption += " Red strips: fingers crossed them and never were seen there."
        }
        return drawing.figure(label: "Where touches came from", caption: caption)
    }

    private static func level(_ touches: Int) -> Int {
        switch touches {
        case ..<1: 0
        case ..<4: 1
        case ..<16: 2
        default: 3
        }
    }

    // MARK: Accuracy

    func accuracy() -> String {
        var drawing = FieldTestDrawing(size)
        let offsets = plots.taps.map { tap in
            (tap, CGVector(dx: tap.reported.x - tap.target.x, dy: tap.reported.y - tap.target.y))
        }
        let factor = magnification(of: offsets.map { ($0.0.target, $0.1) })
        let limit = limit(\.offset)
        for (tap, offset) in offsets {
            drawing.addCrosses("target", [tap.target], size: 14)
            if let limit {
                drawing.addCircle("good", tap.target, radius: limit.pass * factor * drawing.unit)
            }
            drawing.addArrow(
                tap.target,
                CGPoint(x: tap.target.x + offset.dx * factor, y: tap.target.y + offset.dy * factor))
        }
        var caption = "Arrows lead from each cross to where its tap was seen"
        caption += factor == 1 ? ", in true length." : ", \(Int(factor)) times as long as they are."
        if let limit { caption += " Circles: \(limit.text(limit.pass)), the limit." }
        return drawing.figure(label: "Offsets at the crosses", caption: caption)
    }

    /// Returns the largest magnification of position errors at which the arrows in the accuracy
    /// chart stay on the screen and do not touch each other.
    private func magnification(of offsets: [(position: CGPoint, offset: CGVector)]) -> Double {
        let longest = offsets.map { Self.length($0.offset) }.max() ?? 0
        let most = Self.magnification(of: longest, room: min(size.width, size.height) / 4)
        let screen = CGRect(x: 0, y: 0, width: size.width, height: size.height)
        let factors = Self.magnifications.filter { $0 <= most }
        return factors.first { factor in
            offsets.allSatisfy { position, offset in
                screen.contains(
                    CGPoint(x: position.x + offset.dx * factor, y: position.y + offset.dy * factor))
            }
        } ?? 1
    }

    private static func length(_ vector: CGVector) -> Double {
        (vector.dx * vector.dx + vector.dy * vector.dy).squareRoot()
    }

    // MARK: Linearity

    func linearity() -> String {
        var drawing = FieldTestDrawing(size)
        for rail in plots.rails where rail.count == 2 {
            drawing.addBand(
                "rail", rail[0], rail[1], millimeters: 2 * FieldTestLayout.railMillimeters)
        }
        for rail in plots.rails where rail.count == 2 {
            drawing.addLine("middle", rail[0], rail[1])
        }
        for stroke in plots.strokes { drawing.addPath("stroke", stroke) }
        return drawing.figure(
            label: "Strokes between the rails",
            caption: "Blue: the strokes as they were seen. Green: the rails, "
                + "\(Decimals.atMost(2 * FieldTestLayout.railMillimeters, places: 1)) mm apart.")
    }

    // MARK: Jitter

    func jitter() -> String {
        var drawing = FieldTestDrawing(size)
        let rests = plots.rests.filter { !$0.isEmpty }.map { positions -> (CGPoint, [CGVector]) in
            let count = Double(positions.count)
            let middle = CGPoint(
                x: positions.reduce(0) { $0 + $1.x } / count,
                y: positions.reduce(0) { $0 + $1.y } / count)
            return (middle, positions.map { CGVector(dx: $0.x - middle.x, dy: $0.y - middle.y) })
        }
        let limit = limit(\.jitter)
        let peaks = rests.map { $0.1.map(Self.length).max() ?? 0 }
        let longest = max(peaks.max() ?? 0, limit?.pass ?? 0)
        let factor = Self.magnification(of: longest, room: room)
        for ((middle, offsets), peak) in zip(rests, peaks) {
            // Each repeated position is drawn once.
            var drawn: Set<CGVector> = []
            for offset in offsets where drawn.insert(offset).inserted {
                let position = CGPoint(
                    x: middle.x + offset.dx * factor, y: middle.y + offset.dy * factor)
                drawing.addCircle("dot", position, radius: 1.6)
            }
            if let limit {
                drawing.addCircle("good", middle, radius: limit.pass * factor * drawing.unit)
            }
            drawing.addText(
                "\(Decimals.atMost(peak, places: 2)) mm", at: middle,
                dx: max(limit?.pass ?? 0, peak) * factor * drawing.unit + 4, dy: 4)
        }
        var caption = "What resting fingers reported, "
        caption += factor == 1 ? "in true size" : "\(Int(factor)) times as large as it is"
        caption += "; beside it, how far it went from its middle."
        if let limit { caption += " Circles: \(limit.text(limit.pass)), the limit." }
        return drawing.figure(label: "What resting fingers reported", caption: caption)
    }

    // MARK: Marks

    func lostFingers() -> String {
        var drawing = FieldTestDrawing(size)
        drawNumberedMarks(plots.lostFingers, in: &drawing)
        return drawing.figure(
            label: "Where fingers were lost",
            caption: "Where fingers were lost while they were held, or taken for each other.")
    }

    func ghosts() -> String {
        var drawing = FieldTestDrawing(size)
        drawNumberedMarks(plots.ghosts, in: &drawing)
        return drawing.figure(
            label: "Touches that nobody made",
            caption: "Where touches were seen that nobody made"
                + (plots.ghosts.count > 1 ? ", numbered as they came." : "."))
    }

    /// Draws a mark at each position, with the mark's number unless the number would overlap
    /// another number.
    private func drawNumberedMarks(_ positions: [CGPoint], in drawing: inout FieldTestDrawing) {
        var numbered: [CGPoint] = []
        for (index, position) in positions.enumerated() {
            drawing.addCircle("fault", position, radius: 4)
            let isNear = numbered.contains {
                abs($0.x - position.x) * drawing.unit < 24
                    && abs($0.y - position.y) * drawing.unit < 13
            }
            guard !isNear, numbered.count < 100 else { continue }
            numbered.append(position)
            drawing.addText("\(index + 1)", at: position, dx: 6, dy: 4)
        }
    }

    func edges() -> String {
        var drawing = FieldTestDrawing(size)
        let limit = limit(\.edge)
        if let inset = limit?.pass, inset > 0, 2 * inset < min(size.width, size.height) {
            let strips = [
                CGRect(x: 0, y: 0, width: size.width, height: inset),
                CGRect(x: 0, y: size.height - inset, width: size.width, height: inset),
                CGRect(x: 0, y: 0, width: inset, height: size.height),
                CGRect(x: size.width - inset, y: 0, width: inset, height: size.height),
            ]
            for strip in strips { drawing.addRectangle("zone", strip) }
        }
        for position in plots.edgePositions { drawing.addCircle("dot", position, radius: 5) }
        var caption = "Blue: where each swipe over an edge was seen first."
        if let limit {
            caption +=
                " Green: \(limit.text(limit.pass)) from the edges, the limit; what a finger "
                + "goes between two reports comes to it."
        }
        return drawing.figure(label: "Where swipes over edges began", caption: caption)
    }
}
