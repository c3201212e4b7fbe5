import ArgumentParser
import KioskImages
import KioskRuntime
import KioskSystem
import LabReports
import TouchKit
import TouchKitGeometry
import TouchTrackerApp
import TouchTrackerStore

/// `touchtracker export --out FILE`: writes the stored drawing as a picture.
struct Export: KioskCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the stored drawing as SVG or PNG.",
        discussion: """
            A kiosk may go on drawing meanwhile: what it has stored so far is written. A file that is \
            there already is replaced once the new one is complete. Without --state and \
            $STATE_DIRECTORY it is the drawing of this board, in /var/lib/touchtracker.
            """)

    @Option(help: ArgumentHelp("The file to write: NAME.svg or NAME.png.", valueName: "file"))
    var out: ExportFile

    @OptionGroup var state: StateFolder

    @Option(
        help: ArgumentHelp(
            "The size of the picture in points: 800x480; by default that of the screen the drawing was made on.",
            valueName: "size"))
    var size: PictureSize?

    @Option(help: ArgumentHelp("Pixels per point, 0.25 to 8.", valueName: "factor"))
    var scale = Scale(value: 1)

    @Option(
        help: ArgumentHelp(
            "The background: a colour as rrggbb or '#rrggbb', or 'none'; by default the app's grey.",
            valueName: "colour"))
    var background: PictureBackground?

    @MainActor
    func start() throws(Failure) {
        let picture = try picture()
        let bytes: [UInt8]
        switch out.format {
        case .svg:
            bytes = Array(picture.svg().utf8)
        case .png:
            try checkExtent(of: picture)
            do {
                bytes = try PNGFile.encode(picture.bitmap())
            } catch {
                throw Failure(status: .software, message: "\(out.path): \(error.cause)")
            }
        }
        do {
            try FileContents.replace(out.path, with: bytes)
        } catch {
            throw Failure(
                status: .disk,
                message:
                    "\(out.path): cannot write: \(error.code); choose another place, or free some space"
            )
        }
    }

    /// Returns the stored drawing with the requested size and background.
    @MainActor
    private func picture() throws(Failure) -> DrawingExport {
        let saved: LoadedDrawing
        do throws(StoreError) {
            let store = try DrawingStore(
                folder: state.folder ?? StateFolder.serviceFolder, access: .readOnly)
            saved = try LoadedDrawing(store)
            if let complaint = LoadedDrawing.skippedStrokesMessage(
                saved.skippedIDs, path: store.path)
            {
                Log.standardError().warning(complaint)
            }
        } catch {
            throw Failure(status: .input, message: error.description)
        }
        return DrawingExport(
            strokes: saved.strokes, size: size?.size ?? saved.canvas ?? PictureSize.defaultSize,
            scale: scale.value, background: background.map(\.color) ?? Drawing.paper)
    }

    /// Throws if a PNG of the picture would be too large, because boards have little memory.
    @MainActor
    private func checkExtent(of picture: DrawingExport) throws(Failure) {
        let pixels = picture.size.width * picture.size.height * picture.scale * picture.scale
        if pixels <= CGFloat(PNGFile.maximumPixelCount) { return }
        throw Failure(
            status: .usage,
            message:
                "\(out.path): a PNG can have at most \(PNGFile.maximumPixelCount >> 20) million pixels; choose a smaller --size or --scale, or SVG"
        )
    }
}

/// The path of a picture file; the extension selects the format.
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

/// A size in points, for example `800x480`.
struct PictureSize: ExpressibleByArgument {
    let size: CGSize

    /// The size for a drawing that was never shown.
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

/// The background of a picture.
struct PictureBackground: ExpressibleByArgument {
    /// The color, or `nil` for a transparent background.
    let color: UIColor?

    init?(argument: String) {
        if argument == "none" {
            color = nil
            return
        }
        let digits = argument.hasPrefix("#") ? argument.dropFirst() : argument[...]
        guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
            let number = Int(digits, radix: 16)
        else { return nil }
        color = UIColor(
            red: CGFloat(number >> 16) / 255, green: CGFloat(number >> 8 & 0xFF) / 255,
            blue: CGFloat(number & 0xFF) / 255, alpha: 1)
    }
}
