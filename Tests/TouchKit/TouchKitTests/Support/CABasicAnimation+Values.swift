import TouchKit

extension CABasicAnimation {
    /// Creates an animation with a duration.
    convenience init(
        _ keyPath: String, from: Any? = nil, to: Any? = nil, by: Any? = nil, duration: Double = 1
    ) {
        self.init(keyPath: keyPath)
        fromValue = from
        toValue = to
        byValue = by
        self.duration = duration
    }
}
