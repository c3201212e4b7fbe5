import Glibc
import KioskSystem
import KioskYAML
import TouchKitGeometry

/// How a panel is set: what was chosen on the board itself, kept in a small file of two lines.
///
/// ```yaml
/// rotation: 90
/// scale: 1.5
/// ```
package struct PanelSetting: Hashable, Sendable {
    /// The scales that make sense: what the command line takes too.
    package static let scales: ClosedRange<Double> = 0.25...8

    /// How far the picture is turned; nil where nothing was chosen.
    package var rotation: Rotation?
    /// Pixels per point; nil where nothing was chosen.
    package var scale: CGFloat?

    /// Makes a setting.
    package init(rotation: Rotation? = nil, scale: CGFloat? = nil) {
        self.rotation = rotation
        self.scale = scale
    }

    /// Reads a file; where there is none, nothing was chosen.
    ///
    /// - Throws: `YAMLError` where it can't be read or says something else.
    package init(file: String) throws(YAMLError) {
        self.init()
        if access(file, F_OK) != 0, Errno.last == .notFound { return }
        let root = try YAMLDocument.read(path: file).root
        for (key, value) in try root.pairs() {
            switch try key.string() {
            case "rotation": rotation = try Self.rotation(value)
            case "scale": scale = try Self.scale(value)
            default:
                throw key.error(
                    "this key isn't known here", remedy: "remove the line: rotation and scale are")
            }
        }
    }

    /// The file's text.
    package var text: String {
        var lines = "# Chosen on the board; --rotate and --scale on the command line come first.\n"
        if let rotation { lines += "rotation: \(rotation.rawValue)\n" }
        if let scale { lines += "scale: \(scale)\n" }
        return lines
    }

    private static func rotation(_ node: YAMLNode) throws(YAMLError) -> Rotation {
        guard let rotation = Rotation(rawValue: Int(try node.integer())) else {
            throw node.error(
                "the picture can't be turned so far", remedy: "write 0, 90, 180 or 270")
        }
        return rotation
    }

    private static func scale(_ node: YAMLNode) throws(YAMLError) -> CGFloat {
        guard let scale = Double(try node.string()), scales.contains(scale) else {
            throw node.error("this is no scale", remedy: "write a number from 0.25 to 8")
        }
        return scale
    }
}
