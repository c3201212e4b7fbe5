/// The one place that knows how points, pixels, scanout memory and raw touches belong together.
///
/// Three coordinate systems meet here (docs/architecture.md draws them):
/// - *points*: what views use; origin at the top left of the upright picture;
/// - *canvas pixels*: points × scale, upright;
/// - *scanout pixels*: the mode's own raster, in which the panel's touches are reported too.
///
/// Picture, damage, touch, cursor and screenshots all ask this value, so they can't disagree.
package struct ScreenGeometry: Hashable, Sendable {
    /// The mode's width, in scanout pixels.
    package let scanoutWidth: Int
    /// The mode's height, in scanout pixels.
    package let scanoutHeight: Int
    /// How far the canvas is turned to become the scanout picture.
    package let rotation: Rotation
    /// Pixels per point.
    package let scale: CGFloat

    /// Makes the geometry of a mode.
    ///
    /// - Parameters:
    ///   - scanoutWidth: The mode's width, in pixels.
    ///   - scanoutHeight: The mode's height, in pixels.
    ///   - panelOrientation: How the panel is mounted; decides the rotation where none is asked for.
    ///   - rotation: The rotation asked for, in place of the panel's own.
    ///   - scale: Pixels per point, above 0.
    package init(
        scanoutWidth: Int, scanoutHeight: Int, panelOrientation: PanelOrientation = .normal,
        rotation: Rotation? = nil, scale: CGFloat = 1
    ) {
        precondition(scanoutWidth > 0 && scanoutHeight > 0, "a mode has pixels")
        precondition(scale > 0 && scale.isFinite, "the scale is a positive number")
        self.scanoutWidth = scanoutWidth
        self.scanoutHeight = scanoutHeight
        self.rotation = rotation ?? panelOrientation.uprightRotation
        self.scale = scale
    }

    /// The upright picture's width, in pixels.
    package var canvasWidth: Int { rotation.swapsAxes ? scanoutHeight : scanoutWidth }
    /// The upright picture's height, in pixels.
    package var canvasHeight: Int { rotation.swapsAxes ? scanoutWidth : scanoutHeight }
    /// All pixels of the upright picture.
    package var canvas: PixelRect { PixelRect(x: 0, y: 0, width: canvasWidth, height: canvasHeight) }

    /// The upright picture's extent, in points.
    package var bounds: CGRect {
        CGRect(
            x: 0, y: 0, width: CGFloat(canvasWidth) / scale, height: CGFloat(canvasHeight) / scale)
    }

    /// The canvas pixel coordinates of a place in points.
    package func canvasPoint(_ point: CGPoint) -> CGPoint {
        CGPoint(x: point.x * scale, y: point.y * scale)
    }

    /// The canvas pixels that a rectangle in points touches.
    package func canvasRect(_ rect: CGRect) -> PixelRect {
        if rect.isNull { return .empty }
        return PixelRect(covering: scaled(rect)).intersection(canvas)
    }

    /// The canvas pixels that a rectangle, in points, has as a whole.
    package func canvasRect(within rect: CGRect) -> PixelRect {
        if rect.isNull { return .empty }
        return PixelRect(within: scaled(rect)).intersection(canvas)
    }

    private func scaled(_ rect: CGRect) -> CGRect {
        CGRect(
            x: rect.minX * scale, y: rect.minY * scale, width: rect.width * scale,
            height: rect.height * scale)
    }

    /// The scanout pixels on which a rectangle of canvas pixels is shown.
    package func scanoutRect(_ rect: PixelRect) -> PixelRect {
        switch rotation {
        case .none:
            return rect
        case .clockwise90:
            return PixelRect(
                minX: scanoutWidth - rect.maxY, minY: rect.minX,
                maxX: scanoutWidth - rect.minY, maxY: rect.maxX)
        case .halfTurn:
            return PixelRect(
                minX: scanoutWidth - rect.maxX, minY: scanoutHeight - rect.maxY,
                maxX: scanoutWidth - rect.minX, maxY: scanoutHeight - rect.minY)
        case .clockwise270:
            return PixelRect(
                minX: rect.minY, minY: scanoutHeight - rect.maxX,
                maxX: rect.maxY, maxY: scanoutHeight - rect.minX)
        }
    }

    /// The place in points that a touch device means.
    ///
    /// - Parameters:
    ///   - normalized: The device's position, 0…1 across the panel as it is scanned out.
    ///   - calibration: The device's correction, applied here and nowhere else.
    package func point(
        normalized: CGPoint, calibration: TouchCalibration = .identity
    ) -> CGPoint {
        let corrected = calibration.apply(normalized)
        let scanoutX = corrected.x * CGFloat(scanoutWidth)
        let scanoutY = corrected.y * CGFloat(scanoutHeight)
        let canvas =
            switch rotation {
            case .none: CGPoint(x: scanoutX, y: scanoutY)
            case .clockwise90: CGPoint(x: scanoutY, y: CGFloat(scanoutWidth) - scanoutX)
            case .halfTurn:
                CGPoint(x: CGFloat(scanoutWidth) - scanoutX, y: CGFloat(scanoutHeight) - scanoutY)
            case .clockwise270: CGPoint(x: CGFloat(scanoutHeight) - scanoutY, y: scanoutX)
            }
        return CGPoint(x: canvas.x / scale, y: canvas.y / scale)
    }

    /// The position on the touch device that means a place in points (without a calibration);
    /// what a robot sends.
    package func normalized(point: CGPoint) -> CGPoint {
        let canvas = canvasPoint(point)
        let scanout =
            switch rotation {
            case .none: canvas
            case .clockwise90: CGPoint(x: CGFloat(scanoutWidth) - canvas.y, y: canvas.x)
            case .halfTurn:
                CGPoint(x: CGFloat(scanoutWidth) - canvas.x, y: CGFloat(scanoutHeight) - canvas.y)
            case .clockwise270: CGPoint(x: canvas.y, y: CGFloat(scanoutHeight) - canvas.x)
            }
        return CGPoint(
            x: scanout.x / CGFloat(scanoutWidth), y: scanout.y / CGFloat(scanoutHeight))
    }
}
