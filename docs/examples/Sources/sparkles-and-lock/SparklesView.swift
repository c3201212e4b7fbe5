import TouchKit

/// A view with a ball whose center jumps to the finger and follows it, and with a spark at each
/// touch.
final class SparklesView: UIView {
    private static let sparks = [UIImage.disc(.blue), UIImage.disc(.green)]

    let ball = UIImageView(image: .disc(.orange))
    /// The image of each touch that is down: alternately blue and green.
    private var images: [UITouch: UIImage] = [:]
    private var touchCount = 0

    override init(frame: CGRect) {
        super.init(frame: frame)
        isMultipleTouchEnabled = true
        clipsToBounds = true
        ball.center = CGPoint(x: bounds.midX, y: bounds.midY)
        addSubview(ball)
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        for touch in touches {
            images[touch] = Self.sparks[touchCount % 2]
            touchCount += 1
        }
        touchesMoved(touches, with: event)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        for touch in touches {
            ball.center = touch.location(in: self)
            let spark = UIImageView(image: images[touch])
            spark.center = ball.center
            addSubview(spark)
            UIView.animate(withDuration: 2) {
                spark.alpha = 0
            } completion: { _ in
                spark.removeFromSuperview()
            }
        }
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        for touch in touches { images[touch] = nil }
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        touchesEnded(touches, with: event)
    }
}

extension UIImage {
    /// Returns a disc of 24 points.
    static func disc(_ color: UIColor) -> UIImage {
        let rect = CGRect(x: 0, y: 0, width: 24, height: 24)
        return UIGraphicsImageRenderer(size: rect.size).image { _ in
            color.setFill()
            UIBezierPath(ovalIn: rect).fill()
        }
    }
}
