import KioskInput
import KioskRuntime
import KioskServices
import KioskSystem
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

extension KioskRawTouchesTests {
    /// A device node with scripted events.
    final class Node: RawTouchNode {
        let description: EvdevDescription
        var unread: [EvdevEvent] = []
        var slots: [SlotDecoder.SlotState] = []
        var isPlugged = true
        var error: LinuxError?
        /// The maximum number of events per read, like the kernel's limited buffer.
        var maximumEventCount = 64

        init(_ description: EvdevDescription) {
            self.description = description
        }

        func read(into events: inout [EvdevEvent]) throws(LinuxError) -> EvdevNode.ReadResult {
            if let error { throw error }
            if unread.isEmpty { return isPlugged ? .noEvents : .removed }
            events.append(contentsOf: unread.prefix(maximumEventCount))
            unread.removeFirst(min(maximumEventCount, unread.count))
            return .events
        }

        func resynchronize(
            _ decoder: inout SlotDecoder, at time: Timestamp, into frame: inout TouchFrame
        ) throws(LinuxError) -> Bool {
            if let error { throw error }
            unread.removeAll()
            return decoder.resynchronize(with: slots, at: time, into: &frame)
        }

        /// Reports a tracking id, position, pressure and size in slot 0.
        func report(
            at time: Int64, id: Int32? = nil, x: Int32? = nil, pressure: Int32? = nil,
            size: Int32? = nil
        ) {
            let time = Timestamp(microseconds: time)
            func append(_ code: UInt16, _ value: Int32?) {
                guard let value else { return }
                unread.append(
                    EvdevEvent(time: time, type: EventCode.absolute, code: code, value: value))
            }
            append(EventCode.trackingID, id)
            append(EventCode.positionX, x)
            append(EventCode.pressure, pressure)
            append(EventCode.touchMajor, size)
            unread.append(
                EvdevEvent(
                    time: time, type: EventCode.synchronization, code: EventCode.report, value: 0))
        }

        func dropEvents(at time: Int64) {
            unread.append(
                EvdevEvent(
                    time: Timestamp(microseconds: time), type: EventCode.synchronization,
                    code: EventCode.dropped, value: 0))
            report(at: time)
        }
    }

    final class Observer: RawTouchObserver {
        var frames: [TouchFrame] = []
        var touchscreens: [TouchscreenDescription] = []
        var changes = 0
        var onFrame: (() -> Void)?

        func receiveRawTouches(_ frame: TouchFrame, of touchscreen: TouchscreenDescription) {
            frames.append(frame)
            touchscreens.append(touchscreen)
            onFrame?()
        }

        func touchscreensChanged() { changes += 1 }

        var contacts: [TouchContact] { frames.flatMap(\.contacts) }
    }

    /// An observer that counts contacts and stores nothing.
    final class Counter: RawTouchObserver {
        var contacts = 0
        func receiveRawTouches(_ frame: TouchFrame, of touchscreen: TouchscreenDescription) {
            contacts += frame.contacts.count
        }
        func touchscreensChanged() {}
    }

    /// Raw touches of a kiosk, with device nodes in memory.
    @MainActor
    final class SimulatedDevices {
        var nodes: [String: Node] = [:]
        var refused: Errno?
        private let logged = SharedList<String>()
        var lines: [String] { logged.all }
        /// The paths of opened nodes, in order.
        var opened: [String] = []
        var time: Int64 = 0

        func touches(
            storedCalibrations: CalibrationStore = CalibrationStore(file: nil)
        ) -> KioskRawTouches {
            KioskRawTouches(
                storedCalibrations: storedCalibrations,
                log: logged.log,
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
            key: DeviceKey? = nil, connectionTime: Timestamp? = nil
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
                path: path, kind: kind,
                rangeX: SlotDecoder.Axis(minimum: 0, maximum: 999),
                rangeY: SlotDecoder.Axis(minimum: 0, maximum: 599), slotCount: Int(slots),
                key: key, connectionTime: connectionTime)
        }

        func node(_ number: UInt32) -> Node? { nodes["/dev/input/event\(number)"] }
    }
}
