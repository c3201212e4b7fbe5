import TouchKit

extension Scene {
    /// The sparkles scene, in which touches leave fading sparks.
    package static let sparkles = Scene(
        name: "sparkles", title: "Sparkles",
        miniature: SceneMiniature(background: 0) { _ in
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
        },
        controllerFactory: { SparklesViewController(files: $0.sparkFiles) })
}

/// The view controller of the sparkles scene, in which touches leave fading sparks.
package final class SparklesViewController: UIViewController {
    private let images: [UIImage]

    /// Creates a view controller with the images of the sparks. The first touch uses the first
    /// image, and each further concurrent touch uses the next image. If `images` is empty, the
    /// scene uses built-in stars.
    package init(images: [UIImage] = []) {
        self.images = images
        super.init()
    }

    /// Creates a view controller with the spark images in the PNG files at the paths `files`. One
    /// pixel of an image covers one pixel of the screen. Unreadable files are skipped.
    package convenience init(files: [String]) {
        let scale = UIScreen.main.scale
        self.init(images: files.compactMap { UIImage(contentsOfFile: $0, scale: scale) })
    }

    /// Creates the view of the sparkles scene.
    package override func loadView() {
        let view = SparklesView(images: images.isEmpty ? SparklesView.stars() : images)
        view.frame = UIScreen.main.bounds
        view.isMultipleTouchEnabled = true
        view.backgroundColor = .black
        self.view = view
    }
}

/// A view in which every measured location of a touch leaves a spark, an image that fades within
/// two seconds. Concurrent touches use different images, if there are enough images.
///
/// One view draws all sparks, driven by a display link, because a view per spark would be too slow
/// for thousands of sparks.
package final class SparklesView: UIView {
    /// `false`: the view draws only the sparks in the damage whenever a part is repainted.
    package override class var hasBackingStore: Bool { false }

    /// The time from the appearance of a spark until it has faded completely, in seconds.
    package static let lifetime = 2.0
    /// The maximum number of visible sparks, which suffices for ten touches at 240 samples per
    /// second. Further sparks replace the oldest sparks.
    package static let maximumSparkCount = 4_800

    private let images: [UIImage]
    private var sparks = SparkPool(capacity: maximumSparkCount)
    /// The active touches. The index of a touch selects the image of its sparks. A new touch gets
    /// the lowest free index.
    private var touchSlots: [UITouch?] = []
    private weak var displayLink: CADisplayLink?
    /// The timestamp of the newest frame, in seconds.
    private var time = 0.0

    /// Creates a view with the images of the sparks, at least one. The first touch uses the first
    /// image, and each further concurrent touch uses the next image.
    package init(images: [UIImage]) {
        precondition(!images.isEmpty, "sparks have an image")
        self.images = images
        super.init(frame: .zero)
    }

    /// The number of sparks that have not faded completely yet.
    package var sparkCount: Int { sparks.count }

    // MARK: Touches

    /// Leaves a spark at the location of each new touch.
    package override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        // A set has no order, so touches that begin together are numbered from left to right.
        for touch in touches.sorted(by: { $0.location(in: self).x < $1.location(in: self).x }) {
            if let free = touchSlots.firstIndex(of: nil) {
                touchSlots[free] = touch
            } else {
                touchSlots.append(touch)
            }
        }
        leaveSparks(touches, event)
    }

    /// Leaves a spark at each coalesced sample of the moved touches.
    package override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        leaveSparks(touches, event)
    }

    /// Leaves a last spark for each touch that has ended.
    package override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        leaveSparks(touches, event)
        removeTouches(touches)
    }

    /// Ends the touches without further sparks. Their existing sparks continue to fade.
    package override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        removeTouches(touches)
    }

    /// Adds a spark at the location of each coalesced sample of the touches.
    private func leaveSparks(_ touches: Set<UITouch>, _ event: UIEvent?) {
        // A running display link redraws all sparks in the next frame anyway.
        let isFading = displayLink?.isPaused == false
        for slot in touchSlots.indices {
            guard let touch = touchSlots[slot], touches.contains(touch) else { continue }
            for sample in event?.coalescedTouches(for: touch) ?? [touch] {
                if sparks.isEmpty { setNeedsDisplay() }
                if let oldest = sparks.removeOldestIfFull() { setNeedsDisplay(oldest.frame) }
                let image = slot % images.count
                let spark = Spark(
                    frame: frame(of: images[image], around: sample.location(in: self)),
                    time: sample.timestamp, image: image)
                sparks.append(spark)
                if !isFading { setNeedsDisplay(spark.frame) }
            }
        }
        displayLink?.isPaused = sparks.isEmpty
    }

    private func removeTouches(_ touches: Set<UITouch>) {
        for slot in touchSlots.indices {
            if let touch = touchSlots[slot], touches.contains(touch) { touchSlots[slot] = nil }
        }
    }

    // MARK: Time

    /// Removes all sparks and, if the view has been added to a window, creates the display link
    /// that fades new sparks.
    package override func didMoveToWindow() {
        displayLink?.invalidate()
        sparks.removeAll()
        guard window != nil else { return }
        let link = CADisplayLink(target: self, action: { $0.fade })
        link.isPaused = true
        link.add(to: .main, forMode: .common)
        displayLink = link
    }

    /// Removes the sparks that have faded completely, and redraws the others.
    private func fade(_ link: CADisplayLink) {
        time = link.timestamp
        setNeedsDisplay(extentOfSparks)
        sparks.removeAll(before: time - Self.lifetime)
        guard sparks.isEmpty else { return }
        link.isPaused = true
        setNeedsDisplay()
    }

    // MARK: Drawing

    /// Draws the sparks, newer sparks above older ones, or draws a hint if there are none.
    package override func draw(_ rect: CGRect) {
        if sparks.isEmpty { drawHint() }
        let (sparks, time, images) = (sparks, time, images)
        let drawsAll = rect.contains(extentOfSparks)
        for index in 0..<sparks.count {
            let spark = sparks[index]
            guard drawsAll || spark.frame.intersects(rect) else { continue }
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

    /// The smallest rectangle that contains all sparks, in points, or the null rectangle if there
    /// are none.
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

/// A spark that a measured location of a touch has left.
private struct Spark {
    /// The frame of the image in the view, in points.
    var frame: CGRect
    /// The timestamp of the touch sample that left the spark, in seconds.
    var time: Double
    /// The index of the image that the spark shows in the list of images of the view.
    var image: Int
}

/// A ring buffer of the visible sparks in the order in which they were added. Its memory is
/// allocated once.
private struct SparkPool {
    private var memory: [Spark]
    private var first = 0
    private(set) var count = 0

    init(capacity: Int) {
        memory = Array(repeating: Spark(frame: .zero, time: 0, image: 0), count: capacity)
    }

    var isEmpty: Bool { count == 0 }

    subscript(index: Int) -> Spark { memory[storageIndex(index)] }

    private func storageIndex(_ index: Int) -> Int {
        let position = first + index
        return position < memory.count ? position : position - memory.count
    }

    /// Removes and returns the oldest spark if the buffer is full, or returns `nil` if it is not
    /// full.
    mutating func removeOldestIfFull() -> Spark? {
        guard count == memory.count else { return nil }
        let oldest = self[0]
        removeFirst()
        return oldest
    }

    mutating func append(_ spark: Spark) {
        memory[storageIndex(count)] = spark
        count += 1
    }

    private mutating func removeFirst() {
        first = storageIndex(1)
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
    /// Returns the built-in images of sparks: ten stars with different colors and four to seven
    /// points.
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
                let point = CGPoint(x: center.x + arm.x, y: center.y + arm.y)
                if corner == 0 { path.move(to: point) } else { path.addLine(to: point) }
            }
            path.close()
            UIColor(hue: hue, saturation: 0.5, brightness: 1, alpha: 1).setFill()
            path.fill()
        }
    }
}
