import KioskSystem

/// A session's state for dimming and blanking.
struct ScreenPowerState {
    /// The state machine of dimming and blanking.
    var machine: ScreenPower
    /// The filter that suppresses wake touches.
    var touches = WakeTouchFilter()
    /// The controller for the backlight.
    let backlight: BacklightController
    /// The log for errors of the display.
    let log: Log
    /// Whether the screen is waking and its first frame has not been presented yet.
    var awaitsWakingFrame = false
    /// Whether a failure to switch the display off has been logged. Further failures are not
    /// logged.
    var isSwitchOffErrorLogged = false
}
