import TouchKit

/// A view with a square under each finger.
final class FollowingView: UIView {
    override class var hasBackingStore: Bool { false }
    private var places: [ObjectIdentifier: CGPoint] = [:]

    override init(frame: CGRect) {
        super.init(frame: frame)
        isMultipleTouchEnabled = true
        backgroundColor = .white
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { follow(touches) }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { follow(touches) }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        for touch in touches {
            if let old = places.removeValue(forKey: ObjectIdentifier(touch)) {
                setNeedsDisplay(square(old))
            }
        }
    }

    private func follow(_ touches: Set<UITouch>) {
        for touch in touches {
            let place = touch.location(in: self)
            if let old = places.updateValue(place, forKey: ObjectIdentifier(touch)) {
                setNeedsDisplay(square(old))
            }
            setNeedsDisplay(square(place))
        }
    }

    private func square(_ place: CGPoint) -> CGRect {
        CGRect(x: place.x - 10, y: place.y - 10, width: 20, height: 20)
    }

    override func draw(_ rect: CGRect) {
        UIColor.black.set()
        for place in places.values { UIBezierPath(rect: square(place)).fill() }
    }
}
