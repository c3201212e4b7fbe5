import KioskServices
import TouchKitGeometry

/// Provides the timing records of a kiosk's recent frames.
@MainActor
package final class KioskFrameRecords: FrameRecords {
    /// Returns the session, or `nil` before it exists.
    private let session: @MainActor () -> Session?

    /// Creates an object that reads the records of the session.
    ///
    /// - Parameter session: Returns the session, or `nil` before it exists.
    package init(session: @escaping @MainActor () -> Session?) {
        self.session = session
    }

    /// The records of the most recent frames, oldest first.
    package var records: [FrameRecord] { session()?.frameLog.records ?? [] }
    /// The number of missed vblanks since the start.
    package var missedVblanks: Int { session()?.missedVblanks ?? 0 }
    /// The display's refresh period in microseconds, or `nil` without a display.
    package var periodMicroseconds: Int64? { session()?.periodMicroseconds }
}
