/// The counters of a kiosk since its start.
public struct KioskReport: Hashable, Sendable {
    /// The number of frames shown.
    public var frames = 0
    /// The number of missed vblanks: for each frame, the vblanks from the intended one until the
    /// frame was shown.
    public var missedVblanks = 0
    /// The number of wake-ups of the main loop, except wake-ups for the watchdog and the metrics
    /// file.
    public var wakeUps: UInt64 = 0
    /// The number of times that the watchdog's timer woke the main loop.
    public var watchdogWakeUps: UInt64 = 0
    /// The number of times that the metrics file's timer woke the main loop.
    public var metricsWakeUps: UInt64 = 0
    /// The number of times that the main loop ran the blocks on Dispatch's main queue. The main
    /// actor's jobs are such blocks.
    public var mainQueueRuns = 0
    /// The total duration of the blocks on Dispatch's main queue, in microseconds.
    public var mainQueueMicroseconds: Int64 = 0
    /// The number of bytes that frames wrote to the display's buffers.
    public var bytesWritten = 0
    /// The number of bytes of front-buffer ink (ink written directly into the buffer on the
    /// display). `bytesWritten` does not include these bytes.
    public var inkBytesWritten = 0
    /// The number of touches that began.
    public var touchesBegan = 0
    /// The number of touches that ended.
    public var touchesEnded = 0
    /// The number of touches that were cancelled.
    public var touchesCancelled = 0
    /// The number of touches that have neither ended nor been cancelled. In the final report, any
    /// value other than 0 indicates a defect.
    public var touchesLive = 0
    /// The number of views to which a touch was delivered in its began phase, but not yet in its
    /// ended or cancelled phase.
    public var unbalancedViews = 0

    /// The report as one line for the log.
    public var line: String {
        """
        frames=\(frames) missed=\(missedVblanks) wakeups=\(wakeUps) watchdog=\(watchdogWakeUps) metrics=\(metricsWakeUps) \
        mainqueue=\(mainQueueRuns) bytes=\(bytesWritten) ink=\(inkBytesWritten) \
        began=\(touchesBegan) ended=\(touchesEnded) cancelled=\(touchesCancelled) \
        live=\(touchesLive) unbalanced=\(unbalancedViews)
        """
    }
}
