import KioskServices
import TouchKitGeometry

/// What the newest frames of a kiosk cost, whichever display they were for.
@MainActor
package final class KioskFrameRecords: FrameRecords {
    /// The session, once there is one.
    private let session: @MainActor () -> Session?

    /// Makes records of a session that may not be there yet.
    package init(session: @escaping @MainActor () -> Session?) {
        self.session = session
    }

    /// The records that are kept, oldest first.
    package var records: [FrameRecord] { session()?.frameLog.records ?? [] }
    /// Vblanks at which a frame was meant to be shown and wasn't, since the start.
    package var missedVblanks: Int { session()?.missedVblanks ?? 0 }
    /// The display's refresh period, in microseconds; nil while there is none.
    package var periodMicroseconds: Int64? { session()?.periodMicroseconds }
}
