import KioskSystem
import TouchKitGeometry

/// The ioctls that bring framebuffers onto the screen, with a fallback for each that the driver
/// refuses: atomic commits, then legacy page flips, then one framebuffer with the dirty ioctl.
struct PresentPipeline {
    /// The ioctls in use.
    private enum Method {
        /// Atomic commits.
        case atomic(AtomicPipeline)
        /// Page flips with the legacy ioctl.
        case legacyFlip
        /// One shown framebuffer and the dirty ioctl.
        case dirty
    }

    /// The result of presenting a framebuffer.
    enum Result: Hashable {
        /// The flip is pending; an event reports its completion.
        case pending
        /// The framebuffer is on the screen.
        case shown
    }

    private let device: any DRMDevice
    private let legacyPipeline: LegacyPipeline
    /// The mode to set, with all timings.
    private let mode: DRMMode
    /// The display's name, for errors.
    private let displayName: String
    private var method: Method
    /// Whether a flip has completed since the mode was set.
    private var hasFlipped = false
    /// Whether the driver supports the dirty ioctl; assumed until the driver refuses it. A driver
    /// without the ioctl scans out the memory directly.
    private var supportsDirty = true

    /// Creates a pipeline, and enables atomic commits if `method` permits them.
    ///
    /// - Parameters:
    ///   - method: The first ioctls to try.
    ///   - device: The DRM device.
    ///   - connector: The connector to drive.
    ///   - crtcID: The ID of the CRTC.
    ///   - plane: The primary plane, or `nil` if the driver does not list it.
    ///   - mode: The mode to set.
    ///   - displayName: The display's name, for errors.
    init(
        _ method: PresentMethod, device: any DRMDevice, connector: Connector, crtcID: UInt32,
        plane: PrimaryPlane?, mode: DRMMode, displayName: String
    ) {
        self.device = device
        self.mode = mode
        self.displayName = displayName
        legacyPipeline = LegacyPipeline(
            device: device, connector: connector, crtcID: crtcID, plane: plane)
        self.method =
            switch method {
            case .atomic:
                plane.flatMap {
                    AtomicPipeline(
                        device: device, connectorID: connector.id, crtcID: crtcID, plane: $0)
                }.map { .atomic($0) } ?? .legacyFlip
            case .legacyFlip: .legacyFlip
            case .dirty: .dirty
            }
    }

    /// Whether frames are drawn into the framebuffer that is on the screen.
    var drawsIntoShownBuffer: Bool {
        switch method {
        case .atomic, .legacyFlip: false
        case .dirty: true
        }
    }

    /// Sets the mode, shows a framebuffer, and returns when it is visible. If the driver refuses
    /// the atomic commit, uses the legacy ioctls from now on.
    mutating func setMode(framebufferID: UInt32) throws(DisplayError) {
        do throws(Errno) {
            switch method {
            case .atomic(let pipeline): try pipeline.setMode(mode, framebufferID: framebufferID)
            case .legacyFlip, .dirty: try legacyPipeline.setMode(mode, framebufferID: framebufferID)
            }
        } catch {
            // The legacy ioctl requires DRM master too.
            guard case .atomic = method, error != .permissionDenied else {
                throw DisplayError("setting mode \(mode.displayMode.name)", displayName, error)
            }
            method = .legacyFlip
            return try setMode(framebufferID: framebufferID)
        }
        hasFlipped = false
    }

    /// Starts a flip to a framebuffer, or marks the damage dirty if the driver cannot flip.
    ///
    /// - Parameters:
    ///   - framebufferID: The ID of the framebuffer.
    ///   - damage: The changes since the framebuffer that is on the screen, in scanout pixels.
    ///   - flipNumber: The number of the event that reports the flip's completion.
    mutating func present(
        _ framebufferID: UInt32, damage: Region, flipNumber: UInt64
    ) throws(DisplayError) -> Result {
        do throws(Errno) {
            switch method {
            case .atomic(let pipeline):
                try pipeline.flip(to: framebufferID, damage: damage, flipNumber: flipNumber)
                return .pending
            case .legacyFlip:
                try legacyPipeline.flip(to: framebufferID, flipNumber: flipNumber)
                return .pending
            case .dirty:
                if supportsDirty { try device.markDirty(framebufferID, damage: damage) }
                return .shown
            }
        } catch {
            return try presentAfterRefusal(
                error, framebufferID, damage: damage, flipNumber: flipNumber)
        }
    }

    /// Presents a framebuffer in another way after the driver has refused a flip or the dirty
    /// ioctl.
    ///
    /// - Throws: `DisplayError` if the error `code` does not mean that another way can succeed.
    private mutating func presentAfterRefusal(
        _ code: Errno, _ framebufferID: UInt32, damage: Region, flipNumber: UInt64
    ) throws(DisplayError) -> Result {
        // The CRTC is busy or was switched off after a hotplug event. Setting the mode waits for
        // earlier commits and switches the CRTC on.
        if code == .busy || code.meansUnsupported && hasFlipped {
            try setMode(framebufferID: framebufferID)
            return .shown
        }
        guard code.meansUnsupported else { throw DisplayError("a page flip", displayName, code) }
        switch method {
        case .atomic:
            method = .legacyFlip
            return try present(framebufferID, damage: damage, flipNumber: flipNumber)
        case .legacyFlip:
            method = .dirty
            try setMode(framebufferID: framebufferID)
        case .dirty:
            supportsDirty = false
        }
        return .shown
    }

    /// Records that a flip has completed, so that a later refusal does not mean that the driver
    /// cannot flip.
    mutating func recordCompletedFlip() {
        hasFlipped = true
    }

    /// Notifies the driver of pixels that were written into a framebuffer on the screen. Errors are
    /// ignored, because the next presented frame contains the pixels too.
    mutating func flush(_ framebufferID: UInt32, damage: Region) {
        guard supportsDirty else { return }
        do {
            try device.markDirty(framebufferID, damage: damage)
        } catch {
            if error.meansUnsupported { supportsDirty = false }
        }
    }

    /// Switches the CRTC off with an atomic commit, or the connector with its property `DPMS`.
    func switchOff() throws(DisplayError) {
        do throws(Errno) {
            switch method {
            case .atomic(let pipeline): try pipeline.switchOff()
            case .legacyFlip, .dirty: try legacyPipeline.setPower(isOn: false)
            }
        } catch {
            throw DisplayError("switching the screen off", displayName, error)
        }
    }

    /// Reverts the property `DPMS` after `switchOff()`. An error is ignored, because setting a mode
    /// switches the display on too.
    func powerOn() {
        if case .atomic = method { return }
        try? legacyPipeline.setPower(isOn: true)
    }
}

extension Errno {
    /// Whether a driver that does not support an ioctl returns the error.
    fileprivate var meansUnsupported: Bool {
        switch self {
        case .invalid, .notImplemented, .notSupported, .notTerminal: true
        default: false
        }
    }
}
