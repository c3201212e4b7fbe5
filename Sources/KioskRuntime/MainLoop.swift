import Display
import Geometry
import Input
import Linux
import Pacing
import Services
import Touch
import TouchKit

/// The one loop of a kiosk: waits in one epoll, tells the session what happened, does what the
/// pacer answers. Idle, it arms no timer and wakes for nothing.
@MainActor
final class MainLoop {
    private enum Source: UInt32 {
        case signals = 1
        case timer
        case display
        case input
    }

    private let session: Session
    private let display: any ScanoutDisplay
    private let reader: TouchReader?
    private let cursor: CursorWindow
    private let log: Log
    private let events: EventLoop
    private let timer: TimerDescriptor
    private let signals: SignalDescriptor
    private var pointer: PointerAsTouch
    private var frameWake: Timestamp?
    private var armed: Timestamp?
    private var isInputWatched = false
    private var isStopping = false

    init(
        session: Session, display: any ScanoutDisplay, reader: TouchReader?, log: Log
    ) throws(KioskError) {
        self.session = session
        self.display = display
        self.reader = reader
        self.log = log
        cursor = CursorWindow(screenBounds: session.geometry.bounds)
        pointer = PointerAsTouch(geometry: session.geometry)
        do {
            events = try EventLoop()
            timer = try TimerDescriptor()
            signals = try SignalDescriptor(signals: [SignalDescriptor.terminate, SignalDescriptor.interrupt])
            try events.watch(signals.descriptor, as: Source.signals.rawValue)
            try events.watch(timer.descriptor, as: Source.timer.rawValue)
            if let descriptor = display.eventDescriptor {
                try events.watch(descriptor, as: Source.display.rawValue)
            }
        } catch {
            throw KioskError.system(error)
        }
    }

    /// How often the loop was woken so far.
    var wakeUps: UInt64 { events.returns }
}
