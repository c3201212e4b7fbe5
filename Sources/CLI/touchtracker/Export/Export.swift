import KioskImages
import KioskRuntime
import KioskSystem
import LabReports
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerApp
import TouchTrackerStore

/// The command `touchtracker export --out FILE`, which writes the stored drawing to a picture file.
struct Export: KioskCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "export", abstract: "Write the stored drawing as SVG or PNG.",
            discussion: """
                A running kiosk is not interrupted: the export contains what the kiosk has stored so \
                far. An existing file is replaced when the new file is complete. Without --state and \
                $STATE_DIRECTORY, the drawing in /var/lib/touchtracker is exported.
                """)
    }

    @Option(
        "out",
        help: ArgumentHelp("The file to write, whose name ends in .svg or .png.", valueName: "file")
    )
    var out: ExportFile

    @OptionGroup var state: StateFolder

    @Option(
        "size",
        help: ArgumentHelp(
            "The size of the picture in points, for example 800x480, at most 16384x16384; by default the size of the screen on which the drawing was made.",
            valueName: "size"))
    var size: PictureSize?

    @Option("scale", help: ArgumentHelp("Pixels per point, 0.25 to 8.", valueName: "factor"))
    var scale = Scale(value: 1)

    @Option(
        "background",
        help: ArgumentHelp(
            "The background: white, gray, black, a color as rrggbb or '#rrggbb', or none; by default white.",
            valueName: "color"))
    var background: PictureBackground?

    @MainActor
    func start() throws(Failure) {
        let store: DrawingStore
        var drawing: DrawingExport
        do throws(StoreError) {
            store = try DrawingStore(
                folder: state.folder ?? StateFolder.serviceFolder, access: .readOnly)
            drawing = try DrawingExport(
                store, size: size?.size, defaultSize: PictureSize.defaultSize, scale: scale.value,
                background: background.map(\.paper) ?? .white)
        } catch {
            throw Failure(error)
        }
        switch out.format {
        case .svg: try writeSVG(&drawing)
        case .png: try writePNG(&drawing)
        }
        if let message = LoadedDrawing.skippedStrokesMessage(drawing.skippedIDs, path: store.path) {
            Log.standardError().warning(message)
        }
    }

    /// Writes the drawing to an SVG file, part by part while the drawing is read.
    @MainActor
    private func writeSVG(_ drawing: inout DrawingExport) throws(Failure) {
        var part: [UInt8] = []
        var storeError: StoreError?
        try OutputFile.write(to: out.path) { file throws(LinuxError) in
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
    @MainActor
    private func writePNG(_ drawing: inout DrawingExport) throws(Failure) {
        try checkPixelCount(of: drawing)
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
            throw Failure(status: .software, message: "\(out.path): \(error.cause)")
        }
        try OutputFile.write(bytes, to: out.path)
    }

    /// Checks that a PNG of the picture has at most `PNGFile.maximumPixelCount` pixels, because
    /// boards have little memory.
    ///
    /// - Throws: `Failure` if the picture is larger.
    @MainActor
    private func checkPixelCount(of picture: DrawingExport) throws(Failure) {
        if picture.pixelCount <= CGFloat(PNGFile.maximumPixelCount) { return }
        throw Failure(
            status: .usage,
            message:
                "\(out.path): a PNG can have at most \(PNGFile.maximumPixelCount >> 20) million pixels; choose a smaller --size or --scale, or SVG"
        )
    }
}

extension Failure {
    /// Creates the failure for a drawing that cannot be read.
    fileprivate init(_ error: StoreError) {
        self.init(status: .input, message: error.description)
    }
}

/// A value of the option `--out`: the path of the picture file to write. The file name extension
/// selects the format.
struct ExportFile: ExpressibleByArgument {
    enum Format: String, CaseIterable {
        case svg
        case png
    }

    let path: String
    let format: Format

    init?(argument: String) {
        let parts = argument.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, let format = Format(rawValue: parts[parts.count - 1].lowercased())
        else { return nil }
        path = argument
        self.format = format
    }
}

/// A value of the option `--size`: the size of an exported picture in points, for example
/// `800x480`.
struct PictureSize: ExpressibleByArgument {
    let size: CGSize

    /// The size in points of an exported drawing that was never shown and therefore has no canvas
    /// size.
    static let defaultSize = CGSize(width: 800, height: 480)

    init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Self.length(parts[0]),
            let height = Self.length(parts[1])
        else { return nil }
        size = CGSize(width: width, height: height)
    }

    private static func length(_ text: Substring) -> CGFloat? {
        guard let number = Int(text), (1...16_384).contains(number) else { return nil }
        return CGFloat(number)
    }
}

/// A value of the option `--background`: the paper of an exported picture.
struct PictureBackground: ExpressibleByArgument {
    /// The paper, or `nil` for a transparent background.
    let paper: Paper?

    init?(argument: String) {
        guard argument == "none" || Paper(argument) != nil else { return nil }
        paper = Paper(argument)
    }
}
