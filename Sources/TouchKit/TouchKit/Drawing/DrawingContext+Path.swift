import TouchKitRaster

extension DrawingContext {
    /// A clip that `CGContext` has set and that has not ended.
    enum Clip {
        /// A rectangle of whole canvas pixels.
        case rect
        /// A layer with a mask, for every other shape.
        case mask
    }

    /// Changes the current path in the current user coordinates.
    func editPath(_ body: (inout Path) -> Void) {
        convertPathToUserCoordinates()
        body(&currentPath)
    }

    /// Converts the current path to the current user coordinates, in which its outline is stroked.
    ///
    /// A path that is begun before a change of the transform keeps its place on the canvas.
    private func convertPathToUserCoordinates() {
        guard currentPathMap != map else { return }
        if !currentPath.isEmpty {
            currentPath.apply(currentPathMap.concatenating(map.inverted()))
        }
        currentPathMap = map
    }

    /// Paints the current path with the current colors and style, and removes it.
    func drawPath(_ mode: CGPathDrawingMode) {
        convertPathToUserCoordinates()
        swap(&shape.path, &currentPath)
        paintShape(mode)
    }

    /// Clips everything drawn next to the current path, and removes the path; does nothing for an
    /// empty path.
    func clipToPath(_ rule: CGPathFillRule) {
        if currentPath.isEmpty { return }
        convertPathToUserCoordinates()
        clip(to: currentPath, rule.fillRule)
        currentPath.removeAll()
    }

    /// Clips everything drawn next to a rectangle in the current user coordinates.
    func clip(to rect: CGRect) {
        if let recording {
            recording.append(.clipToRect(rect), self)
            clips.append(.rect)
            return
        }
        let box = rect.standardized.applying(map)
        let pixels = PixelRect(covering: box)
        if map.preservesAxes, CGRect(pixels: pixels, scale: 1) == box {
            list.pushClip(pixels)
            clips.append(.rect)
        } else {
            clip(to: Path(.identity) { $0.addRect(rect) }, .nonzero)
        }
    }

    /// Clips everything drawn next to a path in the current user coordinates.
    func clip(to path: Path, _ rule: FillRule) {
        if let recording {
            recording.appendClip(path, rule, self)
            clips.append(.mask)
            return
        }
        let map = map
        list.beginLayer { $0.fill(path, map: map, rule: rule, paint: .color(.white)) }
        clips.append(.mask)
    }

    /// Ends the newest clips, so that only the first `count` remain.
    func endClips(after count: Int) {
        if let recording {
            guard clips.count > count else { return }
            clips.removeLast(clips.count - count)
            return recording.append(.endClips(after: count), self)
        }
        while clips.count > count, let clip = clips.popLast() {
            switch clip {
            case .rect: list.popClip()
            case .mask: list.endLayer()
            }
        }
    }
}
