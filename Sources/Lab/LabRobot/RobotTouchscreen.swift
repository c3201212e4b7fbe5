import Glibc
import KioskSystem
import Synchronization
import TouchKitContacts
import TouchKitGeometry

/// A virtual touchscreen created with uinput, which the kernel, udev and libinput treat like a real
/// touchscreen.
///
/// The device is removed on deinitialization.
package final class RobotTouchscreen: Sendable {
    /// The evdev description of the robot's own touchscreen: ten slots and 32,768 units per axis,
    /// without a resolution.
    package static let description = RobotModel.robot.description

    /// The time within which udev must create the device node, in microseconds.
    private static let udevTimeout: Int64 = 10_000_000

    private struct Hardware {
        let device: UinputDevice
        var encoder: SlotEncoder
    }

    private let hardware: Mutex<Hardware>
    private let isPolled: Bool
    /// The path of the device node, such as `/dev/input/event5`.
    package let devicePath: String

    /// Creates the device and waits until udev has created its node.
    ///
    /// - Parameter model: The touchscreen whose name, bus, slots and axes the device has.
    /// - Throws: `RobotError` if the kernel or the permissions of the process do not allow it.
    package init(imitating model: RobotModel = .robot) throws(RobotError) {
        let description = model.description
        isPolled = model.isPolled
        let device: UinputDevice
        let monitor: DeviceMonitor
        do {
            // The monitor must exist before the device does, to receive the event of the device.
            monitor = try DeviceMonitor(subsystem: "input")
            device = try Self.makeDevice(description)
        } catch {
            throw RobotError(error)
        }
        guard let name = device.eventNodeName else {
            throw .noNode("the kernel created \(device.systemName) without a node")
        }
        try Self.waitForUdev(name, monitor)
        devicePath = "/dev/input/\(name)"
        // Permission to create devices does not imply permission to read them.
        guard access(devicePath, R_OK | W_OK) == 0 else {
            throw .noNode("\(devicePath) is not readable for this user: \(Errno.last)")
        }
        let encoder = SlotEncoder(
            slotCount: description.slotCount, axisX: model.axisX, axisY: model.axisY)
        hardware = Mutex(Hardware(device: device, encoder: encoder))
    }

    /// Sends a touch frame immediately, with one write call. Allocates nothing.
    ///
    /// - Parameters:
    ///   - frame: The touch frame to send.
    ///   - due: The time at which the frame is due. The events of a polled touchscreen get this
    ///     timestamp, so that they are on the grid of its interval under any load.
    /// - Throws: `RobotError` if the kernel rejects the events.
    package func send(_ frame: TouchFrame, due: Timestamp? = nil) throws(RobotError) {
        try send(frame, timestamp: isPolled ? due : nil)
    }

    /// Sends a touch frame immediately. Allocates nothing.
    ///
    /// - Parameters:
    ///   - frame: The touch frame to send.
    ///   - timestamp: The timestamp of the events, at or before the current time, or `nil` for the
    ///     time of the call.
    /// - Throws: `RobotError` if the kernel rejects the events.
    package func send(_ frame: TouchFrame, timestamp: Timestamp?) throws(RobotError) {
        try sendEvents(at: timestamp) { encoder, device in
            encoder.encode(frame) { device.addEvent(type: $0, code: $1, value: $2) }
        }
    }

    /// Sends a touch frame that lifts all contacts that are down.
    ///
    /// - Throws: `RobotError` if the kernel rejects the events.
    package func liftAll() throws(RobotError) {
        try sendEvents { encoder, device in
            encoder.encodeLift { device.addEvent(type: $0, code: $1, value: $2) }
        }
    }

    private func sendEvents(
        at time: Timestamp? = nil, _ encode: (inout SlotEncoder, UinputDevice) -> Void
    ) throws(RobotError) {
        let error = hardware.withLock { hardware -> LinuxError? in
            encode(&hardware.encoder, hardware.device)
            do throws(LinuxError) {
                try hardware.device.sendEvents(at: time)
                return nil
            } catch {
                return error
            }
        }
        if let error { throw RobotError(error) }
    }

    private static func makeDevice(
        _ description: EvdevDescription
    ) throws(LinuxError) -> UinputDevice {
        let axes = description.axes.map { code, axis in
            UinputDevice.Axis(
                code: code, minimum: axis.minimum, maximum: axis.maximum,
                resolution: axis.resolution)
        }
        let identity = description.identity
        return try UinputDevice(
            name: description.name, bus: identity.bus, vendor: identity.vendor,
            product: identity.product, version: identity.version,
            keys: [EventCode.touch], axes: axes, properties: description.properties)
    }

    /// Waits until udev has processed the device `name`. Until then, the device has no udev
    /// properties and its node belongs to root.
    private static func waitForUdev(_ name: String, _ monitor: DeviceMonitor) throws(RobotError) {
        let end = MonotonicClock.now().advanced(byMicroseconds: udevTimeout)
        while true {
            while let reading = monitor.next() {
                switch reading {
                case .event(let event) where event.name == name && event.action != "remove":
                    return
                case .event: continue
                // The lost events may include the event of the device. Otherwise, opening the node
                // fails.
                case .overflow: return
                }
            }
            guard MonotonicClock.now() < end else {
                throw .noNode("udev did not create /dev/input/\(name) within 10 s")
            }
            Poll.waitUntilReadable(monitor.descriptor, until: end)
        }
    }
}
