import TouchKit

/// Small pictures of scenes, drawn by hand: what one would see of the scene from far away.
@MainActor
enum SceneMiniature {
    /// The extent of a picture, in its own points.
    static let size = CGSize(width: 100, height: 60)

    /// Draws a scene's picture into (0, 0, 100, 60).
    static func draw(_ scene: Scene, _ context: CGContext) {
        let whole = CGRect(origin: .zero, size: size)
        UIColor(white: ground(of: scene), alpha: 1).setFill()
        UIBezierPath(roundedRect: whole, cornerRadius: 6).fill()
        switch scene {
        case .draw: drawDrawing()
        case .touches: drawTouches(context)
        case .unlock: drawUnlock(context)
        case .pulse: drawPulse(context)
        case .drag: drawDrag()
        case .sparkles: drawSparkles()
        case .arena: drawArena()
        }
    }

    private static func ground(of scene: Scene) -> CGFloat {
        switch scene {
        case .draw: 2.0 / 3
        case .touches, .arena: 1
        case .unlock, .pulse, .sparkles: 0
        case .drag: 0.85
        }
    }

    private static func drawDrawing() {
        let path = stroke(width: 5)
        path.move(to: CGPoint(x: 12, y: 44))
        path.addCurve(
            to: CGPoint(x: 48, y: 26), controlPoint1: CGPoint(x: 18, y: 2),
            controlPoint2: CGPoint(x: 38, y: 60))
        UIColor.blue.setStroke()
        path.stroke()
        let line = stroke(width: 5)
        line.move(to: CGPoint(x: 56, y: 46))
        line.addLine(to: CGPoint(x: 88, y: 14))
        UIColor.red.setStroke()
        line.stroke()
    }

    private static func drawTouches(_ context: CGContext) {
        UIColor(white: 0.75, alpha: 1).setFill()
        for row in 0..<3 {
            UIRectFill(CGRect(x: 8, y: 9 + CGFloat(row) * 9, width: 50, height: 4))
        }
        UIColor(white: 0.88, alpha: 1).setFill()
        for row in 0..<2 {
            UIRectFill(CGRect(x: 8, y: 40 + CGFloat(row) * 8, width: 50, height: 3))
        }
        context.setStrokeColor(UIColor(red: 0.16, green: 0.45, blue: 0.85, alpha: 1))
        context.setLineWidth(3)
        context.strokeEllipse(in: CGRect(x: 68, y: 12, width: 18, height: 18))
        context.strokeEllipse(in: CGRect(x: 74, y: 34, width: 14, height: 14))
    }

    private static func drawUnlock(_ context: CGContext) {
        let path = stroke(width: 4)
        path.move(to: CGPoint(x: 33, y: 13))
        path.addLine(to: CGPoint(x: 33, y: 47))
        path.addLine(to: CGPoint(x: 67, y: 47))
        UIColor.green.setStroke()
        path.stroke()
        for row in 0..<3 {
            for column in 0..<3 {
                let isJoined = column == 0 || row == 2
                context.setFillColor(isJoined ? .green : .lightGray)
                context.fillEllipse(
                    in: CGRect(
                        x: 30 + CGFloat(column) * 17, y: 10 + CGFloat(row) * 17, width: 6,
                        height: 6))
            }
        }
    }

    private static func drawPulse(_ context: CGContext) {
        context.setStrokeColor(UIColor(red: 1, green: 0.5, blue: 0, alpha: 0.45))
        context.setLineWidth(3)
        context.strokeEllipse(in: CGRect(x: 27, y: 7, width: 46, height: 46))
        context.setFillColor(.orange)
        context.fillEllipse(in: CGRect(x: 33, y: 13, width: 34, height: 34))
    }

    private static func drawDrag() {
        let colors = [
            UIColor(red: 0.2, green: 0.5, blue: 0.9, alpha: 1),
            UIColor(red: 0.9, green: 0.55, blue: 0.15, alpha: 1),
            UIColor(red: 0.3, green: 0.65, blue: 0.35, alpha: 1),
        ]
        for (place, color) in colors.enumerated() {
            color.setFill()
            UIBezierPath(
                roundedRect: CGRect(
                    x: 9 + CGFloat(place) * 29, y: [20, 10, 26][place], width: 24, height: 24),
                cornerRadius: 4
            ).fill()
        }
    }

    private static func drawSparkles() {
        let sparks: [(x: CGFloat, y: CGFloat, radius: CGFloat, hue: Int)] = [
            (20, 42, 4, 0), (32, 33, 6, 1), (46, 30, 8, 2), (60, 24, 9, 1), (76, 18, 11, 0),
            (28, 18, 3, 2), (54, 46, 4, 0), (86, 40, 4, 2),
        ]
        let colors = [
            UIColor(red: 1, green: 0.8, blue: 0.2, alpha: 1),
            UIColor(red: 1, green: 0.45, blue: 0.4, alpha: 1),
            UIColor(red: 0.45, green: 0.75, blue: 1, alpha: 1),
        ]
        for spark in sparks {
            let star = UIBezierPath()
            for corner in 0..<10 {
                let angle = CGFloat(corner) * .pi / 5 - .pi / 2
                let turn = CGAffineTransform(rotationAngle: angle)
                let arm = CGPoint(x: corner % 2 == 0 ? spark.radius : spark.radius * 0.42, y: 0)
                    .applying(turn)
                let point = CGPoint(x: spark.x + arm.x, y: spark.y + arm.y)
                if corner == 0 { star.move(to: point) } else { star.addLine(to: point) }
            }
            star.close()
            colors[spark.hue].setFill()
            star.fill()
        }
    }

    private static func drawArena() {
        UIColor(red: 0.8, green: 0.88, blue: 0.97, alpha: 1).setFill()
        UIRectFill(CGRect(x: 6, y: 6, width: 44, height: 48))
        UIColor(red: 0.98, green: 0.89, blue: 0.74, alpha: 1).setFill()
        UIRectFill(CGRect(x: 16, y: 22, width: 28, height: 26))
        for row in 0..<4 {
            let isOn = row % 2 == 0
            (isOn ? UIColor(red: 0.3, green: 0.75, blue: 0.4, alpha: 1) : .lightGray).setFill()
            UIBezierPath(
                roundedRect: CGRect(x: 58, y: 8 + CGFloat(row) * 12, width: 13, height: 7),
                cornerRadius: 3.5
            ).fill()
            UIColor(white: 0.75, alpha: 1).setFill()
            UIRectFill(CGRect(x: 76, y: 10 + CGFloat(row) * 12, width: 18, height: 3))
        }
    }

    private static func stroke(width: CGFloat) -> UIBezierPath {
        let path = UIBezierPath()
        path.lineWidth = width
        path.lineCapStyle = .round
        path.lineJoinStyle = .round
        return path
    }
}
