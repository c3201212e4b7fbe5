import KioskSystem

/// The objects and flags that a session uses for dimming and blanking the screen.
struct ScreenPowerState {
    /// The state machine of dimming and blanking.
    var machine: ScreenPower
    /// The filter that suppresses wake touches, which are the touches that wake a blanked screen.
    var touches = WakeTouchFilter()
    /// The controller for the backlight.
    let backlight: BacklightController
    /// The log for errors of the display.
    let log: Log
    /// Whether the screen is waking and no frame has been presented since waking began.
    var awaitsWakingFrame = false
    /// Whether a failure to switch the display off has been logged. Further failures are not
    /// logged.
    var isSwitchOffErrorLogged = false
}
