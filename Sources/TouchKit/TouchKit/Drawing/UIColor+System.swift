/// The system colors, with UIKit's components in the light and the dark style.
extension UIColor {
    /// Creates a dynamic color from components 0…255 and an alpha value 0…1.
    private convenience init(
        light: (CGFloat, CGFloat, CGFloat, CGFloat), dark: (CGFloat, CGFloat, CGFloat, CGFloat)
    ) {
        self.init { traits in
            let (red, green, blue, alpha) = traits.userInterfaceStyle == .dark ? dark : light
            return UIColor(red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha)
        }
    }

    /// The color for text labels that contain primary content.
    public static let label = UIColor(light: (0, 0, 0, 1), dark: (255, 255, 255, 1))

    /// The color for text labels that contain secondary content.
    public static let secondaryLabel = UIColor(light: (60, 60, 67, 0.6), dark: (235, 235, 245, 0.6))

    /// The color for text labels that contain tertiary content.
    public static let tertiaryLabel = UIColor(light: (60, 60, 67, 0.3), dark: (235, 235, 245, 0.3))

    /// The color for the main background of your interface.
    public static let systemBackground = UIColor(light: (255, 255, 255, 1), dark: (0, 0, 0, 1))

    /// The color for content layered on top of the main background.
    public static let secondarySystemBackground = UIColor(
        light: (242, 242, 247, 1), dark: (28, 28, 30, 1))

    /// The color for content layered on top of secondary backgrounds.
    public static let tertiarySystemBackground = UIColor(
        light: (255, 255, 255, 1), dark: (44, 44, 46, 1))

    /// The color for thin borders or divider lines that allows some underlying content to be
    /// visible.
    public static let separator = UIColor(light: (60, 60, 67, 0.29), dark: (84, 84, 88, 0.6))

    /// An overlay fill color for thin and small shapes.
    public static let systemFill = UIColor(light: (120, 120, 128, 0.2), dark: (120, 120, 128, 0.36))

    /// An overlay fill color for medium-size shapes.
    public static let secondarySystemFill = UIColor(
        light: (120, 120, 128, 0.16), dark: (120, 120, 128, 0.32))

    /// An overlay fill color for large shapes.
    public static let tertiarySystemFill = UIColor(
        light: (118, 118, 128, 0.12), dark: (118, 118, 128, 0.24))

    /// A blue color that automatically adapts to the current trait environment.
    public static let systemBlue = UIColor(light: (0, 122, 255, 1), dark: (10, 132, 255, 1))

    /// A green color that automatically adapts to the current trait environment.
    public static let systemGreen = UIColor(light: (52, 199, 89, 1), dark: (48, 209, 88, 1))

    /// A red color that automatically adapts to the current trait environment.
    public static let systemRed = UIColor(light: (255, 59, 48, 1), dark: (255, 69, 58, 1))

    /// An orange color that automatically adapts to the current trait environment.
    public static let systemOrange = UIColor(light: (255, 149, 0, 1), dark: (255, 159, 10, 1))

    /// A yellow color that automatically adapts to the current trait environment.
    public static let systemYellow = UIColor(light: (255, 204, 0, 1), dark: (255, 214, 10, 1))

    /// The standard base gray color that adapts to the environment.
    public static let systemGray = UIColor(light: (142, 142, 147, 1), dark: (142, 142, 147, 1))

    /// A second-level shade of gray that adapts to the environment.
    public static let systemGray2 = UIColor(light: (174, 174, 178, 1), dark: (99, 99, 102, 1))

    /// A third-level shade of gray that adapts to the environment.
    public static let systemGray3 = UIColor(light: (199, 199, 204, 1), dark: (72, 72, 74, 1))

    /// A fourth-level shade of gray that adapts to the environment.
    public static let systemGray4 = UIColor(light: (209, 209, 214, 1), dark: (58, 58, 60, 1))

    /// A fifth-level shade of gray that adapts to the environment.
    public static let systemGray5 = UIColor(light: (229, 229, 234, 1), dark: (44, 44, 46, 1))

    /// A sixth-level shade of gray that adapts to the environment.
    public static let systemGray6 = UIColor(light: (242, 242, 247, 1), dark: (28, 28, 30, 1))
}
