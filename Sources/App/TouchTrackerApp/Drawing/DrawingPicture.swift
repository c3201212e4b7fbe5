import TouchKit
import TouchKitRaster
import TouchTrackerStore

/// Drawings' pictures as they are stored.
extension StoredPicture {
    /// Takes down what a drawing's finished strokes look like; nil while some are still restored, and for
    /// a picture that is too large. A stroke that is selected, or carried, is shown as it is otherwise.
    ///
    /// - Complexity: O(pixels).
    @MainActor
    package init?(of drawing: Drawing) {
        if drawing.isRestoring { return nil }
        let (highlighted, lifted) = (drawing.highlighted, drawing.lifted)
        if highlighted != nil { drawing.highlight(nil, in: .clear) }
        if lifted != nil { drawing.lift(nil) }
        defer {
            if let highlighted { drawing.highlight(highlighted.id, in: highlighted.color) }
            if let lifted { drawing.lift(lifted) }
        }
        let bitmap = drawing.picture.bitmap
        self.init(
            width: bitmap.width, height: bitmap.height, scale: Double(drawing.picture.scale),
            look: Self.ownLook
        ) { UnsafePointer(bitmap.pixels + $0 * bitmap.stride) }
    }

    /// Puts the picture onto a bitmap.
    ///
    /// - Returns: Whether it did: it has another size, or this program paints otherwise; some pixels may
    ///   be written all the same.
    @MainActor
    func draw(onto bitmap: Bitmap) -> Bool {
        guard width == bitmap.width, height == bitmap.height, look == Self.ownLook else {
            return false
        }
        return copy { bitmap.pixels + $0 * bitmap.stride }
    }

    /// What strokes look like, as a number: of a small drawing with each tool, colour and width, by this
    /// program's renderer. So a picture that another version painted isn't mixed with this one's.
    @MainActor
    static let ownLook: UInt64 = {
        let drawing = Drawing(
            size: CGSize(width: 64, height: 48), scale: 1, backgroundColor: Drawing.paper)
        for (number, color) in InkColor.allCases.enumerated() {
            let x = CGFloat(number) * 7.3 + 5
            let width = InkWidth.allCases[number % InkWidth.allCases.count].points
            drawing.add(
                [CGPoint(x: x, y: 4), CGPoint(x: 60 - x, y: 20)], tool: .line, color: color,
                width: width)
            drawing.add(
                [CGPoint(x: x, y: 20), CGPoint(x: 60 - x, y: 44), CGPoint(x: x, y: 40)],
                tool: .pen, color: color, width: width)
            drawing.add([CGPoint(x: x, y: 30)], tool: .pen, color: color, width: width)
        }
        let bitmap = drawing.picture.bitmap
        var sum: UInt64 = 0
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                sum = (sum ^ UInt64(bitmap[x, y])) &* 0x9E37_79B9_7F4A_7C15
                sum ^= sum >> 32
            }
        }
        return sum
    }()
}
