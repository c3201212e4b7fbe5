import Raster

extension UIBezierPath {
    /// One straight piece of a path.
    struct Piece {
        var start: CGPoint
        var end: CGPoint
        /// Whether nothing comes before it, so that its start gets a cap and no joint.
        var hasOpenStart: Bool
        /// Whether nothing comes after it.
        var hasOpenEnd: Bool
    }

    /// Strokes the path with the stroke colour, in the running `draw(_:)`.
    public func stroke() {
        guard let context = DrawingContext.current else { return }
        forEachPiece { stroke($0, in: context) }
    }

    private func stroke(_ piece: Piece, in context: DrawingContext) {
        switch lineCapStyle {
        case .round:
            // Round ends make round joints by themselves.
            context.stroke(from: piece.start, to: piece.end, width: lineWidth, cap: .round)
            return
        case .butt:
            context.stroke(from: piece.start, to: piece.end, width: lineWidth, cap: .butt)
        case .square where piece.start == piece.end:
            context.stroke(from: piece.start, to: piece.end, width: lineWidth, cap: .square)
        case .square:
            let beyond = piece.withSquareEnds(lineWidth)
            context.stroke(from: beyond.start, to: beyond.end, width: lineWidth, cap: .butt)
        }
        if !piece.hasOpenStart {
            context.stroke(from: piece.start, to: piece.start, width: lineWidth, cap: .round)
        }
    }

    /// Calls `body` for every straight piece, in order.
    func forEachPiece(_ body: (Piece) -> Void) {
        var begin = CGPoint.zero
        var point = CGPoint.zero
        var isFirst = true
        var isClosed = false
        for index in steps.indices {
            switch steps[index] {
            case .move(let place):
                begin = place
                point = place
                isFirst = true
            case .line(let place):
                if isFirst { isClosed = leadsBack(from: index) }
                body(
                    Piece(
                        start: point, end: place, hasOpenStart: isFirst && !isClosed,
                        hasOpenEnd: !isClosed && !isLine(at: index + 1)))
                point = place
                isFirst = false
            case .close:
                if point != begin {
                    body(Piece(start: point, end: begin, hasOpenStart: false, hasOpenEnd: false))
                }
                point = begin
                isFirst = true
            }
        }
    }

    private func isLine(at index: Int) -> Bool {
        guard index < steps.count, case .line = steps[index] else { return false }
        return true
    }

    /// Whether the lines that begin here lead back to where they began.
    private func leadsBack(from first: Int) -> Bool {
        var index = first
        while isLine(at: index) { index += 1 }
        guard index < steps.count, case .close = steps[index] else { return false }
        return true
    }
}

extension UIBezierPath.Piece {
    /// The piece with its open ends moved half a width outwards.
    fileprivate func withSquareEnds(_ width: CGFloat) -> UIBezierPath.Piece {
        let dx = end.x - start.x
        let dy = end.y - start.y
        let part = width / 2 / (dx * dx + dy * dy).squareRoot()
        var longer = self
        if hasOpenStart {
            longer.start = CGPoint(x: start.x - dx * part, y: start.y - dy * part)
        }
        if hasOpenEnd { longer.end = CGPoint(x: end.x + dx * part, y: end.y + dy * part) }
        return longer
    }
}
