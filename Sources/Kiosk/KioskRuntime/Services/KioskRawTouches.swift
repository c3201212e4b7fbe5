import KioskInput
import KioskServices
import KioskSystem
import TouchKitContacts
import TouchKitGeometry

/// Raw touches of a kiosk's panels: their nodes are read beside libinput, without a grab, whenever libinput
/// is. They never wake the loop: what is in them is in libinput's reach at the same moment.
///
/// Where a node can't serve (the device has no slots, it can't be opened, or it is kept for libinput alone)
/// its frames are libinput's, without pressure and contact size.
@MainActor
package final class KioskRawTouches: RawTouches {
    /// How a panel is read.
    private enum Reading {
        /// Nobody observes.
        case closed
        case node(RawTouchStream)
        /// libinput's frames are handed on.
        case relayed
    }

    private struct Source {
        let device: InputDevice
        /// What the device says of itself, once it was asked.
        var panel: PanelDescription?
        var reading = Reading.closed
    }

    private let open: @MainActor (_ path: String) throws(LinuxError) -> any RawTouchNode
    private let clock: () -> Timestamp
    private let log: Log
    private let observers = RawTouchObservers()
    private let placeObservers = RawTouchObservers()
    private let kept: KeptCalibrations
    private var sources: [Source] = []
    /// Corrections that hold instead of the devices' own.
    private var calibrations: [DeviceID: TouchCalibration] = [:]
    /// Is told of a correction, for what the application is given.
    package var onCalibration: ((DeviceID, TouchCalibration) -> Void)?
    /// Whether what is touched just now means nothing: then nobody is told of more than lifts.
    package var isHeldBack: @MainActor () -> Bool = { false }
    /// Whether nodes are worth to be read: not where the devices are kept from everybody but libinput.
    package var readsNodes = true

    /// Makes one that knows of no panel.
    ///
    /// - Parameters:
    ///   - kept: The calibrations that are kept.
    ///   - log: Gets what can't be read.
    ///   - clock: The time.
    ///   - open: Opens a node.
    package init(
        kept: KeptCalibrations = KeptCalibrations(file: nil), log: Log = Log(),
        clock: @escaping () -> Timestamp = MonotonicClock.now,
        open: @escaping @MainActor (_ path: String) throws(LinuxError) -> any RawTouchNode = {
            path throws(LinuxError) in try EvdevNode(path: path)
        }
    ) {
        self.kept = kept
        self.log = log
        self.clock = clock
        self.open = open
    }

    // MARK: The application's side

    /// The panels that are plugged in. Asks each once, where nobody observes.
    package var panels: [PanelDescription] {
        sources.indices.map { panel(at: $0) }
    }

    /// Hands every frame on from now on.
    package func addObserver(_ observer: any RawTouchObserver) {
        let wasIdle = observers.isEmpty
        observers.add(observer)
        if wasIdle { for index in sources.indices { openSource(at: index) } }
    }

    /// Hands on what the application is given.
    package func addPlaceObserver(_ observer: any RawTouchObserver) {
        placeObservers.add(observer)
    }

    /// Hands no more frames on; where nobody observes any more, everything is closed.
    package func removeObserver(_ observer: any RawTouchObserver) {
        placeObservers.remove(observer)
        observers.remove(observer)
        guard observers.isEmpty else { return }
        for index in sources.indices { sources[index].reading = .closed }
    }

    /// Corrects a panel's positions from now on.
    package func setCalibration(_ calibration: TouchCalibration, of panel: DeviceID) {
        guard let index = index(of: panel) else { return }
        calibrations[panel] = calibration
        sources[index].panel?.calibration = calibration
        onCalibration?(panel, calibration)
    }

    /// Lets the calibration that a panel has now hold after the next start too.
    ///
    /// - Returns: Why it can't be kept, one line; nil where it is being written.
    package func keepCalibration(of panel: DeviceID) -> String? {
        guard let index = index(of: panel) else {
            return "The panel has been unplugged"
        }
        let device = sources[index].device
        let complaint = kept.keep(calibration(of: device), for: device.key, name: device.name)
        if complaint == nil { sources[index].panel?.isCalibrationKept = true }
        return complaint
    }

    // MARK: The loop's side

    /// What corrects a device's positions: what was set, else what is kept for it, else what udev says.
    package func calibration(of device: InputDevice) -> TouchCalibration {
        calibrations[device.id] ?? kept[device.key] ?? device.calibration
    }

    /// Returns when what was kept is on the disk, or was refused by it: for the end, not before.
    package func finishWriting() {
        kept.finishWriting()
    }

    /// A device was plugged in.
    package func deviceAdded(_ device: InputDevice) {
        guard device.kind == .touch else { return }
        sources.append(Source(device: device))
        if !observers.isEmpty { openSource(at: sources.count - 1) }
        tellPanelsChanged()
    }

    private func index(of device: DeviceID) -> Int? {
        sources.firstIndex { $0.device.id == device }
    }

    private func tellPanelsChanged() {
        observers.tellPanelsChanged()
        placeObservers.tellPanelsChanged()
    }

    /// A device has gone; its fingers are cancelled.
    package func deviceRemoved(_ device: DeviceID) {
        guard let index = index(of: device) else { return }
        if case .node(let stream) = sources[index].reading {
            let panel = panel(at: index)
            // What it said last, if the kernel still has it.
            try? stream.read { observers.tell($0, of: panel) }
            stream.cancelContacts { observers.tell($0, of: panel) }
        }
        // Whoever was told of its last frames may have had another panel go.
        if let index = self.index(of: device) { sources.remove(at: index) }
        calibrations[device] = nil
        tellPanelsChanged()
    }

    /// Hands on all that the panels have to say; costs nothing while nobody observes.
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

    /// libinput's frame of a device: handed on where its node doesn't serve.
    package func relay(_ frame: TouchFrame) {
        guard !observers.isEmpty, let index = index(of: frame.device),
            case .relayed = sources[index].reading
        else { return }
        tell(frame, of: panel(at: index))
    }

    private func tell(_ frame: TouchFrame, of panel: PanelDescription) {
        guard isHeldBack() else { return observers.tell(frame, of: panel) }
        guard frame.contacts.contains(where: { $0.state == .up || $0.state == .cancel }) else {
            return
        }
        var lifts = frame
        lifts.contacts.removeAll { $0.state == .down || $0.state == .motion }
        observers.tell(lifts, of: panel)
    }

    /// A frame has passed the session's filters.
    package func relayPlaces(_ frame: TouchFrame) {
        guard !placeObservers.isEmpty, let index = index(of: frame.device) else { return }
        placeObservers.tell(frame, of: panel(at: index))
    }

    private func read(_ stream: RawTouchStream, at index: Int) {
        let panel = panel(at: index)
        do throws(LinuxError) {
            try stream.read { tell($0, of: panel) }
        } catch {
            stream.cancelContacts { observers.tell($0, of: panel) }
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
        // An observer may have taken it away meanwhile.
        guard sources.indices.contains(index), !observers.isEmpty else { return }
        sources[index].reading = .relayed
        sources[index].panel = nil
        // One that was unplugged is no news: udev tells.
        if error.code == .notFound || error.code == .noDevice { return }
        log.warning(
            "\(sources[index].device.path): its node can't be read beside libinput: \(error.code); its pressure and contact size aren't seen: see that this user may read it"
        )
    }

    private func panel(at index: Int) -> PanelDescription {
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

    /// What is known of a panel.
    ///
    /// - Parameter isRelayed: Whether its frames are libinput's, which have neither pressure nor size.
    private func panel(
        _ description: EvdevDescription?, of device: InputDevice, isRelayed: Bool
    ) -> PanelDescription {
        let calibration = calibration(of: device)
        var panel: PanelDescription
        if let description {
            panel = PanelDescription(
                description, id: device.id, node: device.path, calibration: calibration)
            if isRelayed || panel.slotCount == 0 {
                panel.hasPressure = false
                panel.hasContactSize = false
            }
        } else {
            panel = PanelDescription(
                id: device.id, name: device.name, node: device.path, slotCount: device.slotCount,
                rangeX: device.rangeX ?? SlotDecoder.Axis(minimum: 0, maximum: 0),
                rangeY: device.rangeY ?? SlotDecoder.Axis(minimum: 0, maximum: 0),
                calibration: calibration)
        }
        panel.isCalibrationKept = kept[device.key] != nil
        panel.pluggedIn = device.pluggedIn
        return panel
    }
}
