import KioskRuntime
import KioskSystem
import TouchTrackerApp
import TouchTrackerStore

/// The command `touchtracker export --out FILE`, which writes stored pages to picture files.
struct Export: KioskCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "export", abstract: "Write the stored drawing as SVG or PNG.",
            discussion: """
                A running kiosk is not interrupted: the export contains what the kiosk has stored so \
                far. Without --page and --all, the page that the kiosk shows is exported. An existing \
                file is replaced when the new file is complete, with --all when all files are \
                complete. Without --state and $STATE_DIRECTORY, the drawing in /var/lib/touchtracker \
                is exported.
                """)
    }

    @Option(
        "out",
        help: ArgumentHelp(
            "The file to write, whose name ends in .svg or .png. With --all, 'drawing.png' becomes drawing-1.png, drawing-2.png …; an existing folder gets page-1.svg, page-2.svg …",
            valueName: "file"))
    var out: ExportDestination

    @Option(
        "page", in: 1...DrawingPages.maximumCount,
        help: ArgumentHelp(
            "The page to write, 1 to 999; by default the shown page.", valueName: "number"))
    var page: Int?

    @Flag("all", help: "Write each page to a file of its own.")
    var all = false

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

    func validate() throws {
        if all, page != nil {
            throw ValidationError("--page: cannot be combined with --all; use one of them")
        }
        if !all, out.format == nil {
            throw ValidationError(
                "--out: '\(out.path)' is not valid; expected: a file name that ends in .svg or .png, "
                    + "or a folder with --all")
        }
    }

    @MainActor
    func start() throws(Failure) {
        let pages = DrawingPages(folder: state.folder ?? StateFolder.serviceFolder)
        if all { return try writeAll(pages) }
        let numbers = pages.numbers
        let number = page ?? pages.shown
        guard numbers.contains(number) else {
            let known = Self.list(numbers)
            throw Failure(
                status: .input,
                message: "\(pages.folder): there is no page \(number); use one of: \(known)")
        }
        try picture.write(pageIn: pages.folder(of: number), to: out.path)
    }

    /// The properties of the pictures.
    private var picture: PagePicture {
        PagePicture(
            format: out.format ?? .svg, size: size?.size, scale: scale.value,
            background: background.map(\.paper) ?? .white)
    }

    /// Writes each page that has a drawing to a file of its own. The files appear when all of them
    /// are complete.
    @MainActor
    private func writeAll(_ pages: DrawingPages) throws(Failure) {
        var numbers = pages.numbers.filter {
            FileSystem.exists("\(pages.folder(of: $0))/\(DrawingStore.fileName)")
        }
        // Reading page 1 reports the cause.
        if numbers.isEmpty { numbers = [1] }
        if out.format == nil, !FileSystem.isFolder(out.path) {
            throw Failure(
                status: .disk,
                message:
                    "\(out.path): no such folder; create it, or use a file name that ends in .svg or .png"
            )
        }
        let files = try StagedFiles(numbers.map(out.path(ofPage:)))
        do throws(Failure) {
            for (index, number) in numbers.enumerated() {
                try picture.write(
                    pageIn: pages.folder(of: number), to: files.stagedPath(at: index),
                    reportedAs: out.path(ofPage: number))
            }
            try files.publish()
        } catch {
            files.discard()
            throw error
        }
    }

    /// Returns numbers as a list with ranges, for example `1 to 3, 7`.
    static func list(_ numbers: [Int]) -> String {
        var ranges: [ClosedRange<Int>] = []
        for number in numbers {
            if let last = ranges.last, last.upperBound + 1 == number {
                ranges[ranges.count - 1] = last.lowerBound...number
            } else {
                ranges.append(number...number)
            }
        }
        return ranges.map {
            $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)"
        }.joined(separator: ", ")
    }
}
