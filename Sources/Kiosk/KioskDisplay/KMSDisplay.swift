import CTouchTrackerDRM
import Glibc
import KioskSystem
import TouchKitGeometry
import TouchKitRaster

/// A connected display that is driven through KMS with two dumb buffers and page flips.
///
/// Uses atomic commits if the driver supports them, otherwise legacy page flips, otherwise one
/// buffer with the dirty ioctl. `close()` restores the CRTC's earlier state.
package final class KMSDisplay: ScanoutDisplay {
    /// The method that brings buffers onto the screen.
    private enum PresentMethod {
        /// Atomic commits.
        case atomic(AtomicPipeline)
        /// Page flips with the legacy ioctl.
        case legacyFlip
        /// One shown buffer and the dirty ioctl.
        case dirty
    }

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

    /// The mode that the criteria select.
    package let mode: DisplayMode
    /// The orientation in which the panel is mounted.
    package let panelOrientation: PanelOrientation
    /// The physical size that the display reports, in millimeters, or `nil` if it is unknown.
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
    private let card: DRMCard
    /// The ID of the connector.
    private let connector: UInt32
    /// The ID of the connector's property `DPMS`, or `nil` if there is none.
    private let powerProperty: UInt32?
    /// The ID of the CRTC.
    private let crtc: UInt32
    /// The mode in libdrm's representation.
    private let modeInfo: drmModeModeInfo
    private let buffers: [DumbBuffer]
    /// The state of the CRTC before the first frame.
    private let savedCRTC: SavedCRTC
    private var method: PresentMethod
    private var state = State.modeNotSet
    /// The damage clips of the current dirty ioctl; reused to avoid allocation.
    private var dirtyClips: [drmModeClip] = []
    /// Whether the driver supports the dirty ioctl; assumed until the driver refuses it. A driver
    /// without the ioctl scans out the memory directly.
    private var supportsDirty = true
    /// The buffer for reading events; reused to avoid allocation.
    private var eventBytes = [UInt8](repeating: 0, count: 1_024)

    /// Opens the display that fulfills the criteria and creates its buffers.
    ///
    /// The first frame sets the mode, so that an empty buffer is never visible.
    ///
    /// - Throws: `DisplayError` if there is no such display, another program uses it, the process
    ///   lacks permission, or the driver refuses an operation.
    package init(_ criteria: DisplayCriteria) throws(DisplayError) {
        let display = try MasteredDisplay.open(criteria)
        self.criteria = criteria
        card = display.card
        connector = display.connector.id
        powerProperty = display.connector.powerProperty
        turnsOnSlowly = display.connector.isExternal
        hasMonotonicTimestamps = display.card.capability(DRM_CAP_TIMESTAMP_MONOTONIC) == 1
        modeInfo = display.mode
        mode = display.mode.displayMode
        panelOrientation = display.connector.panelOrientation
        millimeters = display.connector.millimeters
        name = "\(card.stableName) \(display.connector.name)"
        guard
            let crtc = CRTCSelection(
                card: card, connector: display.connector, among: display.connectors)
        else {
            throw DisplayError(
                .failed, subject: name, cause: "no CRTC can drive it",
                remedy: "switch off another display of this card")
        }
        self.crtc = crtc.id
        savedCRTC = SavedCRTC(card: card, crtc: crtc.id, among: display.connectors)
        // Only EOPNOTSUPP means that there are no vblanks. A CRTC that is off returns EINVAL.
        var sequence: UInt64 = 0
        var nanoseconds: UInt64 = 0
        let result = drmCrtcGetSequence(card.descriptor, crtc.id, &sequence, &nanoseconds)
        hasVblank = result == 0 || Errno.last != Errno(rawValue: EOPNOTSUPP)
        let plane = PrimaryPlane.find(on: card, crtc: crtc)
        let format = try criteria.selectFormat(among: plane?.formats ?? [], displayName: name)
        self.format = format
        let pipeline = plane.flatMap {
            AtomicPipeline(
                card: display.card, connector: display.connector.id, crtc: crtc.id, plane: $0.id)
        }
        method = pipeline.map { .atomic($0) } ?? .legacyFlip
        guard card.capability(DRM_CAP_DUMB_BUFFER) != 0 else {
            throw DisplayError(
                .failed, subject: name,
                cause: "its driver \(card.driver) doesn't support dumb buffers",
                remedy: "choose another card")
        }
        var buffers: [DumbBuffer] = []
        for _ in 0..<2 {
            buffers.append(
                try DumbBuffer(
                    card: card, width: mode.width, height: mode.height, format: format))
        }
        self.buffers = buffers
    }

    /// The name of the kernel driver.
    package var driver: String? { card.driver }
    /// The descriptor that is readable when a flip has completed.
    package var eventDescriptor: Int32? { card.descriptor }
    /// The number of buffers: two.
    package var bufferCount: Int { buffers.count }
    /// Returns the memory of the buffer at `index`.
    package func buffer(_ index: Int) -> ScanoutBuffer { buffers[index].scanout }

    /// Returns the index of the buffer that is not shown, or `nil` while a flip is pending. With
    /// the dirty ioctl, returns the index of the shown buffer.
    package func freeBufferIndex() -> Int? {
        switch (state, method) {
        case (.modeNotSet, _), (.off, _): 0
        case (.shown(let index), .dirty): index
        case (.shown(let index), .atomic), (.shown(let index), .legacyFlip): 1 - index
        case (.flipping, _): nil
        }
    }

    /// Starts a flip to a buffer. For the first frame, and for the first frame after `switchOff()`,
    /// sets the mode instead.
    ///
    /// The corresponding C functions are `drmModeAtomicCommit`, `drmModePageFlip`, `drmModeSetCrtc`
    /// and `drmModeDirtyFB`.
    package func present(_ index: Int, damage: Region) throws(DisplayError) -> PresentResult {
        switch state {
        case .modeNotSet:
            try setFirstMode(showing: index)
            return .shown(at: MonotonicClock.now())
        case .off:
            if case .atomic = method {} else { setPower(DRM_MODE_DPMS_ON) }
            try setFirstMode(showing: index)
            return .shown(at: MonotonicClock.now())
        case .shown(let shown):
            precondition(index == freeBufferIndex(), "only a free buffer can be presented")
            return try startFlip(from: shown, to: index, damage)
        case .flipping:
            preconditionFailure("a buffer was presented while a flip is pending")
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

    /// Notifies the driver of the written region with the dirty ioctl, if the driver supports it.
    ///
    /// Does nothing while a flip waits for its vblank, because the ioctl would wait too. Without
    /// vblanks, a pending flip has already happened. The corresponding C function is
    /// `drmModeDirtyFB`.
    package func flushFrontBuffers(damage: Region) {
        guard supportsDirty else { return }
        let index: Int
        switch state {
        case .modeNotSet, .off: return
        case .shown(let shown): index = shown
        case .flipping(_, let to):
            if hasVblank { return }
            index = to
        }
        supportsDirty = markDirty(index, damage)
    }

    /// Reads the pending flip events.
    ///
    /// The corresponding C function is `read(2)`.
    ///
    /// - Returns: The time at which the pending flip has completed, or `nil` if it has not.
    package func readFlipEvents() throws(DisplayError) -> Timestamp? {
        let count = read(card.descriptor, &eventBytes, eventBytes.count)
        if count < 0 {
            let code = Errno.last
            if code == .again || code == .interrupted { return nil }
            throw DisplayError("reading flips", name, code)
        }
        // The event of a flip that was pending at `suspend()` is ignored.
        guard let time = FlipEvent.lastFlipTime(in: eventBytes[..<count]),
            case .flipping(_, let index) = state
        else { return nil }
        state = .shown(index)
        // A missing timestamp, or one of another clock, is replaced by the current time.
        return hasMonotonicTimestamps && time > .zero ? time : MonotonicClock.now()
    }

    /// Waits for the pending flip for at most 100 ms.
    ///
    /// The corresponding C function is `poll(2)`.
    ///
    /// - Returns: The time at which the flip completed, or `nil` if it did not.
    package func waitForFlip() throws(DisplayError) -> Timestamp? {
        waitForFlipEvent()
        return try readFlipEvents()
    }

    /// Switches the CRTC off with an atomic commit, or the connector with its property `DPMS`.
    ///
    /// The corresponding C functions are `drmModeAtomicCommit` and `drmModeConnectorSetProperty`.
    package func switchOff() throws(DisplayError) {
        switch state {
        case .modeNotSet, .off: return
        case .shown, .flipping: break
        }
        let code: Errno?
        switch method {
        case .atomic(let pipeline): code = pipeline.switchOff()
        case .legacyFlip, .dirty: code = setPower(DRM_MODE_DPMS_OFF)
        }
        if let code { throw DisplayError("switching the screen off", name, code) }
        state = .off
    }

    /// Sets the connector's property `DPMS`.
    ///
    /// The corresponding C function is `drmModeConnectorSetProperty`.
    ///
    /// - Returns: The driver's error, or `nil` on success.
    @discardableResult
    private func setPower(_ power: Int32) -> Errno? {
        guard let powerProperty else { return Errno(rawValue: EOPNOTSUPP) }
        let result = drmModeConnectorSetProperty(
            card.descriptor, connector, powerProperty, UInt64(power))
        return result == 0 ? nil : Errno(rawValue: -result)
    }

    /// Returns the time of the most recent vblank, or `nil` if the driver does not report it.
    ///
    /// The corresponding C function is `drmCrtcGetSequence`.
    package func lastVblankTime() -> Timestamp? {
        guard hasVblank, hasMonotonicTimestamps else { return nil }
        var sequence: UInt64 = 0
        var nanoseconds: UInt64 = 0
        let result = drmCrtcGetSequence(card.descriptor, crtc, &sequence, &nanoseconds)
        guard result == 0, nanoseconds > 0 else { return nil }
        return Timestamp(microseconds: Int64(clamping: nanoseconds / 1_000))
    }

    // MARK: Hotplug and VT switching

    /// Probes the connector, and returns whether the display is still connected and whether its
    /// mode must be set again.
    ///
    /// Probing may block until the display responds, therefore the kiosk probes only after a
    /// hotplug event. The corresponding C function is `drmModeGetConnector`.
    package func checkConnection() -> DisplayConnection {
        guard let connector = Connector(card: card, id: connector), connector.isConnected else {
            return .gone
        }
        let modes = connector.candidate.modes
        guard !connector.hasBadLink, connector.panelOrientation == panelOrientation,
            let index = criteria.modeIndex(among: modes), modes[index].mode == mode
        else { return .changed }
        return .unchanged
    }

    /// Drops DRM master, so that another program can become the master.
    ///
    /// The corresponding C function is `drmDropMaster`.
    package func suspend() {
        waitForFlipEvent()
        drmDropMaster(card.descriptor)
        state = .modeNotSet
    }

    /// Becomes the DRM master again. The next frame sets the mode.
    ///
    /// The corresponding C function is `drmSetMaster`.
    ///
    /// - Throws: `DisplayError` with the reason `taken` if another program is the master.
    package func resume() throws(DisplayError) {
        state = .modeNotSet
        guard card.becomeMaster() else {
            throw .taken(card.stableName, by: OpenFileProcesses(of: card.path))
        }
    }

    /// Waits for at most 100 ms until the event of the pending flip is readable. Until then the
    /// kernel rejects other operations on the CRTC.
    private func waitForFlipEvent() {
        guard case .flipping = state else { return }
        var entry = pollfd(fd: card.descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&entry, 1, 100)
    }

    // MARK: Modes

    /// Restores the state that the CRTC had before the first frame. Further calls have no effect.
    ///
    /// The corresponding C function is `drmModeSetCrtc`.
    package func close() {
        waitForFlipEvent()
        switch state {
        case .modeNotSet: return
        case .off:
            if case .atomic = method {} else { setPower(DRM_MODE_DPMS_ON) }
        case .shown, .flipping: break
        }
        savedCRTC.restore(card: card)
        if case .atomic(let pipeline) = method { pipeline.restoreRotation() }
        state = .modeNotSet
    }

    /// Sets the mode. If the driver refuses the atomic commit, uses the legacy ioctl from now on.
    private func setFirstMode(showing index: Int) throws(DisplayError) {
        guard case .atomic = method else { return try setMode(showing: index) }
        do {
            try setMode(showing: index)
        } catch {
            // The legacy ioctl requires DRM master too.
            if error.reason == .taken { throw error }
            method = .legacyFlip
            try setMode(showing: index)
        }
    }

    /// Sets the mode and shows a buffer.
    ///
    /// The corresponding C functions are `drmModeAtomicCommit` and `drmModeSetCrtc`.
    private func setMode(showing index: Int) throws(DisplayError) {
        switch method {
        case .atomic(let pipeline):
            guard let code = pipeline.setMode(modeInfo, framebuffer: buffers[index].framebuffer)
            else { break }
            throw DisplayError("setting mode \(mode.name)", name, code)
        case .legacyFlip, .dirty:
            var connector = connector
            var mode = modeInfo
            let result = drmModeSetCrtc(
                card.descriptor, crtc, buffers[index].framebuffer, 0, 0, &connector, 1, &mode)
            guard result == 0 else {
                throw DisplayError("setting mode \(self.mode.name)", name, Errno(rawValue: -result))
            }
        }
        state = .shown(index)
    }

    /// Starts a flip between two buffers, or marks the damage dirty if the driver cannot flip.
    private func startFlip(
        from shown: Int, to index: Int, _ damage: Region
    ) throws(DisplayError) -> PresentResult {
        switch method {
        case .atomic(let pipeline):
            if let code = pipeline.flip(to: buffers[index].framebuffer, damage: damage) {
                throw DisplayError("a page flip", name, code)
            }
        case .legacyFlip:
            let result = drmModePageFlip(
                card.descriptor, crtc, buffers[index].framebuffer,
                UInt32(DRM_MODE_PAGE_FLIP_EVENT), nil)
            if result != 0 {
                let code = Errno(rawValue: -result)
                guard Self.isUnsupported(code) else {
                    throw DisplayError("a page flip", name, code)
                }
                // From now on the kiosk draws into this buffer while it is shown.
                method = .dirty
                try setMode(showing: index)
                return .shown(at: MonotonicClock.now())
            }
        case .dirty:
            markDirty(index, damage)
            return .shown(at: MonotonicClock.now())
        }
        state = .flipping(from: shown, to: index)
        return .pending
    }

    /// Returns whether an error means that the driver does not support the ioctl at all.
    private static func isUnsupported(_ code: Errno) -> Bool {
        [EINVAL, ENOSYS, EOPNOTSUPP, ENOTTY].contains(code.rawValue)
    }

    /// Notifies the driver of the changes in the buffer at `index` with the dirty ioctl.
    ///
    /// The corresponding C function is `drmModeDirtyFB`.
    ///
    /// - Returns: Whether the driver supports the ioctl.
    @discardableResult
    private func markDirty(_ index: Int, _ damage: Region) -> Bool {
        dirtyClips.removeAll(keepingCapacity: true)
        for rect in damage.rects {
            dirtyClips.append(
                drmModeClip(
                    x1: UInt16(clamping: rect.minX), y1: UInt16(clamping: rect.minY),
                    x2: UInt16(clamping: rect.maxX), y2: UInt16(clamping: rect.maxY)))
        }
        let result = drmModeDirtyFB(
            card.descriptor, buffers[index].framebuffer, &dirtyClips, UInt32(dirtyClips.count))
        return result == 0 || !Self.isUnsupported(Errno(rawValue: -result))
    }
}
