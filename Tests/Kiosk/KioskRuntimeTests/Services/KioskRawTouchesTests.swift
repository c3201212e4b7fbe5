import CTouchTrackerAllocationCounter
import KioskInput
import KioskRuntime
import KioskServices
import KioskSystem
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

@Suite("KioskRawTouches")
@MainActor
struct KioskRawTouchesTests {
    private let devices = SimulatedDevices()

    /// Returns the touches of one touchscreen, and their observer.
    private func observedTouches(_ number: UInt32 = 1) -> (KioskRawTouches, Observer) {
        let touches = devices.touches()
        touches.deviceAdded(devices.device(number))
        let observer = Observer()
        touches.addObserver(observer)
        return (touches, observer)
    }

    @Test("Without an observer, no node is opened or read")
    func withoutObserver() {
        let touches = devices.touches()
        touches.deviceAdded(devices.device(1))
        devices.node(1)?.report(at: 5, id: 1, x: 10)
        touches.read()
        touches.relay(TouchFrame(device: DeviceID(rawValue: 1), time: .zero))
        #expect(devices.opened.isEmpty)
        #expect(devices.node(1)?.unread.count == 3)
    }

    @Test(
        "An observer of positions receives the filtered frames of touchscreens, and no node is read"
    )
    func places() {
        let touches = devices.touches()
        touches.deviceAdded(devices.device(1))
        let observer = Observer()
        touches.addPositionObserver(observer)
        devices.node(1)?.report(at: 5, id: 1, x: 10)
        touches.read()
        touches.relay(TouchFrame(device: DeviceID(rawValue: 1), time: .zero))
        #expect(observer.frames.isEmpty)
        let frame = TouchFrame(
            device: DeviceID(rawValue: 1), time: Timestamp(microseconds: 5),
            contacts: [
                TouchContact(
                    slot: 0, trackingID: 1, state: .down, position: CGPoint(x: 0.5, y: 0.25))
            ])
        touches.relayPositions(frame)
        // A pointer's frame.
        touches.relayPositions(TouchFrame(device: DeviceID(rawValue: 9), time: .zero))
        #expect(observer.frames == [frame])
        #expect(observer.touchscreens.map(\.name) == ["panel 1"])
        #expect(devices.node(1)?.unread.count == 3)
        touches.deviceRemoved(DeviceID(rawValue: 1))
        #expect(observer.changes == 1)
        touches.removeObserver(observer)
        touches.deviceAdded(devices.device(1))
        touches.relayPositions(frame)
        #expect(observer.frames.count == 1)
        #expect(observer.changes == 1)
    }

    @Test("A stored calibration applies whenever the device is connected, and overrides udev's")
    func storedCalibration() throws {
        let folder = TemporaryFolder()
        let turned = TouchCalibration(a: 0, b: 1, c: 0, d: -1, e: 0, f: 1)
        let key = DeviceKey(bus: 3, vendor: 1, product: 2, path: "usb-1")
        func kept() -> CalibrationStore { CalibrationStore(file: "\(folder.path)/file.yaml") }
        let touches = devices.touches(storedCalibrations: kept())
        let device = devices.device(1, key: key, connectionTime: Timestamp(microseconds: 7))
        touches.deviceAdded(device)
        #expect(touches.calibration(of: device) == .identity)
        #expect(touches.touchscreens.map(\.hasStoredCalibration) == [false])
        #expect(touches.touchscreens.map(\.connectionTime) == [Timestamp(microseconds: 7)])
        touches.setCalibration(turned, of: device.id)
        #expect(touches.touchscreens.map(\.hasStoredCalibration) == [false])
        // A calibration that was not stored is lost when the device is removed.
        touches.deviceRemoved(device.id)
        #expect(touches.calibration(of: device) == .identity)
        touches.deviceAdded(device)
        touches.setCalibration(turned, of: device.id)
        #expect(touches.storeCalibration(of: device.id) == nil)
        #expect(touches.touchscreens.map(\.hasStoredCalibration) == [true])
        touches.deviceRemoved(device.id)
        #expect(touches.storeCalibration(of: device.id) != nil)
        let again = devices.device(2, key: key)
        touches.deviceAdded(again)
        #expect(touches.calibration(of: again) == turned)
        #expect(touches.touchscreens.map(\.calibration) == [turned])
        touches.finishWriting()
        #expect(devices.touches(storedCalibrations: kept()).calibration(of: again) == turned)
    }

    @Test("A poll interval that is recognized later is stored, and observers are notified")
    func recognizedPolling() {
        let touches = devices.touches()
        let observer = Observer()
        touches.addObserver(observer)
        touches.deviceAdded(devices.device(1))
        #expect(touches.touchscreens.map(\.sampling) == [.unknown])
        let changes = observer.changes
        let sampling = TouchSampling.polled(TouchPolling(milliseconds: 17))
        touches.setSampling(sampling, of: devices.device(1).id)
        #expect(touches.touchscreens.map(\.sampling) == [sampling])
        #expect(observer.changes == changes + 1)
        touches.setSampling(sampling, of: DeviceID(rawValue: 99))
        #expect(observer.changes == changes + 1)
    }

    @Test(
        "Each frame is passed on in order, with device units, pressure and size"
    )
    func frames() throws {
        let (touches, observer) = observedTouches(4)
        let node = try #require(devices.node(4))
        node.maximumEventCount = 3
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
        let touchscreen = try #require(observer.touchscreens.first)
        #expect(touchscreen.name == "panel 4" && touchscreen.node == "/dev/input/event4")
        #expect(
            touchscreen.hasPressure && touchscreen.hasContactSize && touchscreen.slotCount == 10)
        #expect((touchscreen.unitsPerMillimeterX, touchscreen.unitsPerMillimeterY) == (10, 9))
        #expect(touchscreen.identity.vendor == 0x1234)
        touches.read()
        #expect(observer.frames.count == 4)
    }

    @Test("A removed observer receives nothing more, and the last one closes the nodes")
    func closing() {
        let touches = devices.touches()
        touches.deviceAdded(devices.device(1))
        let first = Observer()
        let second = Observer()
        touches.addObserver(first)
        touches.addObserver(first)
        touches.addObserver(second)
        #expect(devices.opened == ["/dev/input/event1"])
        // During a notification.
        first.onFrame = { touches.removeObserver(second) }
        devices.node(1)?.report(at: 1, id: 1, x: 10)
        touches.read()
        #expect(first.frames.count == 1 && second.frames.isEmpty)
        first.onFrame = { touches.removeObserver(first) }
        devices.node(1)?.report(at: 2, x: 20)
        devices.node(1)?.report(at: 3, x: 30)
        touches.read()
        #expect(first.frames.count == 2)
        devices.node(1)?.report(at: 4, x: 40)
        touches.read()
        #expect(devices.node(1)?.unread.isEmpty == false, "the node is closed")
        touches.addObserver(second)
        #expect(devices.opened == ["/dev/input/event1", "/dev/input/event1"])
    }

    @Test(
        "A contact that is down when observation starts is reported from its next motion on")
    func alreadyDown() {
        let touches = devices.touches()
        touches.deviceAdded(devices.device(1))
        devices.node(1)?.slots = [SlotDecoder.SlotState(trackingID: 3, x: 100, y: 50, pressure: 51)]
        let observer = Observer()
        touches.addObserver(observer)
        touches.read()
        #expect(observer.frames.isEmpty)
        devices.node(1)?.report(at: 10, x: 110)
        touches.read()
        #expect(observer.contacts.map(\.state) == [.motion])
        #expect(observer.contacts.first?.rawPosition == .init(x: 110, y: 50))
        #expect(observer.contacts.first?.pressure == 51.0 / 256)
    }

    @Test(
        "After dropped events, slots are read again and missing contacts are cancelled"
    )
    func dropped() {
        let (touches, observer) = observedTouches()
        devices.node(1)?.report(at: 10, id: 3, x: 100, pressure: 0)
        touches.read()
        devices.time = 25
        devices.node(1)?.slots = [
            SlotDecoder.SlotState(trackingID: 4, x: 300, y: 0, pressure: 64, touchMajor: 0)
        ]
        devices.node(1)?.dropEvents(at: 20)
        // Older than the slots, so it must not be reported after them.
        devices.node(1)?.report(at: 24, x: 200)
        touches.read()
        #expect(observer.frames.map(\.time.microseconds) == [10, 25])
        #expect(observer.frames[1].contacts.map(\.state) == [.cancel, .down])
        #expect(observer.frames[1].contacts.map(\.trackingID) == [3, 4])
        #expect(observer.frames[1].contacts.last?.pressure == 0.25)
    }

    @Test("Touchscreens can be connected and removed; removal cancels their contacts")
    func comingAndGoing() {
        let touches = devices.touches()
        let observer = Observer()
        touches.addObserver(observer)
        touches.deviceAdded(devices.device(1))
        touches.deviceAdded(devices.device(2, kind: .pointer))
        touches.deviceAdded(devices.device(3))
        #expect(observer.changes == 2)
        #expect(touches.touchscreens.map(\.id.rawValue) == [1, 3])
        #expect(devices.opened == ["/dev/input/event1", "/dev/input/event3"])
        devices.node(3)?.report(at: 1, id: 9, x: 1)
        touches.read()
        devices.node(3)?.report(at: 2, x: 2)
        devices.node(3)?.isPlugged = false
        devices.time = 3
        touches.read()
        touches.deviceRemoved(DeviceID(rawValue: 3))
        touches.deviceRemoved(DeviceID(rawValue: 2))
        #expect(observer.contacts.map(\.state) == [.down, .motion, .cancel])
        #expect(observer.changes == 3)
        #expect(touches.touchscreens.map(\.id.rawValue) == [1])
        #expect(devices.lines.isEmpty)
    }

    @Test("While touches are suppressed, unread frames of a removed device are suppressed too")
    func suppressedRemoval() {
        let touches = devices.touches()
        let observer = Observer()
        touches.addObserver(observer)
        touches.deviceAdded(devices.device(1))
        touches.suppressesTouches = { true }
        devices.node(1)?.report(at: 1, id: 9, x: 1)
        devices.node(1)?.report(at: 2, x: 2)
        touches.deviceRemoved(DeviceID(rawValue: 1))
        #expect(observer.contacts.map(\.state) == [.cancel])
    }

    @Test("If a node cannot be read, contacts come from libinput, without pressure and size")
    func relayed() {
        let frame = TouchFrame(
            device: DeviceID(rawValue: 1), time: .zero,
            contacts: [TouchContact(slot: 0, trackingID: 1, state: .down, position: .zero)])
        // A single-touch device; one without permission; one grabbed by another program.
        for (slots, refused, grabs, lines) in [
            (Int32(0), nil, false, 0), (10, Errno.permissionDenied, false, 1), (10, nil, true, 0),
        ] as [(Int32, Errno?, Bool, Int)] {
            let devices = SimulatedDevices()
            let touches = devices.touches()
            touches.readsNodes = !grabs
            let observer = Observer()
            touches.addObserver(observer)
            let device = devices.device(1, slots: slots)
            devices.refused = refused
            touches.deviceAdded(device)
            touches.read()
            touches.relay(frame)
            #expect(observer.frames == [frame])
            #expect(touches.touchscreens.map(\.hasPressure) == [false])
            #expect(touches.touchscreens.map(\.hasContactSize) == [false])
            #expect(touches.touchscreens.map(\.rangeX.maximum) == [999])
            #expect(devices.lines.count == lines, "\(devices.lines)")
        }
    }

    @Test(
        "A read error cancels contacts, is logged once, and libinput supplies later frames"
    )
    func failing() {
        let (touches, observer) = observedTouches()
        devices.node(1)?.report(at: 1, id: 1, x: 5)
        touches.read()
        devices.node(1)?.error = LinuxError(operation: "read", code: Errno(rawValue: 5))
        touches.read()
        touches.read()
        #expect(observer.contacts.map(\.state) == [.down, .cancel])
        #expect(devices.lines.count == 1)
        #expect(
            devices.lines.first?.contains("/dev/input/event1: cannot read beside libinput: ")
                == true)
        touches.relay(TouchFrame(device: DeviceID(rawValue: 1), time: .zero))
        #expect(observer.frames.count == 3)
    }

    @Test("libinput's frame of a device whose node is read is not reported twice")
    func notTwice() {
        let (touches, observer) = observedTouches()
        touches.relay(TouchFrame(device: DeviceID(rawValue: 1), time: .zero))
        #expect(observer.frames.isEmpty)
    }

    @Test(
        "Reading does not allocate when warm",
        .requiresOptimizedBuild)
    func warm() {
        let touches = devices.touches()
        touches.deviceAdded(devices.device(1))
        let counter = Counter()
        touches.addObserver(counter)
        devices.node(1)?.maximumEventCount = 40
        for step in 0..<1_000 {
            devices.node(1)?.report(at: Int64(step), id: 1, x: Int32(step), pressure: 7, size: 9)
        }
        // The node's own array shrinks while it is read; the first reports allocate buffers.
        touches.read()
        for step in 0..<1_000 {
            devices.node(1)?.report(at: Int64(step), x: Int32(999 - step), pressure: 8, size: 9)
        }
        let before = allocation_counter_value()
        touches.read()
        #expect(allocation_counter_value() == before)
        #expect(counter.contacts == 2_000)
    }

    @Test("A touchscreen's description is available without an observer")
    func describing() {
        let touches = devices.touches()
        touches.deviceAdded(devices.device(1))
        #expect(touches.touchscreens.first?.hasPressure == true)
        #expect(touches.touchscreens.first?.unitsPerMillimeterX == 10)
        #expect(devices.opened.count == 1, "opened once")
    }
}
