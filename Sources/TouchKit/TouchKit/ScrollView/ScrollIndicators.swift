/// The scroll indicators of a scroll view, and their visibility.
struct ScrollIndicators {
    /// The indicator at the bottom edge, or `nil` if it was never shown.
    var horizontal: UIView?
    /// The indicator at the right edge, or `nil` if it was never shown.
    var vertical: UIView?
    /// The opacity of both indicators.
    var alpha: CGFloat = 0
    /// The time at which the fading started, or `nil` if the indicators do not fade.
    var fadeStart: Timestamp?
    /// Cancels the scheduled call that starts the fading of flashed indicators, or `nil` if there
    /// is none.
    var cancelFlash: (() -> Void)?

    /// Whether the opacity changes from frame to frame.
    var isFading: Bool { fadeStart != nil }

    /// The indicator of an axis.
    subscript(axis: ScrollAxis) -> UIView? {
        get { axis == .horizontal ? horizontal : vertical }
        set {
            if axis == .horizontal { horizontal = newValue } else { vertical = newValue }
        }
    }

    /// Sets the opacity at the time of a frame.
    @MainActor
    mutating func step(to time: Timestamp) {
        guard let fadeStart else { return }
        let seconds = Double(time.microseconds(since: fadeStart)) / 1e6
        let remainder = 1 - seconds / GestureConstants.indicatorFadeDuration
        if remainder > GestureConstants.roundingTolerance {
            setAlpha(min(remainder, 1))
        } else {
            setAlpha(0)
            self.fadeStart = nil
        }
    }

    /// Hides the indicators at once.
    @MainActor
    mutating func stop() {
        fadeStart = nil
        setAlpha(0)
        cancelFlash?()
        cancelFlash = nil
    }

    /// Sets the opacity of both indicators.
    @MainActor
    mutating func setAlpha(_ newValue: CGFloat) {
        alpha = newValue
        horizontal?.alpha = newValue
        vertical?.alpha = newValue
    }
}

extension UIScrollView {
    /// The thickness of an indicator, in points.
    private static let indicatorThickness: CGFloat = 2.5
    /// The distance of an indicator from the edges of the scroll view, in points.
    private static let indicatorInset: CGFloat = 3
    /// The minimum length of an indicator within the legal offsets, in points.
    private static let minimumIndicatorLength: CGFloat = 36
    /// The minimum length of an indicator beyond the legal offsets, in points.
    private static let minimumOverscrollLength: CGFloat = 8
    /// The color of an indicator, visible on light and dark content.
    private static let indicatorColor = UIColor(white: 0.4, alpha: 0.7)

    /// Shows the indicators of the axes that can scroll.
    func showIndicators() {
        indicators.stop()
        for axis in ScrollAxis.all where showsIndicator(of: axis) {
            let indicator = indicators[axis] ?? makeIndicator()
            indicators[axis] = indicator
            if subviews.last !== indicator { addSubview(indicator) }
        }
        indicators.setAlpha(1)
        updateIndicators()
    }

    /// Lets visible indicators fade from the current time on, or after a flash in progress. A fade
    /// in progress continues.
    func fadeIndicators() {
        guard indicators.alpha > 0, !indicators.isFading, indicators.cancelFlash == nil,
            let application = window?.application
        else { return }
        indicators.fadeStart = application.now
        requestFrames()
    }

    /// Shows the indicators for `GestureConstants.indicatorFlashDuration`.
    func flashIndicators() {
        guard let application = window?.application else { return }
        showIndicators()
        let ticket = application.schedule(after: GestureConstants.indicatorFlashDuration) {
            [weak self] in
            guard let self else { return }
            indicators.cancelFlash = nil
            if drag == nil && motion == nil { fadeIndicators() }
        }
        // When the indicators stop, the scroll view may have left its window.
        indicators.cancelFlash = { [weak application] in application?.cancelScheduled(ticket) }
    }

    /// Moves visible indicators to the edges of the bounds.
    func updateIndicators() {
        guard indicators.alpha > 0 else { return }
        for axis in ScrollAxis.all {
            guard let indicator = indicators[axis] else { continue }
            indicator.isHidden = !showsIndicator(of: axis)
            indicator.frame = indicatorFrame(of: axis)
        }
    }

    /// Returns whether the indicator of an axis is enabled and the axis can scroll.
    private func showsIndicator(of axis: ScrollAxis) -> Bool {
        let isEnabled =
            axis == .horizontal ? showsHorizontalScrollIndicator : showsVerticalScrollIndicator
        return isEnabled && !range(of: axis).isPoint
    }

    private func makeIndicator() -> UIView {
        let indicator = UIView()
        indicator.isUserInteractionEnabled = false
        indicator.backgroundColor = Self.indicatorColor
        indicator.cornerRadius = Self.indicatorThickness / 2
        return indicator
    }

    /// Returns the frame of an indicator. Its length is the part of the content that is visible,
    /// and beyond the legal offsets shorter by the excess.
    private func indicatorFrame(of axis: ScrollAxis) -> CGRect {
        let range = range(of: axis)
        let length = range.maximum - range.minimum
        guard length > 0 else { return .zero }
        let inset = Self.indicatorInset
        let thickness = Self.indicatorThickness
        let track = range.extent - 2 * inset
        let offset = range.clamp(contentOffset[axis])
        let visible = max(
            Self.minimumIndicatorLength, track * range.extent / (length + range.extent))
        let extent = max(
            Self.minimumOverscrollLength, visible - abs(contentOffset[axis] - offset))
        let start = inset + (track - extent) * (offset - range.minimum) / length
        return axis == .horizontal
            ? CGRect(
                x: bounds.minX + start, y: bounds.maxY - inset - thickness, width: extent,
                height: thickness)
            : CGRect(
                x: bounds.maxX - inset - thickness, y: bounds.minY + start, width: thickness,
                height: extent)
    }
}
