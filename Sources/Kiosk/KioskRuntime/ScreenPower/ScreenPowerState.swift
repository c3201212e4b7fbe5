import KioskSystem

/// A session's state of dimming and blanking.
struct ScreenPowerState {
    /// The state machine of dimming and blanking.
    var machine: ScreenPower
    /// The filter for wake touches.
    var touches = WakeTouchFilter()
    /// The backlight.
    let light: BacklightController
    /// Receives errors of the display.
    let log: Log
    /// Whether the first frame after blanking is still to be drawn.
    var awaitsWakingFrame = false
    /// Whether the refusal to switch off was logged.
    var isRefusalLogged = false
}
