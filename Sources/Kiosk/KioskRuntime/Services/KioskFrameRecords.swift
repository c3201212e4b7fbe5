import KioskServices
import TouchKitGeometry

/// A provider of the timing records for a kiosk's recent frames.
@MainActor
package final class KioskFrameRecords: FrameRecords {
    /// The closure that returns the session, or `nil` before the session exists.
    private let session: @MainActor () -> Session?

    /// Creates a provider that reads the session's records.
    ///
    /// - Parameter session: The closure that returns the session, or `nil` before the session
    ///   exists.
    package init(session: @escaping @MainActor () -> Session?) {
        self.session = session
    }

    /// The timing records of the most recent frames, oldest first.
    package var records: [FrameRecord] { session()?.frameLog.records ?? [] }
    /// The number of missed vblanks since the kiosk's start.
    package var missedVblanks: Int { session()?.missedVblanks ?? 0 }
    /// The display's refresh period in microseconds, or `nil` without a display.
    package var periodMicroseconds: Int64? { session()?.periodMicroseconds }
    /// Whether the display reports vblanks; `false` without a display.
    package var hasVblank: Bool { session()?.display?.hasVblank ?? false }
}
