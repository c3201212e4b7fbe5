import CTouchTrackerAllocationCounter
import KioskInput
import KioskRuntime
import KioskServices
import KioskSystem
import Synchronization
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

@Suite("Raw touches of a kiosk")
@MainActor
struct KioskRawTouchesTests {
    /// A node that says what a test wants.
    final class Node: RawTouchNode {
        let description: EvdevDescription
        var unread: [EvdevEvent] = []
        var slots: [SlotDecoder.SlotState] = []
        var isPlugged = true
        var trouble: LinuxError?
        /// At most so many events at once, as the kernel's reader has room for some only.
        var most = 64

        init(_ description: EvdevDescription) {
            self.description = description
        }

        func read(into events: inout [EvdevEvent]) throws(LinuxError) -> EvdevNode.Reading {
            if let trouble { throw trouble }
            if unread.isEmpty { return isPlugged ? .nothing : .unplugged }
            events.append(contentsOf: unread.prefix(most))
            unread.removeFirst(min(most, unread.count))
            return .events
        }

        func resynchronize(
            _ decoder: inout SlotDecoder, at time: Timestamp, into frame: inout TouchFrame
        ) throws(LinuxError) -> Bool {
            if let trouble { throw trouble }
            unread.removeAll()
            return decoder.resynchronize(with: slots, at: time, into: &frame)
        }

        /// The device reports: tracking id, place, pressure and size of slot 0.
        func report(
            at time: Int64, id: Int32? = nil, x: Int32? = nil, pressure: Int32? = nil,
            size: Int32? = nil
        ) {
            let time = Timestamp(microseconds: time)
            func say(_ code: UInt16, _ value: Int32?) {
                guard let value else { return }
                unread.append(
                    EvdevEvent(time: time, type: EventCode.absolute, code: code, value: value))
            }
            say(EventCode.trackingID, id)
            say(EventCode.positionX, x)
            say(EventCode.pressure, pressure)
            say(EventCode.touchMajor, size)
            unread.append(
                EvdevEvent(
                    time: time, type: EventCode.synchronization, code: EventCode.report, value: 0))
        }

        func lose(at time: Int64) {
            unread.append(
                EvdevEvent(
                    time: Timestamp(microseconds: time), type: EventCode.synchronization,
                    code: EventCode.dropped, value: 0))
            report(at: time)
        }
    }

    final class Observer: RawTouchObserver {
        var frames: [TouchFrame] = []
        var panels: [PanelDescription] = []
        var changes = 0
        var onFrame: (() -> Void)?

        func rawTouches(_ frame: TouchFrame, of panel: PanelDescription) {
            frames.append(frame)
            panels.append(panel)
            onFrame?()
        }

        func panelsChanged() { changes += 1 }

        var contacts: [TouchContact] { frames.flatMap(\.contacts) }
    }

    /// Counts what it is told, and keeps nothing.
    final class Counter: RawTouchObserver {
        var contacts = 0
        func rawTouches(_ frame: TouchFrame, of panel: PanelDescription) {
            contacts += frame.contacts.count
        }
        func panelsChanged() {}
    }

    /// A kiosk's raw touches, over nodes in memory.
    @MainActor
    final class Desk {
        var nodes: [String: Node] = [:]
        var refused: Errno?
        private let said = Mutex<[String]>([])
        var lines: [String] { said.withLock { $0 } }
        /// The nodes that were opened, in order.
        var opened: [String] = []
        var time: Int64 = 0

        func touches(
            kept: KeptCalibrations = KeptCalibrations(file: nil)
        ) -> KioskRawTouches {
            KioskRawTouches(
                kept: kept, log: Log { [self] _, line in said.withLock { $0.append(line) } },
                clock: { Timestamp(microseconds: self.time) }
            ) { path throws(LinuxError) in
                self.opened.append(path)
                guard self.refused == nil, let node = self.nodes[path] else {
                    throw LinuxError(
                        operation: "open", code: self.refused ?? .notFound, path: path)
                }
                return node
            }
        }

        func device(
            _ number: UInt32, kind: InputDevice.Kind = .touch, slots: Int32 = 10,
            key: DeviceKey? = nil, pluggedIn: Timestamp? = nil
        ) -> InputDevice {
            let path = "/dev/input/event\(number)"
            typealias Axis = EvdevDescription.AbsoluteAxis
            var axes: [UInt16: Axis] = [
                EventCode.positionX: Axis(minimum: 0, maximum: 999, resolution: 10),
                EventCode.positionY: Axis(minimum: 0, maximum: 599, resolution: 9),
                EventCode.pressure: Axis(minimum: 0, maximum: 255),
                EventCode.touchMajor: Axis(minimum: 0, maximum: 255),
            ]
            if slots > 0 { axes[EventCode.slot] = Axis(minimum: 0, maximum: slots - 1) }
            nodes[path] = Node(
                EvdevDescription(
                    name: "panel \(number)",
                    identity: .init(bus: 3, vendor: 0x1234, product: 7, version: 1), codes: [:],
                    axes: axes, properties: []))
            return InputDevice(
                id: DeviceID(rawValue: number), name: "panel \(number)",
                sysname: "event\(number)", path: path, kind: kind,
                rangeX: SlotDecoder.Axis(minimum: 0, maximum: 999),
                rangeY: SlotDecoder.Axis(minimum: 0, maximum: 599), slotCount: Int(slots),
                key: key, pluggedIn: pluggedIn)
        }

        func node(_ number: UInt32) -> Node? { nodes["/dev/input/event\(number)"] }
    }

    private let desk = Desk()

    @Test("While nobody observes, nothing is opened and nothing is read.")
    func nobody() {
        let touches = desk.touches()
        touches.deviceAdded(desk.device(1))
        desk.node(1)?.report(at: 5, id: 1, x: 10)
        touches.read()
        touches.relay(TouchFrame(device: DeviceID(rawValue: 1), time: .zero))
        #expect(desk.opened.isEmpty)
        #expect(desk.node(1)?.unread.count == 3)
    }

    @Test(
        "Who wants places alone gets what passed the filters, of touch panels, and no node is read for it."
    )
    func places() {
        let touches = desk.touches()
        touches.deviceAdded(desk.device(1))
        let observer = Observer()
        touches.addPlaceObserver(observer)
        desk.node(1)?.report(at: 5, id: 1, x: 10)
        touches.read()
        touches.relay(TouchFrame(device: DeviceID(rawValue: 1), time: .zero))
        #expect(observer.frames.isEmpty)
        let frame = TouchFrame(
            device: DeviceID(rawValue: 1), time: Timestamp(microseconds: 5),
            contacts: [
                TouchContact(
                    slot: 0, trackingID: 1, state: .down, position: CGPoint(x: 0.5, y: 0.25))
            ])
        touches.relayPlaces(frame)
        // A pointer's.
        touches.relayPlaces(TouchFrame(device: DeviceID(rawValue: 9), time: .zero))
        #expect(observer.frames == [frame])
        #expect(observer.panels.map(\.name) == ["panel 1"])
        #expect(desk.node(1)?.unread.count == 3)
        touches.deviceRemoved(DeviceID(rawValue: 1))
        #expect(observer.changes == 1)
        touches.removeObserver(observer)
        touches.deviceAdded(desk.device(1))
        touches.relayPlaces(frame)
        #expect(observer.frames.count == 1)
        #expect(observer.changes == 1)
    }

    @Test("What is kept for a device holds whenever it is plugged in there, before what udev says.")
    func keptCalibration() throws {
        let folder = try TemporaryFolder()
        let turned = TouchCalibration(a: 0, b: 1, c: 0, d: -1, e: 0, f: 1)
        let key = DeviceKey(bus: 3, vendor: 1, product: 2, path: "usb-1")
        func kept() -> KeptCalibrations { KeptCalibrations(file: "\(folder.path)/file.yaml") }
        let touches = desk.touches(kept: kept())
        let device = desk.device(1, key: key, pluggedIn: Timestamp(microseconds: 7))
        touches.deviceAdded(device)
        #expect(touches.calibration(of: device) == .identity)
        #expect(touches.panels.map(\.isCalibrationKept) == [false])
        #expect(touches.panels.map(\.pluggedIn) == [Timestamp(microseconds: 7)])
        touches.setCalibration(turned, of: device.id)
        #expect(touches.panels.map(\.isCalibrationKept) == [false])
        // What isn't kept goes with it.
        touches.deviceRemoved(device.id)
        #expect(touches.calibration(of: device) == .identity)
        touches.deviceAdded(device)
        touches.setCalibration(turned, of: device.id)
        #expect(touches.keepCalibration(of: device.id) == nil)
        #expect(touches.panels.map(\.isCalibrationKept) == [true])
        touches.deviceRemoved(device.id)
        #expect(touches.keepCalibration(of: device.id) != nil)
        let again = desk.device(2, key: key)
        touches.deviceAdded(again)
        #expect(touches.calibration(of: again) == turned)
        #expect(touches.panels.map(\.calibration) == [turned])
        touches.finishWriting()
        #expect(desk.touches(kept: kept()).calibration(of: again) == turned)
    }

    @Test(
        "Every frame is told in order, with device units, pressure and size, by the device's identity."
    )
    func frames() throws {
        let touches = desk.touches()
        touches.deviceAdded(desk.device(4))
        let observer = Observer()
        touches.addObserver(observer)
        let node = try #require(desk.node(4))
        node.most = 3
        node.report(at: 100, id: 7, x: 250, pressure: 128, size: 20)
        node.report(at: 200, x: 500)
        node.report(at: 300, pressure: 64)
        node.report(at: 400, id: -1)
        touches.read()
        #expect(observer.frames.map(\.time.microseconds) == [100, 200, 300, 400])
        #expect(observer.frames.allSatisfy { $0.device == DeviceID(rawValue: 4) })
        let contacts = observer.contacts
        #expect(contacts.map(\.state) == [.down, .motion, .motion, .up])
        #expect(contacts.map { $0.rawPosition?.x } == [250, 500, 500, 500])
        #expect(contacts.map(\.pressure) == [0.5, 0.5, 0.25, 0.25])
        #expect(contacts.map(\.majorRadius) == [0.01, 0.01, 0.01, 0.01])
        #expect(contacts.allSatisfy { $0.trackingID == 7 })
        let panel = try #require(observer.panels.first)
        #expect(panel.name == "panel 4" && panel.node == "/dev/input/event4")
        #expect(panel.hasPressure && panel.hasContactSize && panel.slotCount == 10)
        #expect((panel.unitsPerMillimeterX, panel.unitsPerMillimeterY) == (10, 9))
        #expect(panel.identity.vendor == 0x1234)
        touches.read()
        #expect(observer.frames.count == 4)
    }

    @Test("Who stops observing is told nothing more, and the last one closes the nodes.")
    func closing() {
        let touches = desk.touches()
        touches.deviceAdded(desk.device(1))
        let first = Observer()
        let second = Observer()
        touches.addObserver(first)
        touches.addObserver(first)
        touches.addObserver(second)
        #expect(desk.opened == ["/dev/input/event1"])
        // In the midst of being told.
        first.onFrame = { touches.removeObserver(second) }
        desk.node(1)?.report(at: 1, id: 1, x: 10)
        touches.read()
        #expect(first.frames.count == 1 && second.frames.isEmpty)
        first.onFrame = { touches.removeObserver(first) }
        desk.node(1)?.report(at: 2, x: 20)
        desk.node(1)?.report(at: 3, x: 30)
        touches.read()
        #expect(first.frames.count == 2)
        desk.node(1)?.report(at: 4, x: 40)
        touches.read()
        #expect(desk.node(1)?.unread.isEmpty == false, "it is closed")
        touches.addObserver(second)
        #expect(desk.opened == ["/dev/input/event1", "/dev/input/event1"])
    }

    @Test(
        "A finger that is down when somebody begins to observe is told of from its next motion on.")
    func alreadyDown() {
        let touches = desk.touches()
        touches.deviceAdded(desk.device(1))
        desk.node(1)?.slots = [SlotDecoder.SlotState(trackingID: 3, x: 100, y: 50, pressure: 51)]
        let observer = Observer()
        touches.addObserver(observer)
        touches.read()
        #expect(observer.frames.isEmpty)
        desk.node(1)?.report(at: 10, x: 110)
        touches.read()
        #expect(observer.contacts.map(\.state) == [.motion])
        #expect(observer.contacts.first?.rawPosition == .init(x: 110, y: 50))
        #expect(observer.contacts.first?.pressure == 51.0 / 256)
    }

    @Test(
        "Where the kernel dropped events the slots are read anew; fingers that vanished are cancelled."
    )
    func dropped() {
        let touches = desk.touches()
        touches.deviceAdded(desk.device(1))
        let observer = Observer()
        touches.addObserver(observer)
        desk.node(1)?.report(at: 10, id: 3, x: 100, pressure: 0)
        touches.read()
        desk.time = 25
        desk.node(1)?.slots = [
            SlotDecoder.SlotState(trackingID: 4, x: 300, y: 0, pressure: 64, touchMajor: 0)
        ]
        desk.node(1)?.lose(at: 20)
        // Older than the slots: it mustn't be told after them.
        desk.node(1)?.report(at: 24, x: 200)
        touches.read()
        #expect(observer.frames.map(\.time.microseconds) == [10, 25])
        #expect(observer.frames[1].contacts.map(\.state) == [.cancel, .down])
        #expect(observer.frames[1].contacts.map(\.trackingID) == [3, 4])
        #expect(observer.frames[1].contacts.last?.pressure == 0.25)
    }

    @Test("Panels come and go while they are observed; the fingers of one that goes are cancelled.")
    func comingAndGoing() {
        let touches = desk.touches()
        let observer = Observer()
        touches.addObserver(observer)
        touches.deviceAdded(desk.device(1))
        touches.deviceAdded(desk.device(2, kind: .pointer))
        touches.deviceAdded(desk.device(3))
        #expect(observer.changes == 2)
        #expect(touches.panels.map(\.id.rawValue) == [1, 3])
        #expect(desk.opened == ["/dev/input/event1", "/dev/input/event3"])
        desk.node(3)?.report(at: 1, id: 9, x: 1)
        touches.read()
        desk.node(3)?.report(at: 2, x: 2)
        desk.node(3)?.isPlugged = false
        desk.time = 3
        touches.read()
        touches.deviceRemoved(DeviceID(rawValue: 3))
        touches.deviceRemoved(DeviceID(rawValue: 2))
        #expect(observer.contacts.map(\.state) == [.down, .motion, .cancel])
        #expect(observer.changes == 3)
        #expect(touches.panels.map(\.id.rawValue) == [1])
        #expect(desk.lines.isEmpty)
    }

    @Test("What a node can't tell comes from libinput, and says that it lacks pressure and size.")
    func relayed() {
        let frame = TouchFrame(
            device: DeviceID(rawValue: 1), time: .zero,
            contacts: [TouchContact(slot: 0, trackingID: 1, state: .down, position: .zero)])
        // A panel for one finger; one that may not be opened; one that is grabbed.
        for (slots, refused, grabs, lines) in [
            (Int32(0), nil, false, 0), (10, Errno.permissionDenied, false, 1), (10, nil, true, 0),
        ] as [(Int32, Errno?, Bool, Int)] {
            let desk = Desk()
            let touches = desk.touches()
            touches.readsNodes = !grabs
            let observer = Observer()
            touches.addObserver(observer)
            let device = desk.device(1, slots: slots)
            desk.refused = refused
            touches.deviceAdded(device)
            touches.read()
            touches.relay(frame)
            #expect(observer.frames == [frame])
            #expect(touches.panels.map(\.hasPressure) == [false])
            #expect(touches.panels.map(\.hasContactSize) == [false])
            #expect(touches.panels.map(\.rangeX.maximum) == [999])
            #expect(desk.lines.count == lines, "\(desk.lines)")
        }
    }

    @Test(
        "A node that fails later cancels its fingers, says so once, and leaves the rest to libinput."
    )
    func failing() {
        let touches = desk.touches()
        touches.deviceAdded(desk.device(1))
        let observer = Observer()
        touches.addObserver(observer)
        desk.node(1)?.report(at: 1, id: 1, x: 5)
        touches.read()
        desk.node(1)?.trouble = LinuxError(operation: "read", code: Errno(rawValue: 5))
        touches.read()
        touches.read()
        #expect(observer.contacts.map(\.state) == [.down, .cancel])
        #expect(desk.lines.count == 1)
        #expect(desk.lines.first?.contains("/dev/input/event1: its node can't be read") == true)
        touches.relay(TouchFrame(device: DeviceID(rawValue: 1), time: .zero))
        #expect(observer.frames.count == 3)
    }

    @Test("libinput's frame of a panel whose node is read isn't told twice.")
    func notTwice() {
        let touches = desk.touches()
        touches.deviceAdded(desk.device(1))
        let observer = Observer()
        touches.addObserver(observer)
        touches.relay(TouchFrame(device: DeviceID(rawValue: 1), time: .zero))
        #expect(observer.frames.isEmpty)
    }

    @Test(
        "Once warm, reading allocates nothing.",
        .enabled(if: Optimization.isOn, "counted in release builds: scripts/test runs it there"))
    func warm() {
        let touches = desk.touches()
        touches.deviceAdded(desk.device(1))
        let counter = Counter()
        touches.addObserver(counter)
        desk.node(1)?.most = 40
        for step in 0..<1_000 {
            desk.node(1)?.report(at: Int64(step), id: 1, x: Int32(step), pressure: 7, size: 9)
        }
        // The node's own memory shrinks as it is read; the first reports make what is kept.
        touches.read()
        for step in 0..<1_000 {
            desk.node(1)?.report(at: Int64(step), x: Int32(999 - step), pressure: 8, size: 9)
        }
        let before = allocation_counter_value()
        touches.read()
        #expect(allocation_counter_value() == before)
        #expect(counter.contacts == 2_000)
    }

    @Test("What a panel says of itself can be had while nobody observes.")
    func describing() {
        let touches = desk.touches()
        touches.deviceAdded(desk.device(1))
        #expect(touches.panels.first?.hasPressure == true)
        #expect(touches.panels.first?.unitsPerMillimeterX == 10)
        #expect(desk.opened.count == 1, "it is asked once")
    }
}
