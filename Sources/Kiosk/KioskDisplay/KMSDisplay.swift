import CTouchTrackerDRM
import Glibc
import KioskSystem
import TouchKitGeometry
import TouchKitRaster

/// A connected display, mastered and driven through KMS: two dumb buffers and page flips.
///
/// Atomic where the driver can, legacy flips where it can't, and the dirty ioctl on one buffer where
/// it can't flip at all. What the CRTC showed before is put back by `close()`.
package final class KMSDisplay: ScanoutDisplay {
    /// How buffers get onto the screen.
    private enum Path {
        case atomic(AtomicPipeline)
        case legacyFlip
        case dirty
    }

    /// Where the buffers are.
    private enum State {
        /// The mode isn't set yet.
        case dark
        case shown(Int)
        /// The mode was set, and the CRTC is switched off.
        case off
        case flipping(from: Int, to: Int)
    }

    /// The mode: its preferred one, or the one asked for.
    package let mode: DisplayMode
    /// How the panel is mounted.
    package let panelOrientation: PanelOrientation
    /// How large the display says it is, in millimetres.
    package let millimeters: (width: Int, height: Int)?
    /// The card and the connector.
    package let name: String
    /// How pixels lie in its buffers: as asked for, or the best that its plane has.
    package let format: PixelFormat
    /// Whether flips complete at the panel's own pace.
    package let hasVblank: Bool
    /// Whether it is a monitor, which wakes up in its own time.
    package let lightsUpSlowly: Bool
    private let hasMonotonicTime: Bool
    private let request: DisplayRequest
    private let card: Card
    private let connector: UInt32
    private let powerProperty: UInt32?
    private let crtc: UInt32
    private let modeInfo: drmModeModeInfo
    private let buffers: [DumbBuffer]
    private let previous: SavedCRTC
    private var path: Path
    private var state = State.dark
    private var dirtyClips: [drmModeClip] = []
    /// False once the driver has said that it has no dirty ioctl: it scans memory out by itself then.
    private var hasDirtyCall = true
    private var eventBytes = [UInt8](repeating: 0, count: 1_024)

    /// Finds the display that is asked for and makes its buffers; the mode is set with the first
    /// frame, so that nothing else is ever seen.
    ///
    /// - Throws: `DisplayError`: no such display, taken, not permitted, or refused by the driver.
    package init(_ request: DisplayRequest) throws(DisplayError) {
        let choice = try DisplayChoice.find(request)
        self.request = request
        card = choice.card
        connector = choice.connector.id
        powerProperty = choice.connector.powerProperty
        lightsUpSlowly = choice.connector.isForMonitors
        hasMonotonicTime = choice.card.capability(DRM_CAP_TIMESTAMP_MONOTONIC) == 1
        modeInfo = choice.mode
        mode = choice.mode.displayMode
        panelOrientation = choice.connector.panelOrientation
        millimeters = choice.connector.millimeters
        name = "\(card.stableName) \(choice.connector.name)"
        guard
            let crtc = CRTCChoice(
                card: card, connector: choice.connector, among: choice.connectors)
        else {
            throw DisplayError(
                .failed, subject: name, cause: "no CRTC can drive it",
                remedy: "switch another display of this card off")
        }
        self.crtc = crtc.id
        previous = SavedCRTC(card: card, crtc: crtc.id, among: choice.connectors)
        // Only "not supported" says that there is no vblank; a CRTC that is off says "invalid".
        var sequence: UInt64 = 0
        var nanoseconds: UInt64 = 0
        let answer = drmCrtcGetSequence(card.descriptor, crtc.id, &sequence, &nanoseconds)
        hasVblank = answer == 0 || Errno.last != Errno(rawValue: EOPNOTSUPP)
        let plane = PrimaryPlane.find(on: card, crtc: crtc)
        let format = try request.format(among: plane?.formats ?? [], of: name)
        self.format = format
        let pipeline = plane.flatMap {
            AtomicPipeline(
                card: choice.card, connector: choice.connector.id, crtc: crtc.id, plane: $0.id)
        }
        path = pipeline.map { .atomic($0) } ?? .legacyFlip
        guard card.capability(DRM_CAP_DUMB_BUFFER) != 0 else {
            throw DisplayError(
                .failed, subject: name, cause: "its driver \(card.driver) has no plain buffers",
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

    /// The kernel's driver.
    package var driver: String? { card.driver }
    /// Tells of completed flips.
    package var eventDescriptor: Int32? { card.descriptor }
    /// Two.
    package var bufferCount: Int { buffers.count }
    /// A buffer's memory.
    package func buffer(_ index: Int) -> ScanoutBuffer { buffers[index].scanout }

    /// The buffer that isn't shown; nil while a flip is under way. Where the driver can't flip, the
    /// one that is shown.
    package func freeBuffer() -> Int? {
        switch (state, path) {
        case (.dark, _), (.off, _): 0
        case (.shown(let index), .dirty): index
        case (.shown(let index), .atomic), (.shown(let index), .legacyFlip): 1 - index
        case (.flipping, _): nil
        }
    }

    /// Sets the mode with the first frame, and the first after `switchOff()`; flips afterwards.
    package func present(_ index: Int, damage: Region) throws(DisplayError) -> PresentResult {
        switch state {
        case .dark:
            try setFirstMode(showing: index)
            return .shown(at: MonotonicClock.now())
        case .off:
            if case .atomic = path {} else { setPower(DRM_MODE_DPMS_ON) }
            try setFirstMode(showing: index)
            return .shown(at: MonotonicClock.now())
        case .shown(let shown):
            precondition(index == freeBuffer(), "a frame is presented in the free buffer")
            return try show(index, instead: shown, damage)
        case .flipping:
            preconditionFailure("a frame is presented while a flip is under way")
        }
    }

    /// The buffer that is shown, and the one that a flip under way brings.
    package var frontBuffers: FrontBuffers {
        switch state {
        case .dark, .off: FrontBuffers()
        case .shown(let index): FrontBuffers(shown: index)
        case .flipping(let from, let to): FrontBuffers(shown: from, coming: to)
        }
    }

    /// Has the driver send what was written, if it is one that sends.
    ///
    /// While a flip waits for its vblank the call would wait for it, too, so it isn't made; without vblank
    /// the flip is done already, and only its event hasn't been read.
    package func flushFront(damage: Region) {
        guard hasDirtyCall else { return }
        let index: Int
        switch state {
        case .dark, .off: return
        case .shown(let shown): index = shown
        case .flipping(_, let to):
            if hasVblank { return }
            index = to
        }
        hasDirtyCall = markDirty(index, damage)
    }

    /// The time of a completed flip, if there is one.
    package func readEvents() throws(DisplayError) -> Timestamp? {
        let count = read(card.descriptor, &eventBytes, eventBytes.count)
        if count < 0 {
            let code = Errno.last
            if code == .again || code == .interrupted { return nil }
            throw DisplayError("reading flips", name, code)
        }
        // What was under way when the display was let go counts no more.
        guard let time = FlipEvent.newest(in: eventBytes[..<count]),
            case .flipping(_, let index) = state
        else { return nil }
        state = .shown(index)
        // A driver that keeps another clock, or none, can't say when it was.
        return hasMonotonicTime && time > .zero ? time : MonotonicClock.now()
    }

    /// Waits for the flip under way, a tenth of a second at most.
    package func finishFlip() throws(DisplayError) -> Timestamp? {
        awaitFlip()
        return try readEvents()
    }

    /// Switches the CRTC off: in an atomic commit, or by the connector's power property (DPMS).
    package func switchOff() throws(DisplayError) {
        switch state {
        case .dark, .off: return
        case .shown, .flipping: break
        }
        let code: Errno?
        switch path {
        case .atomic(let pipeline): code = pipeline.switchOff()
        case .legacyFlip, .dirty: code = setPower(DRM_MODE_DPMS_OFF)
        }
        if let code { throw DisplayError("switching the screen off", name, code) }
        state = .off
    }

    /// - Returns: Why the driver refused; nil where it didn't.
    @discardableResult
    private func setPower(_ power: Int32) -> Errno? {
        guard let powerProperty else { return Errno(rawValue: EOPNOTSUPP) }
        let result = drmModeConnectorSetProperty(
            card.descriptor, connector, powerProperty, UInt64(power))
        return result == 0 ? nil : Errno(rawValue: -result)
    }

    /// Asks when the newest vblank was (`DRM_IOCTL_CRTC_GET_SEQUENCE`); nil where the driver doesn't say.
    package func newestVblank() -> Timestamp? {
        guard hasVblank, hasMonotonicTime else { return nil }
        var sequence: UInt64 = 0
        var nanoseconds: UInt64 = 0
        let answer = drmCrtcGetSequence(card.descriptor, crtc, &sequence, &nanoseconds)
        guard answer == 0, nanoseconds > 0 else { return nil }
        return Timestamp(microseconds: Int64(clamping: nanoseconds / 1_000))
    }

    // MARK: Coming and going

    /// Asks the connector anew: whether it is connected, and whether the mode in use is still the one
    /// that the request means. Asking takes as long as a display takes to answer; so only when the
    /// kernel says that something has changed.
    package func checkConnection() -> DisplayConnection {
        guard let connector = Connector(card: card, id: connector), connector.isConnected else {
            return .gone
        }
        let listing = connector.listing
        guard !connector.hasBadLink, connector.panelOrientation == panelOrientation,
            let index = request.modeIndex(among: listing.modes), listing.modes[index].mode == mode
        else { return .changed }
        return .unchanged
    }

    /// Lets the card go, so that another program may master it.
    package func suspend() {
        awaitFlip()
        drmDropMaster(card.descriptor)
        state = .dark
    }

    /// Masters the card again.
    package func resume() throws(DisplayError) {
        state = .dark
        guard card.becomeMaster() else {
            throw .taken(card.stableName, by: FileHolders(of: card.path))
        }
    }

    /// A flip under way would make the CRTC busy for what comes next.
    private func awaitFlip() {
        guard case .flipping = state else { return }
        var waiting = pollfd(fd: card.descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&waiting, 1, 100)
    }

    // MARK: Modes

    /// Puts back what the CRTC showed before; a second time it does nothing.
    package func close() {
        awaitFlip()
        switch state {
        case .dark: return
        case .off:
            if case .atomic = path {} else { setPower(DRM_MODE_DPMS_ON) }
        case .shown, .flipping: break
        }
        previous.restore(card: card)
        if case .atomic(let pipeline) = path { pipeline.restoreRotation() }
        state = .dark
    }

    /// Sets the mode; where a driver refuses the atomic way, by the legacy one from now on.
    private func setFirstMode(showing index: Int) throws(DisplayError) {
        guard case .atomic = path else { return try setMode(showing: index) }
        do {
            try setMode(showing: index)
        } catch {
            // Who isn't master isn't helped by asking otherwise.
            if error.reason == .taken { throw error }
            path = .legacyFlip
            try setMode(showing: index)
        }
    }

    private func setMode(showing index: Int) throws(DisplayError) {
        switch path {
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

    private func show(
        _ index: Int, instead shown: Int, _ damage: Region
    ) throws(DisplayError) -> PresentResult {
        switch path {
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
                guard Self.meansUnsupported(code) else {
                    throw DisplayError("a page flip", name, code)
                }
                // From now on the one buffer that is shown is kept up to date: this one, which has
                // the newest frame.
                path = .dirty
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

    /// Whether a refusal says that the driver has no such call at all, rather than not now.
    private static func meansUnsupported(_ code: Errno) -> Bool {
        [EINVAL, ENOSYS, EOPNOTSUPP, ENOTTY].contains(code.rawValue)
    }

    /// Tells the driver what to send to the panel. One that scans memory out by itself has no such
    /// call and needs none.
    ///
    /// - Returns: Whether the driver has the call.
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
        return result == 0 || !Self.meansUnsupported(Errno(rawValue: -result))
    }
}
