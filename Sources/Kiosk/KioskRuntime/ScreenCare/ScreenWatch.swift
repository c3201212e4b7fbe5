import KioskSystem

/// What a session keeps of the care for its screen (Session+ScreenCare.swift).
struct ScreenWatch {
    /// When the screen gets darker, and bright again.
    var care: ScreenCare
    /// Who is there, and what mustn't be obeyed.
    var touches = WakeTouches()
    /// The backlight.
    let light: ScreenLight
    /// Gets what the display refuses.
    let log: Log
    /// Whether the frame that brings the picture back is still to be made.
    var awaitsWakingFrame = false
    /// Whether it was said that the display can't be switched off.
    var saidRefusal = false
}
