/// The centre of places, gathered one by one.
struct Centroid {
    private var sum = CGPoint.zero
    private var count: CGFloat = 0

    /// Takes in one more.
    mutating func add(_ place: CGPoint) {
        sum.x += place.x
        sum.y += place.y
        count += 1
    }

    /// The centre; nil where there is no place.
    var place: CGPoint? {
        count > 0 ? CGPoint(x: sum.x / count, y: sum.y / count) : nil
    }
}
