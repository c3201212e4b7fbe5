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
    private let log: Log
    private let service: ServiceManager
    private let events: EventLoop
    private let timer: TimerDescriptor
    private let signals: SignalDescriptor
    private let cursor = CursorWindow()
    private var pointer: PointerAsTouch
    /// When the pacer wants to be woken.
    private var frameWake: Timestamp?
    /// What the timer is set to.
    private var timerSetting: Timestamp?
    private var isInputWatched = true
    /// What happened in this turn; reused.
    private var happened: [Source] = []
    private var isStopping = false
    private var isReady = false

    init(
        session: Session, display: any ScanoutDisplay, reader: TouchReader?, log: Log,
        service: ServiceManager
    ) throws(LinuxError) {
        self.session = session
        self.display = display
        self.reader = reader
        self.log = log
        self.service = service
        pointer = PointerAsTouch(geometry: session.geometry)
        events = try EventLoop()
        timer = try TimerDescriptor()
        signals = try SignalDescriptor([.terminate, .interrupt])
        try events.watch(signals.descriptor, as: Source.signals.rawValue)
        try events.watch(timer.descriptor, as: Source.timer.rawValue)
        if let descriptor = display.eventDescriptor {
            try events.watch(descriptor, as: Source.display.rawValue)
        }
        if let reader { try events.watch(reader.descriptor, as: Source.input.rawValue) }
    }

    /// How often the loop was woken so far.
    var wakeUps: UInt64 { events.returns }

    /// Runs until a signal asks to stop.
    func run() throws(KioskError) {
        try readInput()
        try perform(session.workArrived(at: MonotonicClock.now()))
        while !isStopping {
            try turn()
        }
        service.notifyStopping()
    }

    /// Sleeps until something happens, and deals with it.
    private func turn() throws(KioskError) {
        do {
            try armTimer()
            try watchInput(session.watchesInput)
        } catch {
            throw .system(error)
        }
        happened.removeAll(keepingCapacity: true)
        do {
            try events.wait { source in
                if let source = Source(rawValue: source) { happened.append(source) }
            }
        } catch {
            throw .system(error)
        }
        for source in happened { try handle(source) }
    }

    private func handle(_ source: Source) throws(KioskError) {
        switch source {
        case .signals:
            while signals.next() != nil { isStopping = true }
        case .timer:
            timer.acknowledge()
            timerSetting = nil
            try readInput()
            let now = MonotonicClock.now()
            session.advanceTimers(to: now)
            if let wake = frameWake, wake <= now {
                frameWake = nil
                try perform(session.timerFired(at: now))
            }
            try perform(session.workArrived(at: now))
        case .display:
            guard let shown = try readFlip() else { return }
            try perform(session.flipCompleted(at: shown, now: MonotonicClock.now()))
        case .input:
            try readInput()
            try perform(session.workArrived(at: MonotonicClock.now()))
        }
    }

    // MARK: Frames

    /// Does what the pacer says, until it says sleep.
    private func perform(_ action: FramePacer.Action) throws(KioskError) {
        var action = action
        while true {
            switch action {
            case .sleep:
                return
            case .wake(let time):
                frameWake = time
                return
            case .draw:
                try readInput()
                do {
                    action = try session.drawFrame()
                } catch {
                    throw .display(error)
                }
                announceFirstFrame()
            }
        }
    }

    private func readFlip() throws(KioskError) -> Timestamp? {
        do {
            return try display.readEvents()
        } catch {
            throw .display(error)
        }
    }

    /// The service is up when its first frame is on the screen.
    private func announceFirstFrame() {
        guard !isReady, session.frameLog.frames > 0 else { return }
        isReady = true
        service.notifyReady(status: "drawing on \(display.name), \(display.mode.name)")
        log.info("first frame on \(display.name), \(display.mode.name)")
    }

    // MARK: Input

    private func readInput() throws(KioskError) {
        guard let reader else { return }
        do {
            try reader.dispatch { handle($0) }
        } catch {
            throw .input(error)
        }
    }

    private func handle(_ event: InputEvent) {
        switch event {
        case .deviceAdded(let device):
            session.deviceAdded(device.id, calibration: device.calibration)
            if device.kind != .other {
                log.info(
                    "\(device.path): \(device.name): \(device.kind), \(device.slotCount) slots")
            }
        case .deviceRemoved(let device):
            session.deviceRemoved(device, at: MonotonicClock.now())
            pointer.deviceRemoved(device)
            cursor.show(at: pointer.cursor)
        case .touch(let frame):
            session.receive(frame)
        case .pointer(let event):
            if let frame = pointer.handle(event) { session.receive(frame) }
            cursor.show(at: pointer.cursor)
        }
    }

    /// While a frame is awaited or under way the devices are read with it: their news mustn't wake
    /// the loop.
    private func watchInput(_ isWanted: Bool) throws(LinuxError) {
        guard let reader, isWanted != isInputWatched else { return }
        isInputWatched = isWanted
        if isWanted {
            try events.resume(reader.descriptor, as: Source.input.rawValue)
        } else {
            try events.pause(reader.descriptor, as: Source.input.rawValue)
        }
    }

    // MARK: Timer

    /// Sets the timer to what is due first, or off; says nothing to the kernel where nothing
    /// changes.
    private func armTimer() throws(LinuxError) {
        let deadline = session.application.nextDeadline
        let wanted: Timestamp?
        switch (frameWake, deadline) {
        case (nil, nil): wanted = nil
        case (let time?, nil), (nil, let time?): wanted = time
        case (let frame?, let call?): wanted = min(frame, call)
        }
        guard wanted != timerSetting else { return }
        if let wanted { try timer.set(to: wanted) } else { try timer.cancel() }
        timerSetting = wanted
    }
}
