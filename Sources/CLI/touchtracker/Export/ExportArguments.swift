import TouchKit
import TouchTrackerApp

/// A value of the option `--out`: the path of the picture file to write, whose extension selects
/// the format, or, with `--all`, a folder.
struct ExportDestination: ExpressibleByArgument {
    enum Format: String, CaseIterable {
        case svg
        case png
    }

    let path: String
    /// The format, or `nil` if the path has no extension of a format and therefore names a folder.
    let format: Format?

    init?(argument: String) {
        if argument.isEmpty { return nil }
        path = argument
        let parts = argument.split(separator: ".", omittingEmptySubsequences: false)
        format = parts.count > 1 ? Format(rawValue: parts[parts.count - 1].lowercased()) : nil
    }

    /// Returns the path of the picture of the page `number` if all pages are exported: `page-2.svg`
    /// in the folder, or the name of the file with `-2` before its extension.
    func path(ofPage number: Int) -> String {
        guard format != nil, let dot = path.lastIndex(of: ".") else {
            return "\(path)/page-\(number).svg"
        }
        return "\(path[..<dot])-\(number)\(path[dot...])"
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
        let size = CGSize(argument: argument) { text in
            Int(text).flatMap { (1...16_384).contains($0) ? CGFloat($0) : nil }
        }
        guard let size else { return nil }
        self.size = size
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
