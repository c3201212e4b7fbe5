import TouchKit
import TouchKitRaster
import TouchTrackerStore

/// Conversions between drawings and encoded pictures.
extension EncodedPicture {
    /// Encodes the picture of a drawing. Returns `nil` while stored strokes are being restored, or
    /// if the picture is too large, or if painting the highlighted or omitted stroke in its own
    /// color took several frames. A highlighted stroke is encoded in its own color, and a
    /// temporarily omitted stroke is included.
    ///
    /// - Complexity: O(*n*), where *n* is the number of pixels.
    @MainActor
    package init?(of drawing: Drawing) {
        let (highlighted, excluded) = (drawing.highlightedStroke, drawing.excludedStrokeID)
        let isExpensive =
            drawing.isAppearanceExpensive && (highlighted != nil || excluded != nil)
        if drawing.isRestoring || isExpensive { return nil }
        let allowance = drawing.picture.repaintAllowance
        drawing.picture.repaintAllowance = nil
        defer { drawing.picture.repaintAllowance = allowance }
        if highlighted != nil { drawing.highlight(nil, in: .clear) }
        if excluded != nil { drawing.exclude(nil) }
        defer {
            if let highlighted { drawing.highlight(highlighted.id, in: highlighted.color) }
            if let excluded { drawing.exclude(excluded) }
        }
        let bitmap = drawing.picture.bitmap
        self.init(
            width: bitmap.width, height: bitmap.height, scale: Double(drawing.picture.scale),
            rendererFingerprint: Self.fingerprint(on: drawing.paper)
        ) { UnsafePointer(bitmap.pixels + $0 * bitmap.stride) }
    }

    /// Decodes the picture into a new bitmap, or returns `nil` if the renderer versions or the
    /// papers differ, or if the data is invalid.
    @MainActor
    func makeBitmap(on paper: Paper) -> Bitmap? {
        guard rendererFingerprint == Self.fingerprint(on: paper) else { return nil }
        let bitmap = Bitmap(width: width, height: height)
        return copy { bitmap.pixels + $0 * bitmap.stride } ? bitmap : nil
    }

    /// Decodes the picture into `bitmap`.
    ///
    /// - Returns: `true` if the picture was decoded. `false` if the sizes, the renderer versions or
    ///   the papers differ, or if the data is invalid. Invalid data may have overwritten some
    ///   pixels.
    @MainActor
    func draw(onto bitmap: Bitmap, paper: Paper) -> Bool {
        guard width == bitmap.width, height == bitmap.height,
            rendererFingerprint == Self.fingerprint(on: paper)
        else {
            return false
        }
        return copy { bitmap.pixels + $0 * bitmap.stride }
    }

    /// Returns the fingerprint of pictures that the current renderer paints on `paper`.
    @MainActor
    static func fingerprint(on paper: Paper) -> UInt64 {
        // An odd factor makes the multiplication invertible, so that papers never collide.
        currentFingerprint ^ (UInt64(paper.rgb) + 1) &* 0x9E37_79B9_7F4A_7C15
    }

    /// The current renderer's fingerprint: a hash of the pixels of a small test drawing with every
    /// tool, color and width. A picture with another fingerprint was painted by another version of
    /// the renderer. It is not used, because new strokes would look different.
    @MainActor
    private static let currentFingerprint: UInt64 = {
        let drawing = Drawing(
            size: CGSize(width: 64, height: 48), scale: 1, paper: .gray)
        for (index, color) in InkColor.allCases.enumerated() {
            let x = CGFloat(index) * 7.3 + 5
            let width = InkWidth.allCases[index % InkWidth.allCases.count].points
            drawing.add(
                [CGPoint(x: x, y: 4), CGPoint(x: 60 - x, y: 20)], tool: .line, color: color,
                width: width)
            drawing.add(
                [CGPoint(x: x, y: 20), CGPoint(x: 60 - x, y: 44), CGPoint(x: x, y: 40)],
                tool: .pen, color: color, width: width)
            drawing.add([CGPoint(x: x, y: 30)], tool: .pen, color: color, width: width)
        }
        let bitmap = drawing.picture.bitmap
        // The start value differs from earlier versions, whose pictures may show strokes with
        // widths outside `Stroke.validWidths`.
        var sum: UInt64 = 1
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                sum = (sum ^ UInt64(bitmap[x, y])) &* 0x9E37_79B9_7F4A_7C15
                sum ^= sum >> 32
            }
        }
        return sum
    }()
}
