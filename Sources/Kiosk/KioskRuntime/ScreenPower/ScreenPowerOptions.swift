/// The idle times after which the screen is dimmed or switched off. By default, all steps are
/// disabled. A step is skipped if a later step, in the order of the properties, is due before it.
///
/// No step is enabled by default, because passers-by may assume that a dark kiosk is defective.
public struct ScreenPowerOptions: Hashable, Sendable {
    /// The accepted idle times, in seconds.
    public static let idleTimes: ClosedRange<Double> = 5...86_400

    /// The idle time in seconds after which the backlight is dimmed, or `nil` to never dim it.
    public var dimAfter: Double?
    /// The idle time in seconds after which the backlight is switched off, or `nil` to never switch
    /// it off.
    public var backlightOffAfter: Double?
    /// The idle time in seconds after which the display is switched off, or `nil` to never switch
    /// it off.
    public var screenOffAfter: Double?
    /// The brightness of the dimmed backlight, as a fraction (0…1) of the normal brightness.
    public var dimTo: Double

    /// Creates options for dimming and blanking.
    public init(
        dimAfter: Double? = nil, backlightOffAfter: Double? = nil, screenOffAfter: Double? = nil,
        dimTo: Double = 0.2
    ) {
        self.dimAfter = dimAfter
        self.backlightOffAfter = backlightOffAfter
        self.screenOffAfter = screenOffAfter
        self.dimTo = dimTo
    }

    /// Whether dimming, switching off the backlight, or switching off the display is enabled.
    public var isOn: Bool {
        dimAfter != nil || backlightOffAfter != nil || screenOffAfter != nil
    }
}
