import KioskInput
import KioskServices
import KioskSystem
import TouchKitContacts
import TouchKitGeometry

/// Reads the touchscreens' device nodes beside libinput, without a grab, whenever libinput is read.
///
/// The nodes never wake the main loop, because libinput's events arrive at the same time. Where a
/// node cannot be used (no slots, cannot be opened, or grabbed by libinput), libinput's frames are
/// forwarded, without pressure and contact size.
@MainActor
package final class KioskRawTouches: RawTouches {
    /// The way in which a touchscreen is read.
    private enum Reading {
        /// Not read, because there is no observer.
        case closed
        case node(RawTouchStream)
        /// libinput's frames are forwarded.
        case relayed
    }

    private struct Source {
        let device: InputDevice
        /// The description of the device, or `nil` until it is read.
        var panel: TouchscreenDescription?
        var reading = Reading.closed
    }

    private let open: @MainActor (_ path: String) throws(LinuxError) -> any RawTouchNode
    private let clock: () -> Timestamp
    private let log: Log
    private let observers = RawTouchObserverList()
    private let positionObservers = RawTouchObserverList()
    private let storedCalibrations: CalibrationStore
    private var sources: [Source] = []
    /// The calibrations set at run time, by device. They take precedence over stored ones.
    private var calibrations: [DeviceID: TouchCalibration] = [:]
    /// Called when a device's calibration changes.
    package var onCalibration: ((DeviceID, TouchCalibration) -> Void)?
    /// Returns whether touches are suppressed, so that observers receive lifts only.
    package var suppressesTouches: @MainActor () -> Bool = { false }
    /// Whether device nodes are read. `false` if libinput grabs the devices, because a grabbed
    /// device reports events to no other reader.
    package var readsNodes = true

    /// Creates an object without devices.
    ///
    /// - Parameters:
    ///   - kept: The stored calibrations.
    ///   - log: Receives errors.
    ///   - clock: Returns the current time.
    ///   - open: Opens a device node.
    package init(
        kept: CalibrationStore = CalibrationStore(file: nil), log: Log = Log(),
        clock: @escaping () -> Timestamp = MonotonicClock.now,
        open: @escaping @MainActor (_ path: String) throws(LinuxError) -> any RawTouchNode = {
            path throws(LinuxError) in try EvdevNode(path: path)
        }
    ) {
        self.storedCalibrations = kept
        self.log = log
        self.clock = clock
        self.open = open
    }

    // MARK: The application's side

    /// The connected touchscreens. Without observers, each device node is opened once to read the
    /// description.
    package var touchscreens: [TouchscreenDescription] {
        sources.indices.map { panel(at: $0) }
    }

    /// Adds an observer of raw frames, and opens the device nodes if this is the first observer.
    package func addObserver(_ observer: any RawTouchObserver) {
        let wasIdle = observers.isEmpty
        observers.add(observer)
        if wasIdle { for index in sources.indices { openSource(at: index) } }
    }

    /// Adds an observer of the frames that the application receives. Opens no device node.
    package func addPositionObserver(_ observer: any RawTouchObserver) {
        positionObservers.add(observer)
    }

    /// Removes an observer of either kind, and closes the device nodes if no observer of raw frames
    /// remains.
    package func removeObserver(_ observer: any RawTouchObserver) {
        positionObservers.remove(observer)
        observers.remove(observer)
        guard observers.isEmpty else { return }
        for index in sources.indices { sources[index].reading = .closed }
    }

    /// Sets the calibration of a device until it is disconnected.
    package func setCalibration(_ calibration: TouchCalibration, of panel: DeviceID) {
        guard let index = index(of: panel) else { return }
        calibrations[panel] = calibration
        sources[index].panel?.calibration = calibration
        onCalibration?(panel, calibration)
    }

    /// Stores the current calibration of a device.
    ///
    /// - Returns: An error message of one line, or `nil` if the calibration is being written.
    package func storeCalibration(of panel: DeviceID) -> String? {
        guard let index = index(of: panel) else {
            return "The panel has been unplugged"
        }
        let device = sources[index].device
        let message = storedCalibrations.store(
            calibration(of: device), for: device.key, name: device.name)
        if message == nil { sources[index].panel?.hasStoredCalibration = true }
        return message
    }

    // MARK: The loop's side

    /// Returns the calibration of a device: the one set at run time, the stored one, or the one of
    /// udev.
    package func calibration(of device: InputDevice) -> TouchCalibration {
        calibrations[device.id] ?? storedCalibrations[device.key] ?? device.calibration
    }

    /// Waits until calibrations are written or writing has failed.
    package func finishWriting() {
        storedCalibrations.finishWriting()
    }

    /// Registers a connected device if it is a touchscreen.
    package func deviceAdded(_ device: InputDevice) {
        guard device.kind == .touch else { return }
        sources.append(Source(device: device))
        if !observers.isEmpty { openSource(at: sources.count - 1) }
        notifyTouchscreensChanged()
    }

    private func index(of device: DeviceID) -> Int? {
        sources.firstIndex { $0.device.id == device }
    }

    private func notifyTouchscreensChanged() {
        observers.notifyTouchscreensChanged()
        positionObservers.notifyTouchscreensChanged()
    }

    /// Removes a disconnected device and cancels its contacts.
    package func deviceRemoved(_ device: DeviceID) {
        guard let index = index(of: device) else { return }
        if case .node(let stream) = sources[index].reading {
            let panel = panel(at: index)
            // The kernel may still hold the last frames.
            try? stream.read { observers.notify($0, of: panel) }
            stream.cancelContacts { observers.notify($0, of: panel) }
        }
        // An observer may have removed the device meanwhile.
        if let index = self.index(of: device) { sources.remove(at: index) }
        calibrations[device] = nil
        notifyTouchscreensChanged()
    }

    /// Reads all device nodes and notifies observers. Has no effect without observers.
    package func read() {
        if observers.isEmpty { return }
        var index = 0
        while index < sources.count {
            if case .node(let stream) = sources[index].reading {
                read(stream, at: index)
            }
            index += 1
        }
    }

    /// Forwards a frame of libinput for a device whose node is not read.
    package func relay(_ frame: TouchFrame) {
        guard !observers.isEmpty, let index = index(of: frame.device),
            case .relayed = sources[index].reading
        else { return }
        notify(frame, of: panel(at: index))
    }

    private func notify(_ frame: TouchFrame, of panel: TouchscreenDescription) {
        guard suppressesTouches() else { return observers.notify(frame, of: panel) }
        guard frame.contacts.contains(where: { $0.state == .up || $0.state == .cancel }) else {
            return
        }
        var lifts = frame
        lifts.contacts.removeAll { $0.state == .down || $0.state == .motion }
        observers.notify(lifts, of: panel)
    }

    /// Forwards a frame that passed the session's filters to position observers.
    package func relayPositions(_ frame: TouchFrame) {
        guard !positionObservers.isEmpty, let index = index(of: frame.device) else { return }
        positionObservers.notify(frame, of: panel(at: index))
    }

    private func read(_ stream: RawTouchStream, at index: Int) {
        let panel = panel(at: index)
        do throws(LinuxError) {
            try stream.read { notify($0, of: panel) }
        } catch {
            stream.cancelContacts { observers.notify($0, of: panel) }
            relay(at: index, because: error)
        }
    }

    // MARK: Nodes

    private func openSource(at index: Int) {
        guard readsNodes else {
            sources[index].reading = .relayed
            return
        }
        let device = sources[index].device
        do throws(LinuxError) {
            let node = try open(device.path)
            let stream = try RawTouchStream(node, device: device.id, clock: clock)
            sources[index].panel = self.panel(
                node.description, of: device, isRelayed: stream == nil)
            sources[index].reading = stream.map { .node($0) } ?? .relayed
        } catch {
            relay(at: index, because: error)
        }
    }

    private func relay(at index: Int, because error: LinuxError) {
        // An observer may have removed the device meanwhile.
        guard sources.indices.contains(index), !observers.isEmpty else { return }
        sources[index].reading = .relayed
        sources[index].panel = nil
        // udev reports a disconnected device.
        if error.code == .notFound || error.code == .noDevice { return }
        log.warning(
            "\(sources[index].device.path): cannot read beside libinput: \(error.code); pressure and contact size are missing; check the node's permissions"
        )
    }

    private func panel(at index: Int) -> TouchscreenDescription {
        if let panel = sources[index].panel { return panel }
        let device = sources[index].device
        let description: EvdevDescription?
        do throws(LinuxError) {
            description = try open(device.path).description
        } catch {
            description = nil
        }
        let isRelayed: Bool
        if case .relayed = sources[index].reading { isRelayed = true } else { isRelayed = false }
        let panel = self.panel(description, of: device, isRelayed: isRelayed || !readsNodes)
        sources[index].panel = panel
        return panel
    }

    /// Returns the description of a touchscreen.
    ///
    /// - Parameters:
    ///   - description: The properties of the device node, or `nil` if it cannot be opened.
    ///   - device: The device as libinput reports it.
    ///   - isRelayed: Whether libinput's frames are forwarded, which have neither pressure nor
    ///     contact size.
    private func panel(
        _ description: EvdevDescription?, of device: InputDevice, isRelayed: Bool
    ) -> TouchscreenDescription {
        let calibration = calibration(of: device)
        var panel: TouchscreenDescription
        if let description {
            panel = TouchscreenDescription(
                description, id: device.id, node: device.path, calibration: calibration)
            if isRelayed || panel.slotCount == 0 {
                panel.hasPressure = false
                panel.hasContactSize = false
            }
        } else {
            panel = TouchscreenDescription(
                id: device.id, name: device.name, node: device.path, slotCount: device.slotCount,
                rangeX: device.rangeX ?? SlotDecoder.Axis(minimum: 0, maximum: 0),
                rangeY: device.rangeY ?? SlotDecoder.Axis(minimum: 0, maximum: 0),
                calibration: calibration)
        }
        panel.hasStoredCalibration = storedCalibrations[device.key] != nil
        panel.pluggedIn = device.connectionTime
        return panel
    }
}
