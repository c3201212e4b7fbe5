/// The mapping between points, canvas pixels, scanout pixels and touchscreen positions.
///
/// There are three coordinate systems (see docs/architecture.md):
/// - *Points* are used by views; the origin is the upper-left corner of the upright picture.
/// - *Canvas pixels* are points × scale, in the upright picture.
/// - *Scanout pixels* are the pixels of the display mode. Touchscreens report positions as
///   fractions of its width and height.
///
/// Rendering, damage, touches, the cursor and screenshots all use this type, so that their
/// coordinates are consistent.
package struct ScreenGeometry: Hashable, Sendable {
    /// The width of the display mode, in scanout pixels.
    package let scanoutWidth: Int
    /// The height of the display mode, in scanout pixels.
    package let scanoutHeight: Int
    /// The clockwise rotation from the canvas to the scanout buffer.
    package let rotation: Rotation
    /// The number of pixels per point.
    package let scale: CGFloat

    /// Creates the geometry of a display mode.
    ///
    /// - Parameters:
    ///   - scanoutWidth: The width of the mode, in pixels.
    ///   - scanoutHeight: The height of the mode, in pixels.
    ///   - panelOrientation: The panel orientation, which determines the default rotation.
    ///   - rotation: The rotation, or `nil` for the default of the panel orientation.
    ///   - scale: The number of pixels per point, greater than 0.
    package init(
        scanoutWidth: Int, scanoutHeight: Int, panelOrientation: PanelOrientation = .normal,
        rotation: Rotation? = nil, scale: CGFloat = 1
    ) {
        precondition(
            scanoutWidth > 0 && scanoutHeight > 0, "screen geometry: the size must be positive")
        precondition(
            scale > 0 && scale.isFinite, "screen geometry: the scale must be positive and finite")
        self.scanoutWidth = scanoutWidth
        self.scanoutHeight = scanoutHeight
        self.rotation = rotation ?? panelOrientation.uprightRotation
        self.scale = scale
    }

    /// The width of the upright picture, in pixels.
    package var canvasWidth: Int { rotation.swapsAxes ? scanoutHeight : scanoutWidth }
    /// The height of the upright picture, in pixels.
    package var canvasHeight: Int { rotation.swapsAxes ? scanoutWidth : scanoutHeight }
    /// The rectangle of all canvas pixels.
    package var canvas: PixelRect {
        PixelRect(x: 0, y: 0, width: canvasWidth, height: canvasHeight)
    }

    /// The bounds of the upright picture, in points.
    package var bounds: CGRect {
        CGRect(
            x: 0, y: 0, width: CGFloat(canvasWidth) / scale, height: CGFloat(canvasHeight) / scale)
    }

    /// Converts a location from points to canvas pixels.
    package func canvasPoint(_ point: CGPoint) -> CGPoint {
        CGPoint(x: point.x * scale, y: point.y * scale)
    }

    /// Returns the canvas pixels that intersect `rect`, which is in points.
    package func canvasRect(_ rect: CGRect) -> PixelRect {
        if rect.isNull { return .empty }
        return PixelRect(covering: scaled(rect)).intersection(canvas)
    }

    /// Returns the canvas pixels that are completely inside `rect`, which is in points.
    package func canvasRect(within rect: CGRect) -> PixelRect {
        if rect.isNull { return .empty }
        return PixelRect(within: scaled(rect)).intersection(canvas)
    }

    /// Converts a rectangle from points to canvas pixels without rounding.
    private func scaled(_ rect: CGRect) -> CGRect {
        CGRect(
            x: rect.minX * scale, y: rect.minY * scale, width: rect.width * scale,
            height: rect.height * scale)
    }

    /// Converts a rectangle from canvas pixels to scanout pixels.
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

    /// Converts a touchscreen position to a location in points.
    ///
    /// - Parameters:
    ///   - normalized: The position as a fraction (0…1) of the touchscreen's width and height in
    ///     scanout orientation.
    ///   - calibration: The position correction, which this method applies to `normalized`.
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

    /// Converts a location in points to an uncalibrated touchscreen position, for synthetic
    /// touches. The position is a fraction (0…1) of the touchscreen's width and height in scanout
    /// orientation.
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
