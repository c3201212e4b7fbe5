/// When a screen that nobody touches gets darker; all off unless something is chosen.
///
/// A kiosk's picture is what it is there for, and a dark screen looks broken to who walks by: so whoever
/// puts it up says when it may go out.
public struct ScreenCareOptions: Hashable, Sendable {
    /// The idle times that make sense, in seconds.
    public static let idleTimes: ClosedRange<Double> = 5...86_400

    /// After how many idle seconds the backlight is dimmed; nil: never.
    public var dimAfter: Double?
    /// After how many idle seconds the backlight is put out; nil: never.
    public var backlightOffAfter: Double?
    /// After how many idle seconds the display itself is switched off; nil: never.
    public var screenOffAfter: Double?
    /// How bright a dimmed backlight is, as a part (0...1) of the brightness that is set.
    public var dimTo: Double

    /// Makes options.
    public init(
        dimAfter: Double? = nil, backlightOffAfter: Double? = nil, screenOffAfter: Double? = nil,
        dimTo: Double = 0.2
    ) {
        self.dimAfter = dimAfter
        self.backlightOffAfter = backlightOffAfter
        self.screenOffAfter = screenOffAfter
        self.dimTo = dimTo
    }

    /// Whether anything is ever done.
    public var isOn: Bool {
        dimAfter != nil || backlightOffAfter != nil || screenOffAfter != nil
    }
}
