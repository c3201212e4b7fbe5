/// The idle times after which the screen is dimmed or switched off; by default, never.
///
/// A dark kiosk looks broken to passers-by, so each step must be chosen explicitly.
public struct ScreenPowerOptions: Hashable, Sendable {
    /// The accepted idle times, in seconds.
    public static let idleTimes: ClosedRange<Double> = 5...86_400

    /// The idle time in seconds before the backlight is dimmed, or `nil` for never.
    public var dimAfter: Double?
    /// The idle time in seconds before the backlight is switched off, or `nil` for never.
    public var backlightOffAfter: Double?
    /// The idle time in seconds before the display is switched off, or `nil` for never.
    public var screenOffAfter: Double?
    /// The brightness of a dimmed backlight as a fraction (0…1) of the normal brightness.
    public var dimTo: Double

    /// Creates options.
    public init(
        dimAfter: Double? = nil, backlightOffAfter: Double? = nil, screenOffAfter: Double? = nil,
        dimTo: Double = 0.2
    ) {
        self.dimAfter = dimAfter
        self.backlightOffAfter = backlightOffAfter
        self.screenOffAfter = screenOffAfter
        self.dimTo = dimTo
    }

    /// Whether any step is enabled.
    public var isOn: Bool {
        dimAfter != nil || backlightOffAfter != nil || screenOffAfter != nil
    }
}
