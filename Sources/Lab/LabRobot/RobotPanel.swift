import Glibc
import KioskSystem
import Synchronization
import TouchKitContacts
import TouchKitGeometry

/// A touch screen that isn't there: kernel, udev and libinput take it for one, and whoever reads it gets
/// what is sent. It is unplugged when its last owner goes.
package final class RobotPanel: Sendable {
    /// What the panel says of itself: ten fingers, 32,768 units each way, no word on millimetres.
    package static let description = EvdevDescription(
        name: "TouchTracker Robot",
        // BUS_VIRTUAL; nobody's numbers.
        identity: EvdevDescription.Identity(bus: 0x06, vendor: 0, product: 0, version: 1),
        codes: [
            EventCode.synchronization: [EventCode.report], EventCode.key: [EventCode.touch],
            EventCode.absolute: [
                EventCode.x, EventCode.y, EventCode.slot, EventCode.positionX, EventCode.positionY,
                EventCode.trackingID,
            ],
        ],
        axes: [
            EventCode.x: places, EventCode.y: places,
            EventCode.slot: EvdevDescription.AbsoluteAxis(
                minimum: 0, maximum: slotCount - 1),
            EventCode.positionX: places, EventCode.positionY: places,
            EventCode.trackingID: EvdevDescription.AbsoluteAxis(minimum: 0, maximum: 0xffff),
        ],
        properties: [direct])

    private static let slotCount: Int32 = 10
    private static let places = EvdevDescription.AbsoluteAxis(minimum: 0, maximum: 32_767)
    /// `INPUT_PROP_DIRECT`: what is touched is what is seen.
    private static let direct: UInt16 = 1
    /// How long udev may take, in microseconds: 10 s.
    private static let patience: Int64 = 10_000_000

    private struct Hardware {
        let device: UinputDevice
        var encoder: PanelEncoder
    }

    private let hardware: Mutex<Hardware>
    /// Its node: `/dev/input/event5`.
    package let devicePath: String

    /// Plugs a panel in, and returns when udev has its node ready for everybody.
    ///
    /// - Throws: `RobotError` where this process, or this kernel, can't.
    package init() throws(RobotError) {
        let device: UinputDevice
        let news: DeviceMonitor
        do {
            // First, so that nothing is missed.
            news = try DeviceMonitor(subsystem: "input")
            device = try Self.makeDevice()
        } catch {
            throw RobotError(error)
        }
        guard let name = device.eventName else {
            throw .noNode("the kernel made \(device.systemName) without one")
        }
        try Self.wait(for: name, news)
        devicePath = "/dev/input/\(name)"
        // Who may make devices needn't be one who may read them.
        guard access(devicePath, R_OK | W_OK) == 0 else {
            throw .noNode("\(devicePath) can't be read by this user: \(Errno.last)")
        }
        let encoder = PanelEncoder(
            slotCount: Int(Self.slotCount),
            axis: SlotDecoder.Axis(minimum: Self.places.minimum, maximum: Self.places.maximum))
        hardware = Mutex(Hardware(device: device, encoder: encoder))
    }

    /// Has the panel say a frame, now: one write, one report. Allocates nothing.
    ///
    /// - Throws: `RobotError` where the kernel doesn't take it.
    package func send(_ frame: TouchFrame) throws(RobotError) {
        try sendEvents { encoder, device in
            encoder.encode(frame) { device.add(type: $0, code: $1, value: $2) }
        }
    }

    /// Lifts every finger that is down.
    ///
    /// - Throws: `RobotError` where the kernel doesn't take it.
    package func liftAll() throws(RobotError) {
        try sendEvents { encoder, device in
            encoder.encodeLift { device.add(type: $0, code: $1, value: $2) }
        }
    }

    private func sendEvents(
        _ encode: (inout PanelEncoder, UinputDevice) -> Void
    ) throws(RobotError) {
        let error = hardware.withLock { hardware -> LinuxError? in
            encode(&hardware.encoder, hardware.device)
            do throws(LinuxError) {
                try hardware.device.send()
                return nil
            } catch {
                return error
            }
        }
        if let error { throw RobotError(error) }
    }

    private static func makeDevice() throws(LinuxError) -> UinputDevice {
        let axes = description.axes.map { code, axis in
            UinputDevice.Axis(
                code: code, minimum: axis.minimum, maximum: axis.maximum,
                resolution: axis.resolution)
        }
        let identity = description.identity
        return try UinputDevice(
            name: description.name,
            identity: UinputDevice.Identity(
                bus: identity.bus, vendor: identity.vendor, product: identity.product,
                version: identity.version),
            keys: [EventCode.touch], axes: axes, properties: description.properties)
    }

    /// Waits until udev is through with a node: before that it isn't known as a touch screen, and
    /// belongs to root alone.
    private static func wait(for name: String, _ news: DeviceMonitor) throws(RobotError) {
        let end = MonotonicClock.now().advanced(byMicroseconds: patience)
        while true {
            while let reading = news.next() {
                switch reading {
                case .event(let event) where event.name == name && event.action != "remove":
                    return
                case .event: continue
                // What was lost may have been it; whoever opens the node will say if it wasn't.
                case .lost: return
                }
            }
            guard MonotonicClock.now() < end else {
                throw .noNode("udev hasn't made /dev/input/\(name) in 10 s; does it run?")
            }
            Poll.waitUntilReadable(news.descriptor, until: end)
        }
    }
}
