extension UIView {
    /// Options for automatic view resizing. The raw values are the same as in UIKit.
    public struct AutoresizingMask: OptionSet, Hashable, Sendable {
        /// The options as a bit mask.
        public let rawValue: UInt

        /// Creates a set of options from a bit mask.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Resizing expands or shrinks the distance from the superview's left edge.
        public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1 << 0)
        /// Resizing expands or shrinks the view's width.
        public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
        /// Resizing expands or shrinks the distance from the superview's right edge.
        public static let flexibleRightMargin = AutoresizingMask(rawValue: 1 << 2)
        /// Resizing expands or shrinks the distance from the superview's top edge.
        public static let flexibleTopMargin = AutoresizingMask(rawValue: 1 << 3)
        /// Resizing expands or shrinks the view's height.
        public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
        /// Resizing expands or shrinks the distance from the superview's bottom edge.
        public static let flexibleBottomMargin = AutoresizingMask(rawValue: 1 << 5)
    }

    /// Changes the frames of the subviews according to their masks, after the view's size has
    /// changed.
    func autoresizeSubviews(from old: CGSize) {
        guard autoresizesSubviews else { return }
        for view in nodes where !view.autoresizingMask.isEmpty {
            view.autoresize(from: old, to: bounds.size)
        }
    }

    /// Changes the view's frame after the superview's size has changed.
    ///
    /// The change is divided among the flexible margins and the flexible extent in proportion to
    /// their lengths, or equally if all of these are 0.
    private func autoresize(from old: CGSize, to new: CGSize) {
        let frame = frame
        let mask = autoresizingMask
        let (x, width) = Self.autoresized(
            start: frame.minX, extent: frame.width, old: old.width, new: new.width,
            flexible: (
                mask.contains(.flexibleLeftMargin), mask.contains(.flexibleWidth),
                mask.contains(.flexibleRightMargin)
            ))
        let (y, height) = Self.autoresized(
            start: frame.minY, extent: frame.height, old: old.height, new: new.height,
            flexible: (
                mask.contains(.flexibleTopMargin), mask.contains(.flexibleHeight),
                mask.contains(.flexibleBottomMargin)
            ))
        self.frame = CGRect(x: x, y: y, width: width, height: height)
    }

    /// Returns the start and the extent of a view along an axis after the superview's extent has
    /// changed from `old` to `new`.
    private static func autoresized(
        start: CGFloat, extent: CGFloat, old: CGFloat, new: CGFloat,
        flexible: (leading: Bool, extent: Bool, trailing: Bool)
    ) -> (start: CGFloat, extent: CGFloat) {
        let parts = [
            (flexible.leading, start), (flexible.extent, extent),
            (flexible.trailing, old - start - extent),
        ]
        let lengths = parts.map { $0.0 ? max($0.1, 0) : 0 }
        let total = lengths.reduce(0, +)
        let count = CGFloat(parts.count { $0.0 })
        guard count > 0 else { return (start, extent) }
        let shares = zip(parts, lengths).map { part, length in
            part.0 ? (total > 0 ? length / total : 1 / count) : 0
        }
        let change = new - old
        return (start + change * shares[0], max(0, extent + change * shares[1]))
    }
}

extension UIView {
    /// Returns the view, or the first descendant in depth-first order, whose tag equals `tag`, or
    /// `nil` if there is none.
    public func viewWithTag(_ tag: Int) -> UIView? {
        if self.tag == tag { return self }
        for view in subviews {
            if let found = view.viewWithTag(tag) { return found }
        }
        return nil
    }
}
