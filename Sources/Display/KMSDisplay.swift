import CDRM
import Geometry
import Glibc
import Linux
import Raster

/// A connected display, mastered and driven through KMS: two dumb buffers and page flips.
///
/// Atomic where the driver can, legacy flips where it can't, and the dirty ioctl on one buffer where
/// it can't flip at all. What the CRTC showed before is put back by `close()`.
public final class KMSDisplay: ScanoutDisplay {
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
        case flipping(from: Int, to: Int)
    }

    /// The mode: its preferred one, or the one asked for.
    public let mode: DisplayMode
    /// How the panel is mounted.
    public let panelOrientation: PanelOrientation
    /// The card and the connector.
    public let name: String
    /// Whether flips complete at the panel's own pace.
    public let hasVblank: Bool
    private let hasMonotonicTime: Bool
    private let card: Card
    private let connector: UInt32
    private let crtc: UInt32
    private let modeInfo: drmModeModeInfo
    private let buffers: [DumbBuffer]
    private let previous: SavedCRTC
    private var path: Path
    private var state = State.dark
    private var eventBytes = [UInt8](repeating: 0, count: 1_024)

    /// Finds the display that is asked for and makes its buffers; the mode is set with the first
    /// frame, so that nothing else is ever seen.
    ///
    /// - Throws: `DisplayError`: no such display, taken, not permitted, or refused by the driver.
    public init(_ request: DisplayRequest) throws(DisplayError) {
        let choice = try DisplayChoice.find(request)
        card = choice.card
        connector = choice.connector.id
        hasMonotonicTime = choice.card.capability(DRM_CAP_TIMESTAMP_MONOTONIC) == 1
        modeInfo = choice.mode
        mode = choice.mode.displayMode
        panelOrientation = choice.connector.panelOrientation
        name = "\(card.stableName) \(choice.connector.name)"
        guard let crtc = CRTCChoice(card: card, connector: choice.connector) else {
            throw DisplayError(
                .failed, subject: "\(card.path) \(choice.connector.name)",
                cause: "no CRTC can drive it", remedy: "switch another display of this card off")
        }
        self.crtc = crtc.id
        previous = SavedCRTC(card: card, crtc: crtc.id, connector: connector)
        // Only "not supported" says that there is no vblank; a CRTC that is off says "invalid".
        var sequence: UInt64 = 0
        var nanoseconds: UInt64 = 0
        let answer = drmCrtcGetSequence(card.descriptor, crtc.id, &sequence, &nanoseconds)
        hasVblank = answer == 0 || Errno.last != Errno(rawValue: EOPNOTSUPP)
        path =
            AtomicPipeline(
                card: card, connector: connector, crtc: crtc.id, crtcIndex: crtc.index
            ).map { .atomic($0) } ?? .legacyFlip
        var buffers: [DumbBuffer] = []
        for _ in 0..<2 {
            buffers.append(
                try DumbBuffer(
                    card: card, width: mode.width, height: mode.height, format: request.format))
        }
        self.buffers = buffers
    }

    /// How frames reach the screen, for the start-up report.
    public var pathName: String {
        switch path {
        case .atomic: "atomic"
        case .legacyFlip: "legacy flips"
        case .dirty: "dirty ioctl"
        }
    }

    /// The driver's name.
    public var driver: String { card.driver }

    /// Tells of completed flips.
    public var eventDescriptor: Int32? { card.descriptor }
    /// Two.
    public var bufferCount: Int { buffers.count }
    /// A buffer's memory.
    public func buffer(_ index: Int) -> ScanoutBuffer { buffers[index].scanout }

    /// The buffer that isn't shown; nil while a flip is under way.
    public func freeBuffer() -> Int? {
        if case .dirty = path { return 0 }
        switch state {
        case .dark: return 0
        case .shown(let index): return 1 - index
        case .flipping: return nil
        }
    }

    /// Sets the mode with the first frame; flips afterwards.
    public func present(_ index: Int, damage: Region) throws(DisplayError) -> PresentResult {
        switch state {
        case .dark:
            try setMode(showing: index)
            return .shown(at: MonotonicClock.now())
        case .shown(let shown):
            return try show(index, instead: shown, damage)
        case .flipping:
            preconditionFailure("a frame is presented while a flip is under way")
        }
    }

    /// The time of a completed flip, if there is one.
    public func readEvents() throws(DisplayError) -> Timestamp? {
        let count = read(card.descriptor, &eventBytes, eventBytes.count)
        guard count > 0 else { return nil }
        guard let time = FlipEvent.newest(in: eventBytes[..<count]) else { return nil }
        if case .flipping(_, let index) = state { state = .shown(index) }
        // A driver that keeps another clock, or none, can't say when it was.
        return hasMonotonicTime && time > .zero ? time : MonotonicClock.now()
    }

    /// Puts back what the CRTC showed before.
    public func close() {
        // A flip under way would make the CRTC busy for what is put back.
        if case .flipping = state {
            var waiting = pollfd(fd: card.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&waiting, 1, 100)
        }
        if case .dark = state { return }
        previous.restore(card: card)
        state = .dark
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
                // A driver without flips: from now on the one shown buffer is kept up to date.
                path = .dirty
                try setMode(showing: 0)
                return .shown(at: MonotonicClock.now())
            }
        case .dirty:
            markDirty(damage)
            return .shown(at: MonotonicClock.now())
        }
        state = .flipping(from: shown, to: index)
        return .pending
    }

    private func markDirty(_ damage: Region) {
        for rect in damage.rects {
            var clip = drmModeClip(
                x1: UInt16(rect.minX), y1: UInt16(rect.minY), x2: UInt16(rect.maxX),
                y2: UInt16(rect.maxY))
            drmModeDirtyFB(card.descriptor, buffers[0].framebuffer, &clip, 1)
        }
    }
}
