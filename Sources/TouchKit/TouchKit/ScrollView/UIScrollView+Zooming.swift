/// The zoom scale of a scroll view and its changes.
struct ScrollZoom {
    /// An animated change of the zoom scale.
    struct Animation {
        let from: CGFloat
        let to: CGFloat
        let start: Timestamp
        /// Whether the animation returns to a limit after a pinch.
        let isBounce: Bool
    }

    /// The scale that is shown.
    var scale: CGFloat = 1
    /// The scale at the start of the pinch.
    var startScale: CGFloat = 1
    /// Whether a pinch is in progress.
    var isFollowingPinch = false
    /// The point of the scroll view, relative to the origin of its bounds, below which the content
    /// does not move while the scale changes.
    var anchor = CGPoint.zero
    /// The animation in progress, or `nil` if there is none.
    var animation: Animation?

    /// Whether the scale is being changed by a pinch or an animation.
    var isPinching: Bool { isFollowingPinch || animation != nil }
    /// Whether the scale returns to a limit after a pinch.
    var isBouncing: Bool { animation?.isBounce == true }
}

// Zooming.
extension UIScrollView {
    /// The view that zooming scales, or `nil` if the scroll view does not zoom.
    var zoomedView: UIView? {
        guard minimumZoomScale != maximumZoomScale,
            let view = delegate?.viewForZooming(in: self), view !== self,
            view.isDescendant(of: self)
        else { return nil }
        return view
    }

    /// Attaches the pinch recognizer if the zoom scale can change, and detaches it otherwise.
    func updatePinchRecognizer() {
        if minimumZoomScale != maximumZoomScale {
            addGestureRecognizer(pinch)
        } else {
            removeGestureRecognizer(pinch)
        }
    }

    /// Returns the scale within the minimum and maximum zoom scale.
    private func limit(_ scale: CGFloat) -> CGFloat {
        min(max(scale, minimumZoomScale), max(minimumZoomScale, maximumZoomScale))
    }

    /// Returns the scale that is shown for a pinch, which meets resistance beyond the limits
    ///
    private func resisted(_ scale: CGFloat) -> CGFloat {
        let limited = limit(scale)
        guard bouncesZoom, scale != limited, limited > 0, scale > 0 else { return limited }
        let ratio = scale > limited ? scale / limited : limited / scale
        let excess = 1 + ScrollRange.resisted(ratio - 1, extent: 1)
        return scale > limited ? limited * excess : limited / excess
    }

    /// Changes the zoom scale according to the state of the pinch recognizer.
    func handlePinch(_ recognizer: ScrollPinchGestureRecognizer) {
        switch recognizer.state {
        case .began:
            zoom.animation = nil
            zoom.isFollowingPinch = true
            zoom.startScale = zoom.scale
            delegate?.scrollViewWillBeginZooming(self, with: zoomedView)
            continuePinch()
        case .changed:
            continuePinch()
        case .ended, .cancelled:
            endPinch()
        case .possible, .failed:
            break
        }
    }

    /// Applies the scale of the pinch recognizer about the fingers' center.
    private func continuePinch() {
        guard zoom.isFollowingPinch else { return }
        let location = pinch.location(in: self)
        zoom.anchor = CGPoint(x: location.x - bounds.minX, y: location.y - bounds.minY)
        apply(scale: resisted(zoom.startScale * pinch.scale))
    }

    /// Ends a pinch in progress; a scale beyond a limit returns to the limit.
    func endPinch() {
        guard zoom.isFollowingPinch else { return }
        zoom.isFollowingPinch = false
        let limited = limit(zoom.scale)
        if limited != zoom.scale {
            if let application = window?.application {
                startZooming(to: limited, isBounce: true, at: application.now)
                return
            }
            apply(scale: limited)
        }
        delegate?.scrollViewDidEndZooming(self, with: zoomedView, atScale: zoom.scale)
    }

    /// Changes the scale for the application, about the center of the bounds.
    func changeZoomScale(to scale: CGFloat, animated: Bool) {
        let target = limit(scale)
        guard zoomedView != nil, target != zoom.scale || zoom.animation != nil else { return }
        zoom.anchor = CGPoint(x: bounds.width / 2, y: bounds.height / 2)
        if animated, let application = window?.application {
            delegate?.scrollViewWillBeginZooming(self, with: zoomedView)
            startZooming(to: target, isBounce: false, at: application.now)
        } else {
            zoom.animation = nil
            apply(scale: target)
        }
    }

    private func startZooming(to scale: CGFloat, isBounce: Bool, at time: Timestamp) {
        zoom.animation = ScrollZoom.Animation(
            from: zoom.scale, to: scale, start: time, isBounce: isBounce)
        requestFrames()
    }

    /// Applies the scale of the animation at the time of a frame.
    func stepZoom(to time: Timestamp) {
        guard let animation = zoom.animation else { return }
        let seconds = Double(time.microseconds(since: animation.start)) / 1e6
        if let fraction = ScrollAnimation.fraction(after: seconds) {
            apply(scale: animation.from + (animation.to - animation.from) * fraction)
            return
        }
        apply(scale: animation.to)
        zoom.animation = nil
        delegate?.scrollViewDidEndZooming(self, with: zoomedView, atScale: zoom.scale)
    }

    /// Scales the content so that the point below the anchor does not move, within the legal
    /// offsets, and notifies the delegate.
    private func apply(scale: CGFloat) {
        guard scale != zoom.scale, scale > 0, let view = zoomedView else { return }
        let factor = scale / zoom.scale
        let origin = view.frame.origin
        view.transform = CGAffineTransform(scaleX: scale, y: scale)
        let moved = view.frame.origin
        view.center = CGPoint(
            x: view.center.x + origin.x - moved.x, y: view.center.y + origin.y - moved.y)
        zoom.scale = scale
        contentSize = CGSize(width: contentSize.width * factor, height: contentSize.height * factor)
        var offset = contentOffset
        for axis in ScrollAxis.all {
            let anchor = zoom.anchor[axis]
            offset[axis] = range(of: axis).clamp((offset[axis] + anchor) * factor - anchor)
        }
        scroll(to: offset)
        delegate?.scrollViewDidZoom(self)
    }
}
