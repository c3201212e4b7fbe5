import TouchKit

/// Shows `SparklesView` over the whole screen.
package final class SparklesViewController: UIViewController {
    private let images: [UIImage]

    /// Makes the controller of sparks with these images, the first finger's first; with stars of its
    /// own if there are none.
    package init(images: [UIImage] = []) {
        self.images = images
        super.init()
    }

    /// Makes the controller of sparks with the images of files, pixel for pixel; one that can't be read
    /// is passed over.
    package convenience init(files: [String]) {
        let scale = UIScreen.main.scale
        self.init(images: files.compactMap { UIImage(contentsOfFile: $0, scale: scale) })
    }

    /// Makes the view.
    package override func loadView() {
        let view = SparklesView(images: images.isEmpty ? SparklesView.stars() : images)
        view.frame = UIScreen.main.bounds
        view.isMultipleTouchEnabled = true
        view.backgroundColor = .black
        self.view = view
    }
}

/// Every sample of a touch leaves a spark that fades over two seconds; each finger has its own image.
///
/// A view for each spark would be the shorter program, but there are thousands of them: so one view
/// draws them all, and a display link lets them fade as long as there are any.
package final class SparklesView: UIView {
    /// How long a spark is to be seen, in seconds.
    package static let lifetime = 2.0
    /// The most sparks at a time: of ten fingers on a panel that reports 240 times a second. Where more
    /// come, the oldest ones go.
    package static let mostSparks = 4_800

    private let images: [UIImage]
    private var sparks = SparkPool(capacity: mostSparks)
    /// The touches by their fingers' numbers; a finger that comes down gets the lowest free one.
    private var fingers: [UITouch?] = []
    private weak var displayLink: CADisplayLink?
    /// The time of the newest frame.
    private var time = 0.0

    /// Makes a view whose fingers leave these images in turn; at least one.
    package init(images: [UIImage]) {
        precondition(!images.isEmpty, "sparks have an image")
        self.images = images
        super.init(frame: .zero)
    }

    /// How many sparks are to be seen.
    package var sparkCount: Int { sparks.count }

    // MARK: Touches

    /// A spark where each finger comes down.
    package override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        // A set has no order: fingers that come down together are numbered from the left.
        for touch in touches.sorted(by: { $0.location(in: self).x < $1.location(in: self).x }) {
            if let free = fingers.firstIndex(of: nil) {
                fingers[free] = touch
            } else {
                fingers.append(touch)
            }
        }
        leaveSparks(touches, event)
    }

    /// A spark for each sample.
    package override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        leaveSparks(touches, event)
    }

    /// A last spark where each finger was lifted.
    package override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        leaveSparks(touches, event)
        forget(touches)
    }

    /// The sparks that there are go on fading.
    package override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        forget(touches)
    }

    private func leaveSparks(_ touches: Set<UITouch>, _ event: UIEvent?) {
        // While sparks fade, the next frame draws all of them anyway.
        let isFading = displayLink?.isPaused == false
        for number in fingers.indices {
            guard let touch = fingers[number], touches.contains(touch) else { continue }
            for sample in event?.coalescedTouches(for: touch) ?? [touch] {
                if sparks.isEmpty { setNeedsDisplay() }
                if let oldest = sparks.makeRoom() { setNeedsDisplay(oldest.frame) }
                let image = number % images.count
                let spark = Spark(
                    frame: frame(of: images[image], around: sample.location(in: self)),
                    time: sample.timestamp, image: image)
                sparks.append(spark)
                if !isFading { setNeedsDisplay(spark.frame) }
            }
        }
        displayLink?.isPaused = sparks.isEmpty
    }

    private func forget(_ touches: Set<UITouch>) {
        for number in fingers.indices {
            if let touch = fingers[number], touches.contains(touch) { fingers[number] = nil }
        }
    }

    // MARK: Time

    /// Sparks fade while the view is on a screen.
    package override func didMoveToWindow() {
        displayLink?.invalidate()
        sparks.removeAll()
        guard window != nil else { return }
        let link = CADisplayLink(target: self, action: { $0.fade })
        link.isPaused = true
        link.add(to: .main, forMode: .common)
        displayLink = link
    }

    private func fade(_ link: CADisplayLink) {
        time = link.timestamp
        setNeedsDisplay(extentOfSparks)
        sparks.removeAll(before: time - Self.lifetime)
        guard sparks.isEmpty else { return }
        link.isPaused = true
        setNeedsDisplay()
    }

    // MARK: Drawing

    /// Draws the sparks, newer ones over older ones; where there is none, what to do.
    package override func draw(_ rect: CGRect) {
        if sparks.isEmpty { drawHint() }
        let (sparks, time) = (sparks, time)
        for index in 0..<sparks.count {
            let spark = sparks[index]
            guard spark.frame.intersects(rect) else { continue }
            let age = (time - spark.time) / Self.lifetime
            images[spark.image].draw(at: spark.frame.origin, blendMode: .normal, alpha: 1 - age)
        }
    }

    private func drawHint() {
        let hint = "Touch with all your fingers"
        let attributes: [TextAttribute: Any] = [
            .font: UIFont.systemFont(ofSize: min(28, bounds.width / 18)),
            .foregroundColor: UIColor.lightGray,
        ]
        let size = hint.size(withAttributes: attributes)
        hint.draw(
            at: CGPoint(x: bounds.midX - size.width / 2, y: bounds.midY - size.height / 2),
            withAttributes: attributes)
    }

    private func frame(of image: UIImage, around center: CGPoint) -> CGRect {
        let size = image.size
        return CGRect(
            x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width,
            height: size.height)
    }

    private var extentOfSparks: CGRect {
        let sparks = sparks
        if sparks.isEmpty { return .null }
        var low = CGPoint(x: CGFloat.infinity, y: .infinity)
        var high = CGPoint(x: -CGFloat.infinity, y: -.infinity)
        for index in 0..<sparks.count {
            let frame = sparks[index].frame
            low.x = min(low.x, frame.origin.x)
            low.y = min(low.y, frame.origin.y)
            high.x = max(high.x, frame.origin.x + frame.size.width)
            high.y = max(high.y, frame.origin.y + frame.size.height)
        }
        return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    }
}

// MARK: - Sparks

/// What a sample of a touch has left.
private struct Spark {
    /// Where its image is, in points of the view.
    var frame: CGRect
    /// When the sample was measured, in seconds.
    var time: Double
    /// Which image it is.
    var image: Int
}

/// The sparks that are to be seen, oldest first, in memory that is taken once.
private struct SparkPool {
    private var memory: [Spark]
    private var first = 0
    private(set) var count = 0

    init(capacity: Int) {
        memory = Array(repeating: Spark(frame: .zero, time: 0, image: 0), count: capacity)
    }

    var isEmpty: Bool { count == 0 }

    subscript(index: Int) -> Spark { memory[place(index)] }

    private func place(_ index: Int) -> Int {
        let place = first + index
        return place < memory.count ? place : place - memory.count
    }

    /// Takes out the oldest one where there is no room for another.
    mutating func makeRoom() -> Spark? {
        guard count == memory.count else { return nil }
        let oldest = self[0]
        removeFirst()
        return oldest
    }

    mutating func append(_ spark: Spark) {
        memory[place(count)] = spark
        count += 1
    }

    private mutating func removeFirst() {
        first = place(1)
        count -= 1
    }

    mutating func removeAll(before time: Double) {
        while count > 0, self[0].time <= time { removeFirst() }
    }

    mutating func removeAll() {
        count = 0
    }
}

// MARK: - Stars

extension SparklesView {
    /// Ten stars of different colours and numbers of points, one for each finger.
    static func stars() -> [UIImage] {
        (0..<10).map { star(points: 4 + $0 % 4, hue: CGFloat($0) * 0.1) }
    }

    private static func star(points: Int, hue: CGFloat) -> UIImage {
        let size = CGSize(width: 16, height: 16)
        let center = CGPoint(x: size.width / 2, y: size.height / 2)
        return UIGraphicsImageRenderer(size: size).image { context in
            let color = UIColor(hue: hue, saturation: 0.8, brightness: 1, alpha: 1)
            let glow = CGGradient(
                colorsSpace: CGColorSpaceCreateDeviceRGB(),
                colors: [
                    color.withAlphaComponent(0.5).cgColor, color.withAlphaComponent(0).cgColor,
                ], locations: nil)
            if let glow {
                context.cgContext.drawRadialGradient(
                    glow, startCenter: center, startRadius: 0, endCenter: center, endRadius: 8,
                    options: [])
            }
            let path = UIBezierPath()
            for corner in 0..<(2 * points) {
                let radius = corner % 2 == 0 ? 7.5 : 3
                let turn = CGAffineTransform(rotationAngle: .pi * CGFloat(corner) / CGFloat(points))
                let arm = CGPoint(x: 0, y: -radius).applying(turn)
                let place = CGPoint(x: center.x + arm.x, y: center.y + arm.y)
                if corner == 0 { path.move(to: place) } else { path.addLine(to: place) }
            }
            path.close()
            UIColor(hue: hue, saturation: 0.5, brightness: 1, alpha: 1).setFill()
            path.fill()
        }
    }
}
