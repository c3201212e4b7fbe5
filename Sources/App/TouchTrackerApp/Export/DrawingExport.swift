import TouchKit
import TouchKitRaster
import TouchTrackerStore

/// An export of a stored drawing as a bitmap, with the same pixels as on the screen, or as an SVG
/// file. The drawing is read once, while it is exported, and the memory does not depend on the
/// number and the length of its strokes.
@MainActor
package struct DrawingExport {
    private var strokes: ExportedStrokes
    private let size: CGSize
    private let scale: CGFloat
    private let background: Paper?
    /// The writer of the SVG file, or `nil` before the first part.
    private var writer: SVGWriter?
    private var isFinished = false

    /// The size in bytes from which a part of an SVG file is returned.
    private static let partSize = 65_536

    /// Begins an export.
    ///
    /// - Parameters:
    ///   - store: The store, which must not be used otherwise during the export.
    ///   - size: The size of the picture in points, to which strokes are clipped; `nil` for the
    ///     size of the screen on which the drawing was made.
    ///   - defaultSize: The size in points of a drawing that was never shown and therefore has no
    ///     screen size.
    ///   - scale: The number of pixels per point.
    ///   - background: The paper, or `nil` for a transparent background.
    /// - Throws: `StoreError` if the store cannot be read.
    package init(
        _ store: DrawingStore, size: CGSize? = nil, defaultSize: CGSize, scale: CGFloat = 1,
        background: Paper? = .white
    ) throws(StoreError) {
        let reader = try DrawingReader(store)
        strokes = ExportedStrokes(reader, on: background)
        self.size = size ?? DrawingHead.validCanvasSize(reader.head.canvas) ?? defaultSize
        self.scale = scale
        self.background = background
    }

    /// The identifiers of the strokes that were skipped because they are invalid, complete after
    /// the export.
    package var skippedIDs: [Int64] { strokes.skippedIDs }

    /// The number of pixels of the bitmap.
    package var pixelCount: CGFloat { size.width * size.height * scale * scale }

    /// Returns the picture as a bitmap, with the same pixels as on a screen of this size and scale.
    /// If there is no background, pixels without a stroke are transparent.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package mutating func bitmap() throws(StoreError) -> Bitmap {
        let picture = StrokePicture(
            size: size, scale: scale, backgroundColor: background?.uiColor ?? .clear)
        while let part = try strokes.next() {
            switch part {
            case .begin(let width, let color): picture.beginStroke(width: width, color: color)
            case .path: picture.add(strokes.path)
            case .end: picture.endStroke()
            }
        }
        return picture.bitmap
    }

    /// Replaces `bytes` with the next part of an SVG file. `scale` determines the default size at
    /// which viewers show the picture, not its coordinates.
    ///
    /// - Returns: Whether there was a part left.
    /// - Throws: `StoreError` if the store cannot be read.
    package mutating func nextSVGPart(_ bytes: inout [UInt8]) throws(StoreError) -> Bool {
        bytes.removeAll(keepingCapacity: true)
        if isFinished { return false }
        var writer = self.writer ?? makeWriter()
        self.writer = nil
        while !isFinished, writer.text.utf8.count < Self.partSize {
            switch try strokes.next() {
            case .begin(let width, let color): writer.beginStroke(width: width, color: color)
            case .path: writer.add(strokes.path)
            case .end: writer.endStroke()
            case nil:
                writer.finish()
                isFinished = true
            }
        }
        bytes.append(contentsOf: writer.text.utf8)
        writer.text.removeAll(keepingCapacity: true)
        self.writer = writer
        return true
    }

    /// Returns a writer that has written the start of the file.
    private func makeWriter() -> SVGWriter {
        var writer = SVGWriter(size: size, scale: scale)
        if let background { writer.fill(background.uiColor) }
        return writer
    }
}
