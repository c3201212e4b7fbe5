/// A drag of a scroll view.
struct ScrollDrag {
    /// The content offset, without the resistance at edges, at which the translation is zero.
    var base: CGPoint
    /// The content offset that the drag has set last.
    var offset: CGPoint
    /// The most recent translation.
    var translation: CGPoint
    /// The axis along which the drag does not move the content.
    let lockedAxis: ScrollAxis?
}

// Drags.
extension UIScrollView {
    /// Returns the legal offsets along an axis.
    func range(of axis: ScrollAxis) -> ScrollRange {
        switch axis {
        case .horizontal:
            ScrollRange(
                extent: bounds.width, content: contentSize.width, leading: contentInset.left,
                trailing: contentInset.right)
        case .vertical:
            ScrollRange(
                extent: bounds.height, content: contentSize.height,
                leading: contentInset.top + refreshInset,
                trailing: contentInset.bottom)
        }
    }

    /// The legal offsets along both axes.
    var ranges: ScrollRanges {
        ScrollRanges(x: range(of: .horizontal), y: range(of: .vertical))
    }

    /// Returns whether a drag moves the content along an axis: whether more than one offset is
    /// legal, the offset is not legal, or the axis always bounces.
    func isDraggable(_ axis: ScrollAxis) -> Bool {
        let alwaysBounces =
            axis == .horizontal ? alwaysBounceHorizontal : alwaysBounceVertical
        let range = range(of: axis)
        return (bounces && alwaysBounces) || !range.isPoint || !range.contains(contentOffset[axis])
    }

    // MARK: Recognizer

    /// Records that the pan recognizer has received a touch.
    func panDidReceiveTouch() {
        isTracking = true
    }

    /// Records that the pan recognizer's attempt has ended. If it has failed, the content receives
    /// its withheld touches.
    func panDidReset() {
        // A recognizer that was removed from the view sends no final action.
        if drag != nil { endDragging(velocity: .zero, at: window?.application?.now ?? .zero) }
        isTracking = false
        delay.releaseAllTouches()
    }

    /// Returns whether a drag may begin after a finger has moved by `travel`: along an axis that
    /// can be dragged, unless an enclosing scroll view takes the drag.
    func canBeginDragging(after travel: CGPoint) -> Bool {
        let axis: ScrollAxis = abs(travel.x) > abs(travel.y) ? .horizontal : .vertical
        return isDraggable(axis) && !transfersDrag(along: axis, isForward: travel[axis] < 0)
    }

    /// Returns whether an enclosing scroll view takes a drag, because this view rests at the end
    /// toward which the drag would scroll.
    ///
    /// - Parameters:
    ///   - axis: The main axis of the drag.
    ///   - isForward: Whether the drag makes the content offset grow.
    private func transfersDrag(along axis: ScrollAxis, isForward: Bool) -> Bool {
        let transfers =
            axis == .horizontal
            ? transfersHorizontalScrollingToParent : transfersVerticalScrollingToParent
        guard transfers, !canScroll(along: axis, isForward: isForward) else { return false }
        var ancestor = enclosingScrollView
        while let view = ancestor {
            if view.isScrollEnabled && view.canScroll(along: axis, isForward: isForward) {
                return true
            }
            ancestor = view.enclosingScrollView
        }
        return false
    }

    /// Returns whether the content can scroll in a direction within the legal offsets.
    private func canScroll(along axis: ScrollAxis, isForward: Bool) -> Bool {
        let range = range(of: axis)
        return isForward
            ? contentOffset[axis] < range.maximum : contentOffset[axis] > range.minimum
    }

    /// Scrolls according to the state of the pan recognizer.
    func handlePan(_ recognizer: ScrollPanGestureRecognizer) {
        switch recognizer.state {
        case .began:
            beginDragging()
            continueDragging()
        case .changed:
            continueDragging()
        case .ended:
            endDragging(velocity: recognizer.releaseVelocity, at: recognizer.releaseTime)
        case .cancelled:
            endDragging(velocity: .zero, at: window?.application?.now ?? .zero)
        case .possible, .failed:
            break
        }
    }

    // MARK: Drag

    /// Begins a drag, which stops a motion of this view and of enclosing scroll views.
    private func beginDragging() {
        let isCatch = isDecelerating
        stopMotion()
        stopDeceleratingAncestors()
        if isCatch && GestureConstants.catchSendsDidEndDecelerating {
            delegate?.scrollViewDidEndDecelerating(self)
        }
        isTracking = true
        isDragging = true
        isDecelerating = isCatch
        var drag = ScrollDrag(
            base: .zero, offset: contentOffset, translation: .zero,
            lockedAxis: isCatch ? nil : lockedAxis(for: pan.travel(in: self)))
        self.drag = drag
        showIndicators()
        delegate?.scrollViewWillBeginDragging(self)
        drag.offset = contentOffset
        for axis in ScrollAxis.all { drag.base[axis] = unresisted(contentOffset, axis) }
        // The delegate may have ended the drag.
        if self.drag != nil { self.drag = drag }
    }

    /// Ends the decelerations of the enclosing scroll views, because this view has begun a drag
    ///
    private func stopDeceleratingAncestors() {
        var ancestor = enclosingScrollView
        while let view = ancestor {
            if view.isDecelerating {
                view.stopMotion()
                view.delegate?.scrollViewDidEndDecelerating(view)
            }
            ancestor = view.enclosingScrollView
        }
    }

    /// Returns the axis that directional lock excludes from a drag that begins with a travel
    ///
    private func lockedAxis(for travel: CGPoint) -> ScrollAxis? {
        guard isDirectionalLockEnabled, isDraggable(.horizontal), isDraggable(.vertical) else {
            return nil
        }
        let minor: ScrollAxis = abs(travel.x) > abs(travel.y) ? .vertical : .horizontal
        let limit = GestureConstants.directionalLockRatio * abs(travel[minor.other])
        return abs(travel[minor]) <= limit ? minor : nil
    }

    /// Scrolls to the offset that belongs to the pan recognizer's translation.
    ///
    /// If the offset has changed since the last step of the drag, for example because the
    /// application has assigned it, the drag continues from the new offset.
    private func continueDragging() {
        guard var drag else { return }
        // A further drag step freezes an animated scroll.
        if motion != nil { stopMotion() }
        let translation = pan.translation(in: self)
        var target = contentOffset
        for axis in ScrollAxis.all where axis != drag.lockedAxis && isDraggable(axis) {
            if contentOffset[axis] != drag.offset[axis] {
                drag.base[axis] = unresisted(contentOffset, axis) + drag.translation[axis]
            }
            let offset = drag.base[axis] - translation[axis]
            let range = range(of: axis)
            let shown = bounces ? range.resisted(offset) : range.clamp(offset)
            // Rounding of the resistance and its inverse must not scroll.
            if abs(shown - target[axis]) > GestureConstants.roundingTolerance {
                target[axis] = shown
            }
        }
        drag.translation = translation
        drag.offset = target
        self.drag = drag
        scroll(to: target)
    }

    /// Returns the offset along an axis that a finger must reach without resistance so that
    /// `offset` is shown.
    private func unresisted(_ offset: CGPoint, _ axis: ScrollAxis) -> CGFloat {
        bounces ? range(of: axis).unresisted(offset[axis]) : offset[axis]
    }

    // MARK: Release

    /// The fraction of the velocity that remains after one millisecond, limited to values for which
    /// a deceleration ends.
    var remainderPerMillisecond: CGFloat { min(max(decelerationRate.rawValue, 0.001), 0.9999) }

    /// Ends a drag and starts the motion that follows.
    ///
    /// - Parameters:
    ///   - fingerVelocity: The velocity of the fingers, in points per second.
    ///   - time: The time of the lift, at which the motion starts.
    private func endDragging(velocity fingerVelocity: CGPoint, at time: Timestamp) {
        guard let drag else { return }
        refreshControl?.scrollViewWillEndDragging()
        var velocity = CGPoint.zero
        var landing = contentOffset
        for axis in ScrollAxis.all where axis != drag.lockedAxis && isDraggable(axis) {
            velocity[axis] = fingerVelocity[axis] == 0 ? 0 : -fingerVelocity[axis]
            landing[axis] = landingOffset(axis, velocity: velocity[axis])
        }
        var target = landing
        withUnsafeMutablePointer(to: &target) { pointer in
            delegate?.scrollViewWillEndDragging(
                self, withVelocity: CGPoint(x: velocity.x / 1_000, y: velocity.y / 1_000),
                targetContentOffset: pointer)
        }
        let release = ScrollRelease(
            x: releaseMotion(.horizontal, velocity.x, landing: landing.x, target: target.x),
            y: releaseMotion(.vertical, velocity.y, landing: landing.y, target: target.y),
            ranges: ranges, offset: contentOffset)
        self.drag = nil
        finishDragging(with: release, at: time)
    }

    /// Notifies the delegate of the end of a drag, and starts the motion unless it is at rest or
    /// the delegate has started another motion.
    private func finishDragging(with release: ScrollRelease, at time: Timestamp) {
        let decelerates = !release.isAtRest && window != nil
        motionNumber += 1
        let number = motionNumber
        isDragging = decelerates
        delegate?.scrollViewDidEndDragging(self, willDecelerate: decelerates)
        isTracking = false
        isDecelerating = false
        guard decelerates, motionNumber == number, drag == nil else {
            if drag == nil { isDragging = false }
            if motion == nil { fadeIndicators() }
            return
        }
        isDecelerating = true
        startMotion(.release(release), at: time)
        delegate?.scrollViewWillBeginDecelerating(self)
    }

    /// Returns the offset along an axis at which a motion after a release comes to rest (R-10.20,
    ///
    private func landingOffset(_ axis: ScrollAxis, velocity: CGFloat) -> CGFloat {
        let range = range(of: axis)
        let offset = contentOffset[axis]
        let landing = ScrollMotion.landing(
            from: offset, velocity: velocity, rate: remainderPerMillisecond)
        guard isPagingEnabled, range.extent > 0 else { return range.clamp(landing) }
        let page = (landing / range.extent).rounded()
        let nearest = (offset / range.extent).rounded(.down)
        let farthest = (offset / range.extent).rounded(.up)
        return range.clamp(min(max(page, nearest), farthest) * range.extent)
    }

    /// Returns the motion along an axis after a release.
    ///
    /// - Parameters:
    ///   - axis: The axis.
    ///   - velocity: The velocity at the release, in points per second.
    ///   - landing: The offset at which the motion comes to rest unless the delegate changes it.
    ///   - target: The offset that the delegate has returned.
    private func releaseMotion(
        _ axis: ScrollAxis, _ velocity: CGFloat, landing: CGFloat, target: CGFloat
    ) -> ScrollMotion {
        let offset = contentOffset[axis]
        let range = range(of: axis)
        let rate = remainderPerMillisecond
        if target != landing {
            return ScrollMotion(deceleratingFrom: offset, to: range.clamp(target), rate: rate)
        }
        guard isDraggable(axis) else { return ScrollMotion(restingAt: offset) }
        if !range.contains(offset) {
            let edge = range.clamp(offset)
            let bounce =
                abs(velocity) >= GestureConstants.overscrollReleaseVelocity
                ? GestureConstants.rubberBandCoefficient * velocity
                : -GestureConstants.overscrollReturnRate * (offset - edge)
            return ScrollMotion(bouncingFrom: offset, to: edge, velocity: bounce)
        }
        guard isPagingEnabled else {
            return ScrollMotion(
                deceleratingFrom: offset, velocity: velocity, rate: rate, in: range,
                bounces: bounces)
        }
        guard offset != landing else { return ScrollMotion(restingAt: offset) }
        return ScrollMotion(approaching: landing, from: offset, velocity: velocity)
    }
}
