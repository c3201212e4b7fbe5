import KioskImages
import KioskRuntime
import KioskSystem
import LabReports
import TouchKit
import TouchKitRaster
import TouchTrackerApp
import TouchTrackerStore

/// The properties of a picture of a stored page.
@MainActor
struct PagePicture {
    let format: ExportDestination.Format
    /// The size in points, or `nil` for the size of the screen on which the drawing was made.
    let size: CGSize?
    /// The number of pixels per point.
    let scale: CGFloat
    /// The paper, or `nil` for a transparent background.
    let background: Paper?

    /// Writes a picture of the drawing in `folder` to the file at `path`. Logs a warning if strokes
    /// were skipped.
    ///
    /// - Parameters:
    ///   - folder: The folder of the page.
    ///   - path: The path of the file, which is created or atomically replaced.
    ///   - reportedPath: The path in error messages; by default `path`.
    /// - Throws: `Failure` if the drawing cannot be read or the file cannot be written. No new file
    ///   remains.
    func write(
        pageIn folder: String, to path: String, reportedAs reportedPath: String? = nil
    ) throws(Failure) {
        let store: DrawingStore
        var drawing: DrawingExport
        do throws(StoreError) {
            store = try DrawingStore(folder: folder, access: .readOnly)
            drawing = try DrawingExport(
                store, size: size, defaultSize: PictureSize.defaultSize, scale: scale,
                background: background)
        } catch {
            throw Failure(error)
        }
        switch format {
        case .svg: try writeSVG(&drawing, to: path, reportedPath ?? path)
        case .png: try writePNG(&drawing, to: path, reportedPath ?? path)
        }
        if let message = Stroke.skippedMessage(drawing.skippedIDs, path: store.path) {
            Log.standardError().warning(message)
        }
    }

    /// Writes the drawing to an SVG file, part by part while the drawing is read.
    private func writeSVG(
        _ drawing: inout DrawingExport, to path: String, _ reportedPath: String
    ) throws(Failure) {
        var part: [UInt8] = []
        var storeError: StoreError?
        try OutputFile.write(to: path, reportedAs: reportedPath) { file throws(LinuxError) in
            while true {
                do throws(StoreError) {
                    guard try drawing.nextSVGPart(&part) else { return true }
                } catch {
                    storeError = error
                    return false
                }
                try file.write(part)
            }
        }
        if let storeError { throw Failure(storeError) }
    }

    /// Paints the drawing and writes the picture to a PNG file.
    private func writePNG(
        _ drawing: inout DrawingExport, to path: String, _ reportedPath: String
    ) throws(Failure) {
        // Boards have little memory.
        guard drawing.pixelCount <= CGFloat(PNGFile.maximumPixelCount) else {
            throw Failure(
                status: .usage,
                message:
                    "\(reportedPath): a PNG can have at most \(PNGFile.maximumPixelCount >> 20) million pixels; choose a smaller --size or --scale, or SVG"
            )
        }
        let bitmap: Bitmap
        do throws(StoreError) {
            bitmap = try drawing.bitmap()
        } catch {
            throw Failure(error)
        }
        let bytes: [UInt8]
        do throws(PNGError) {
            bytes = try PNGFile.encode(bitmap)
        } catch {
            throw Failure(status: .software, message: "\(reportedPath): \(error.cause)")
        }
        try OutputFile.write(to: path, reportedAs: reportedPath) { file throws(LinuxError) in
            try file.write(bytes)
            return true
        }
    }
}

extension Failure {
    /// Creates the failure for a drawing that cannot be read.
    fileprivate init(_ error: StoreError) {
        self.init(status: .input, message: error.description)
    }
}
