import TouchTrackerStore

/// The tool, the color and the width with which the user draws. The app stores the settings with
/// the drawing and restores them at the next start.
package struct DrawingSettings: Hashable, Sendable {
    /// The tool.
    package var tool: Tool
    /// The ink color.
    package var color: InkColor
    /// The line width.
    package var width: InkWidth

    /// Creates settings from their values.
    package init(tool: Tool, color: InkColor, width: InkWidth) {
        self.tool = tool
        self.color = color
        self.width = width
    }

    /// Creates settings from stored settings. A value that is missing or unknown is replaced by the
    /// value in `defaults`.
    init(_ stored: StoredSettings, defaults: DrawingSettings) {
        tool = stored.tool.flatMap(Tool.init(rawValue:)) ?? defaults.tool
        color = stored.color.flatMap(InkColor.init(rawValue:)) ?? defaults.color
        width = stored.width.flatMap(InkWidth.init(rawValue:)) ?? defaults.width
    }

    /// The settings in the format in which the store saves them.
    var stored: StoredSettings {
        StoredSettings(tool: tool.rawValue, color: color.rawValue, width: width.rawValue)
    }
}
