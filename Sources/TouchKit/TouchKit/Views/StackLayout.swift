/// The starts and lengths of a stack view's arranged views along its axis, in points.
struct StackLayout {
    /// The start of each view.
    private(set) var starts: [CGFloat] = []
    /// The length of each view.
    private(set) var lengths: [CGFloat]

    /// Distributes views along an axis.
    ///
    /// - Parameters:
    ///   - natural: The intrinsic length of each view, or `nil` for a view without one.
    ///   - gaps: The minimum distances between the views.
    ///   - available: The length of the stack view.
    ///   - distribution: How the views share the available length.
    init(
        natural: [CGFloat?], gaps: [CGFloat], available: CGFloat,
        distribution: UIStackView.Distribution
    ) {
        lengths = natural.map { $0 ?? 0 }
        var gaps = gaps
        let forViews = max(0, available - gaps.reduce(0, +))
        switch distribution {
        case .fill:
            fill(forViews, natural)
        case .fillEqually:
            lengths = natural.map { _ in forViews / CGFloat(natural.count) }
        case .fillProportionally:
            let total = lengths.reduce(0, +)
            if total > 0 {
                lengths = lengths.map { $0 / total * forViews }
            } else {
                fill(forViews, natural)
            }
        case .equalSpacing, .equalCentering:
            shrink(to: forViews)
            if distribution == .equalCentering {
                gaps = equalCenteringGaps(gaps, available)
            } else {
                gaps = equalGaps(gaps, available)
            }
        }
        var start: CGFloat = 0
        for (index, length) in lengths.enumerated() {
            starts.append(start)
            start += length + (index < gaps.count ? gaps[index] : 0)
        }
    }

    /// Changes the lengths so that their sum is `total`: the views without a natural length share
    /// the rest; without such views the first one gets it. Missing length is taken from the end.
    private mutating func fill(_ total: CGFloat, _ natural: [CGFloat?]) {
        let rest = total - lengths.reduce(0, +)
        guard rest >= 0 else { return shrink(to: total) }
        let flexible = natural.indices.filter { natural[$0] == nil }
        guard !flexible.isEmpty else {
            lengths[0] += rest
            return
        }
        for index in flexible { lengths[index] = rest / CGFloat(flexible.count) }
    }

    /// Shortens views from the end until the sum of the lengths is at most `total`.
    private mutating func shrink(to total: CGFloat) {
        var excess = lengths.reduce(0, +) - total
        for index in lengths.indices.reversed() where excess > 0 {
            let cut = min(excess, lengths[index])
            lengths[index] -= cut
            excess -= cut
        }
    }

    /// Returns gaps that share the rest of the available length equally, but are not smaller than
    /// the given ones.
    private func equalGaps(_ gaps: [CGFloat], _ available: CGFloat) -> [CGFloat] {
        guard !gaps.isEmpty else { return gaps }
        let even = (available - lengths.reduce(0, +)) / CGFloat(gaps.count)
        return gaps.allSatisfy { $0 <= even } ? gaps.map { _ in even } : gaps
    }

    /// Returns gaps with which the centers of the views have equal distances, or equal gaps if the
    /// views would be too close.
    private func equalCenteringGaps(_ gaps: [CGFloat], _ available: CGFloat) -> [CGFloat] {
        guard let first = lengths.first, let last = lengths.last, !gaps.isEmpty else { return gaps }
        let step = (available - first / 2 - last / 2) / CGFloat(gaps.count)
        let centered: [CGFloat] = gaps.indices.map { step - lengths[$0] / 2 - lengths[$0 + 1] / 2 }
        let fits = zip(centered, gaps).allSatisfy { $0 >= $1 }
        return fits ? centered : equalGaps(gaps, available)
    }
}
