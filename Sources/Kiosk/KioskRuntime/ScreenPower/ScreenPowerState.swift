import KioskSystem

/// The state of dimming and blanking in a session.
struct ScreenPowerState {
    /// The state machine of dimming and blanking.
    var machine: ScreenPower
    /// The filter for wake touches.
    var touches = WakeTouchFilter()
    /// The controller of the backlight.
    let light: BacklightController
    /// Receives errors of the display.
    let log: Log
    /// Whether the first frame after blanking is still to be drawn.
    var awaitsWakingFrame = false
    /// Whether the display's refusal to switch off has been logged. Further refusals are not
    /// logged.
    var isRefusalLogged = false
}
