/// The style guide: colors, sizes and distances of controls, menus and the app's screens.
///
/// Lengths are in points. Colors are dynamic: each has a light and a dark value, and a view draws
/// it in its own user interface style. Colors without an own meaning here are UIKit's system
/// colors, such as `UIColor.label` for text and `UIColor.systemBackground` for a screen.
package enum ControlStyle {
    // MARK: Sizes

    /// The minimum size of a touch target, from Apple's Human Interface Guidelines. A control that
    /// is drawn smaller extends its target beyond its bounds.
    package static let minimumTouchSize: CGFloat = 44
    /// The height of a row in a list: one line of text and room for a finger.
    package static let rowHeight: CGFloat = 44
    /// The distance between content and the edges of the screen, a row or a panel.
    package static let margin: CGFloat = 16
    /// The distance between neighboring elements of one group.
    package static let spacing: CGFloat = 8
    /// The width of a separator line.
    package static let separatorWidth: CGFloat = 1
    /// The space around the title of a system button.
    package static let buttonInsets = UIEdgeInsets(top: 6, left: 10, bottom: 6, right: 10)

    // MARK: Corners

    /// The corner radius of buttons, fields and other controls.
    package static let cornerRadius: CGFloat = 8
    /// The corner radius of panels, such as alerts.
    package static let panelCornerRadius: CGFloat = 14

    // MARK: Text

    /// The font size of running text, rows and buttons; in bold for headings.
    package static let bodySize: CGFloat = 17
    /// The font size of secondary text, such as the second line of a row or an alert's message.
    package static let detailSize: CGFloat = 13
    /// The font size of captions, the smallest text.
    package static let captionSize: CGFloat = 12

    // MARK: States

    /// The opacity of a title while its button is pressed.
    package static let pressedAlpha: CGFloat = 0.3
    /// The opacity of a disabled control, and of an image without own pressed or disabled image.
    package static let dimmedAlpha: CGFloat = 0.5
    /// The color of the text of a disabled button.
    package static let disabledText = gray(light: 0.5, dark: 0.6, alpha: 0.6)
    /// The background of a pressed row or of a pressed button in a panel.
    package static let pressedFill = gray(light: 0.85, dark: 0.24)

    // MARK: Colors

    /// The empty part of a track: of a slider, a progress bar, and a switch that is off. The color
    /// is darker than UIKit's, to be visible on white from a distance of one meter.
    package static let track = gray(light: 0.74, dark: 0.28)
    /// The thumb of a slider or switch, and the selected segment of a segmented control.
    package static let thumb = UIColor.white
    /// The edge of a white thumb, which makes it visible on a white background.
    package static let thumbEdge = UIColor(white: 0, alpha: 0.16)
    /// The selected segment of a segmented control.
    package static let selectedSegment = gray(light: 1, dark: 0.39)
    /// The background of panels in front of other content, such as alerts.
    package static let panel = gray(light: 0.97, dark: 0.15)
    /// The layer that dims the content behind a panel.
    package static let dimming = UIColor { traits in
        UIColor(white: 0, alpha: traits.userInterfaceStyle == .dark ? 0.48 : 0.3)
    }

    /// Returns a gray color from its brightness in the light and in the dark style, 0…1.
    private static func gray(light: CGFloat, dark: CGFloat, alpha: CGFloat = 1) -> UIColor {
        UIColor { traits in
            UIColor(white: traits.userInterfaceStyle == .dark ? dark : light, alpha: alpha)
        }
    }
}
