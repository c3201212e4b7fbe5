/// What a kiosk did since its start.
public struct KioskReport: Hashable, Sendable {
    /// Frames that came onto the screen.
    public var frames = 0
    /// Vblanks at which a frame was meant to be shown and wasn't.
    public var missedVblanks = 0
    /// How often the loop was woken, but for the watchdog and the metrics.
    public var wakeUps: UInt64 = 0
    /// How often the watchdog woke the loop.
    public var watchdogWakeUps: UInt64 = 0
    /// How often the loop was woken to write metrics.
    public var metricsWakeUps: UInt64 = 0
    /// Bytes written to scanout memory with frames.
    public var bytesWritten = 0
    /// Bytes written straight into buffers on the screen, ahead of the frames (front-buffer ink).
    public var inkBytesWritten = 0
    /// Touches that views were told of.
    public var touchesBegan = 0
    /// Touches that ended.
    public var touchesEnded = 0
    /// Touches that were cancelled.
    public var touchesCancelled = 0
    /// Touches that are down: at the end, those that were still down after everything was cancelled.
    public var touchesLive = 0
    /// Views whose touches don't add up.
    public var unbalancedViews = 0

    /// The report as one line for a log.
    public var line: String {
        """
        frames=\(frames) missed=\(missedVblanks) wakeups=\(wakeUps) watchdog=\(watchdogWakeUps) metrics=\(metricsWakeUps) bytes=\(bytesWritten) ink=\(inkBytesWritten) \
        began=\(touchesBegan) ended=\(touchesEnded) cancelled=\(touchesCancelled) \
        live=\(touchesLive) unbalanced=\(unbalancedViews)
        """
    }
}
