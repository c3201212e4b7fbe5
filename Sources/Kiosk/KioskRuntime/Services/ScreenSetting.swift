import KioskYAML
import TouchKitGeometry

/// The rotation and scale of the screen, which are saved in a YAML file.
///
/// ```yaml
/// rotation: 90
/// scale: 1.5
/// ```
package struct ScreenSetting: Hashable, Sendable {
    /// The accepted scales, in pixels per point.
    package static let scales: ClosedRange<Double> = 0.25...8

    /// The clockwise rotation of the picture, or `nil` if no rotation is set.
    package var rotation: Rotation?
    /// The scale in pixels per point, or `nil` if no scale is set.
    package var scale: CGFloat?

    /// Creates a setting from a rotation and a scale.
    package init(rotation: Rotation? = nil, scale: CGFloat? = nil) {
        self.rotation = rotation
        self.scale = scale
    }

    /// Reads the rotation and scale from the settings file at the path `file`. Both are `nil` if
    /// the file is missing.
    ///
    /// - Throws: `YAMLError` if the file cannot be read or its contents are invalid.
    package init(file: String) throws(YAMLError) {
        self.init()
        guard let root = try YAMLDocument.read(ownFile: file)?.root else { return }
        for (key, value) in try root.pairs() {
            switch try key.string() {
            case "rotation": rotation = try Self.rotation(value)
            case "scale": scale = try Self.scale(value)
            default:
                throw key.error(
                    "unknown key", remedy: "remove the line; the keys are rotation and scale")
            }
        }
    }

    /// The complete YAML text to write to the settings file.
    package var text: String {
        var lines =
            "# Set on the board. --rotate and --scale on the command line take precedence.\n"
        if let rotation { lines += "rotation: \(rotation.rawValue)\n" }
        if let scale { lines += "scale: \(scale)\n" }
        return lines
    }

    private static func rotation(_ node: YAMLNode) throws(YAMLError) -> Rotation {
        guard let rotation = Rotation(rawValue: Int(try node.integer())) else {
            throw node.error(
                "not a rotation", remedy: "write 0, 90, 180 or 270")
        }
        return rotation
    }

    private static func scale(_ node: YAMLNode) throws(YAMLError) -> CGFloat {
        guard let scale = Double(try node.string()), scales.contains(scale) else {
            throw node.error("not a scale", remedy: "write a number from 0.25 to 8")
        }
        return scale
    }
}
