/// The centroid of points that are added one by one.
struct Centroid {
    private var sum = CGPoint.zero
    private var count: CGFloat = 0

    /// Creates the centroid of `points`.
    init(_ points: [CGPoint] = []) {
        for point in points { add(point) }
    }

    /// Adds a point.
    mutating func add(_ point: CGPoint) {
        sum.x += point.x
        sum.y += point.y
        count += 1
    }

    /// The mean of the added points, or `nil` if there is none.
    var point: CGPoint? {
        count > 0 ? CGPoint(x: sum.x / count, y: sum.y / count) : nil
    }
}
