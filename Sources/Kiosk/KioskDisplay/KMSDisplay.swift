import KioskSystem
import TouchKitGeometry
import TouchKitRaster

/// A connected display that is driven through KMS with two dumb buffers and page flips.
///
/// Uses atomic commits if the driver supports them, otherwise legacy page flips, otherwise one
/// buffer with the dirty ioctl. `close()` restores the CRTC's earlier state.
package final class KMSDisplay: ScanoutDisplay {
    /// The state of the CRTC and the buffers.
    private enum State {
        /// The mode has not been set.
        case modeNotSet
        /// The buffer with this index is on the screen.
        case shown(Int)
        /// The mode has been set, and the CRTC is switched off.
        case off
        /// A page flip between these two buffers is pending.
        case flipping(from: Int, to: Int)
    }

    /// The size and refresh rate of the mode that the criteria select.
    package let mode: DisplayMode
    /// The orientation in which the panel is mounted.
    package let panelOrientation: PanelOrientation
    /// The physical size that the display reports, in millimeters, or 0 × 0 if it is unknown.
    package let millimeters: (width: Int, height: Int)?
    /// The display's name: card and connector.
    package let name: String
    /// The pixel format of the buffers.
    package let format: PixelFormat
    /// Whether page flips complete at a vblank.
    package let hasVblank: Bool
    /// Whether the display is a monitor, which may need seconds to turn on.
    package let turnsOnSlowly: Bool
    /// Whether the driver's timestamps use the monotonic clock.
    private let hasMonotonicTimestamps: Bool
    private let criteria: DisplayCriteria
    private let device: any DRMDevice
    /// The ID of the connector.
    private let connectorID: UInt32
    /// The ID of the CRTC.
    private let crtcID: UInt32
    /// The primary plane of the CRTC, or `nil` if the driver does not list it.
    private let plane: PrimaryPlane?
    /// The buffers. The second one is created after the first frame, because creating it takes as
    /// long as composing that frame.
    private var buffers: [DumbBuffer]
    /// The state of the CRTC before the first frame.
    private let savedCRTC: SavedCRTC
    private let clock: () -> Timestamp
    private var pipeline: PresentPipeline
    private var state = State.modeNotSet
    /// The number of the most recently requested flip. The event of an earlier flip, which arrives
    /// late or twice, has another number.
    private var flipNumber: UInt64 = 0
    /// The flip events that were read; reused to avoid allocation.
    private var flips: [FlipEvent] = []

    /// Opens the display that fulfills the criteria and creates its first buffer.
    ///
    /// The first frame sets the mode, so that an empty buffer is never visible.
    ///
    /// - Parameters:
    ///   - criteria: The criteria for the display.
    ///   - devices: The DRM devices of the machine.
    ///   - clock: Returns the current time, for mode sets and for flips without a timestamp.
    /// - Throws: `DisplayError` if there is no such display, another program uses it, the process
    ///   lacks permission, or the driver refuses an operation.
    package init(
        _ criteria: DisplayCriteria, on devices: DRMDeviceList = .kernel,
        clock: @escaping () -> Timestamp = MonotonicClock.now
    ) throws(DisplayError) {
        let display = try MasteredDisplay.open(criteria, on: devices)
        let device = display.device
        let connector = display.connector
        self.criteria = criteria
        self.device = device
        self.clock = clock
        connectorID = connector.id
        turnsOnSlowly = connector.isExternal
        hasMonotonicTimestamps = device.value(of: .monotonicTimestamps) == 1
        mode = display.mode.displayMode
        panelOrientation = connector.panelOrientation
        millimeters = connector.millimeters
        name = "\(device.stableName) \(connector.name)"
        guard
            let crtc = CRTCSelection(
                device: device, connector: connector, among: display.connectors)
        else {
            throw DisplayError(
                .failed, subject: name, cause: "no CRTC can drive it",
                remedy: "switch off another display of this card")
        }
        crtcID = crtc.id
        savedCRTC = SavedCRTC(device: device, id: crtc.id, among: display.connectors)
        hasVblank =
            criteria.presentMethod != .dirty && Self.hasVblank(device: device, crtcID: crtc.id)
        let plane = PrimaryPlane.find(on: device, crtc: crtc)
        self.plane = plane
        format = try criteria.selectFormat(among: plane?.formats ?? [], displayName: name)
        pipeline = PresentPipeline(
            criteria.presentMethod, device: device, connector: connector, crtcID: crtc.id,
            plane: plane, mode: display.mode, displayName: name)
        buffers = [
            try Self.createBuffer(on: device, displayName: name, mode: mode, format: format)
        ]
    }

    /// Returns whether a display that fulfills the criteria is connected, even if its modes are not
    /// available yet. Sets no mode and keeps no card open.
    package static func isConnected(
        for criteria: DisplayCriteria, on devices: DRMDeviceList = .kernel
    ) -> Bool {
        MasteredDisplay.isConnected(for: criteria, on: devices)
    }

    /// Returns whether page flips on a CRTC complete at a vblank.
    private static func hasVblank(device: any DRMDevice, crtcID: UInt32) -> Bool {
        do {
            _ = try device.lastVblankNanoseconds(of: crtcID)
            return true
        } catch {
            // A CRTC that is off returns another error, although it has vblanks.
            return error != .notSupported
        }
    }

    /// Creates a buffer of a display.
    private static func createBuffer(
        on device: any DRMDevice, displayName: String, mode: DisplayMode, format: PixelFormat
    ) throws(DisplayError) -> DumbBuffer {
        guard device.value(of: .dumbBuffers) != 0 else {
            throw DisplayError(
                .failed, subject: displayName,
                cause: "its driver \(device.driver) doesn't support dumb buffers",
                remedy: "choose another card")
        }
        return try DumbBuffer(
            device: device, width: mode.width, height: mode.height, format: format)
    }

    /// The name of the kernel driver.
    package var driver: String? { device.driver }
    /// The descriptor that is readable when a flip has completed.
    package var eventDescriptor: Int32? { device.descriptor }
    /// The number of buffers: two.
    package var bufferCount: Int { 2 }
    /// Returns the memory of the buffer at `index`.
    package func buffer(_ index: Int) -> ScanoutBuffer { buffers[index].scanoutBuffer }

    /// Returns the index of the buffer that is not shown, or `nil` while a flip is pending. With
    /// the dirty ioctl, returns the index of the shown buffer.
    package func freeBufferIndex() -> Int? {
        switch state {
        case .modeNotSet, .off: 0
        case .shown(let index): pipeline.drawsIntoShownBuffer ? index : 1 - index
        case .flipping: nil
        }
    }

    /// The shown buffer and the buffer of the pending flip.
    package var frontBuffers: FrontBuffers {
        switch state {
        case .modeNotSet, .off: FrontBuffers()
        case .shown(let index): FrontBuffers(shown: index)
        case .flipping(let from, let to): FrontBuffers(shown: from, pending: to)
        }
    }

    // MARK: Presenting

    /// Starts a flip to a buffer. For the first frame, and for the first frame after `switchOff()`,
    /// sets the mode instead.
    package func present(_ index: Int, damage: Region) throws(DisplayError) -> PresentResult {
        switch state {
        case .modeNotSet:
            return try setMode(showing: index)
        case .off:
            pipeline.powerOn()
            return try setMode(showing: index)
        case .shown(let shown):
            precondition(index == freeBufferIndex(), "only a free buffer can be presented")
            flipNumber += 1
            let result = try pipeline.present(
                buffers[index].framebufferID, damage: damage, flipNumber: flipNumber)
            switch result {
            case .pending:
                state = .flipping(from: shown, to: index)
                return .pending
            case .shown:
                state = .shown(index)
                return .shown(at: clock())
            }
        case .flipping:
            preconditionFailure("a buffer was presented while a flip is pending")
        }
    }

    /// Sets the mode and shows a buffer.
    private func setMode(showing index: Int) throws(DisplayError) -> PresentResult {
        try pipeline.setMode(framebufferID: buffers[index].framebufferID)
        state = .shown(index)
        let shown = clock()
        if buffers.count < bufferCount {
            buffers.append(
                try Self.createBuffer(on: device, displayName: name, mode: mode, format: format))
        }
        return .shown(at: shown)
    }

    /// Notifies the driver of the written region with the dirty ioctl, if the driver supports it.
    ///
    /// Does nothing while a flip waits for its vblank, because the ioctl would wait too. Without
    /// vblanks, a pending flip has already happened.
    package func flushFrontBuffers(damage: Region) {
        let index: Int
        switch state {
        case .modeNotSet, .off: return
        case .shown(let shown): index = shown
        case .flipping(_, let to):
            if hasVblank { return }
            index = to
        }
        pipeline.flush(buffers[index].framebufferID, damage: damage)
    }

    // MARK: Flip events

    /// Reads the queued flip events. Ignores the events of flips that were pending at `suspend()`
    /// or `switchOff()`.
    ///
    /// - Returns: The time at which the pending flip has completed, or `nil` if it has not.
    package func readFlipEvents() throws(DisplayError) -> Timestamp? {
        flips.removeAll(keepingCapacity: true)
        do {
            try device.readFlips(into: &flips)
        } catch {
            throw DisplayError("reading flips", name, error)
        }
        guard case .flipping(_, let index) = state,
            let flip = flips.first(where: { $0.flipNumber == flipNumber })
        else { return nil }
        state = .shown(index)
        pipeline.recordCompletedFlip()
        // A missing timestamp, or one of another clock, is replaced by the current time.
        return hasMonotonicTimestamps && flip.time > .zero ? flip.time : clock()
    }

    /// Waits for the pending flip for at most 100 ms.
    ///
    /// - Returns: The time at which the flip completed, or `nil` if it did not.
    package func waitForFlip() throws(DisplayError) -> Timestamp? {
        waitForFlipEvent()
        return try readFlipEvents()
    }

    /// Waits for at most 100 ms until the event of the pending flip is readable. Until then the
    /// kernel rejects other operations on the CRTC.
    private func waitForFlipEvent() {
        guard case .flipping = state else { return }
        device.waitForEvent(timeoutMilliseconds: 100)
    }

    /// Returns the time of the most recent vblank, or `nil` if the driver does not report it.
    package func lastVblankTime() -> Timestamp? {
        guard hasVblank, hasMonotonicTimestamps,
            let nanoseconds = try? device.lastVblankNanoseconds(of: crtcID), nanoseconds > 0
        else { return nil }
        return Timestamp(microseconds: Int64(clamping: nanoseconds / 1_000))
    }

    // MARK: Power, hotplug and VT switching

    /// Switches the CRTC off with an atomic commit, or the connector with its property `DPMS`.
    package func switchOff() throws(DisplayError) {
        switch state {
        case .modeNotSet, .off: return
        case .shown, .flipping: break
        }
        try pipeline.switchOff()
        state = .off
    }

    /// Probes the connector, and returns whether the display is still connected and whether its
    /// mode must be set again.
    ///
    /// Probing may block until the display responds, therefore the kiosk probes only after a
    /// hotplug event.
    package func checkConnection() -> DisplayConnection {
        guard let connector = Connector(device: device, id: connectorID), connector.isConnected
        else { return .gone }
        let modes = connector.candidate.modes
        guard !connector.hasBadLink, connector.panelOrientation == panelOrientation,
            let index = criteria.modeIndex(among: modes), modes[index].mode == mode
        else { return .changed }
        return .unchanged
    }

    /// Drops DRM master, so that another program can become the master.
    ///
    /// - Throws: `DisplayError` if this process remains the DRM master, which it is until it closes
    ///   the device. Kernels before 5.8 permit only root to drop DRM master.
    package func suspend() throws(DisplayError) {
        waitForFlipEvent()
        if case .off = state { pipeline.powerOn() }
        do {
            try device.dropMaster()
        } catch {
            // Without DRM master, another program is the master already.
            if device.isMaster {
                throw DisplayError(
                    .failed, subject: name,
                    cause: "dropping DRM master failed, so the display is closed: \(error)",
                    remedy: "use Linux 5.8 or newer")
            }
        }
        state = .modeNotSet
    }

    /// Becomes the DRM master again. The next frame sets the mode.
    ///
    /// - Throws: `DisplayError` with the reason `taken` if another program is the master.
    package func resume() throws(DisplayError) {
        state = .modeNotSet
        guard device.becomeMaster() else {
            throw .taken(device.stableName, by: OpenFileProcesses(of: device.path))
        }
    }

    /// Restores the state that the CRTC had before the first frame. Further calls have no effect.
    package func close() {
        if case .modeNotSet = state { return }
        waitForFlipEvent()
        if case .off = state { pipeline.powerOn() }
        savedCRTC.restore(device: device)
        plane?.setRotation(on: device, isInitial: true)
        state = .modeNotSet
    }
}
