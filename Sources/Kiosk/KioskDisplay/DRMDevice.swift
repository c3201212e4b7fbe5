import KioskSystem
import TouchKitGeometry

/// An open DRM device: the kernel calls with which a display is found, configured and driven.
///
/// `KernelDRMDevice` performs the calls. Tests use a simulated device. IDs are those of the kernel;
/// 0 means no object. Each function throws the error number of the kernel.
package protocol DRMDevice: AnyObject {
    /// The path of the device's primary node, for example `/dev/dri/card0`.
    var path: String { get }
    /// The open descriptor of the node, which is readable while an event is queued.
    var descriptor: Int32 { get }
    /// The name of the kernel driver, or `unknown`.
    var driver: String { get }

    /// Whether this process is the DRM master of the device.
    var isMaster: Bool { get }
    /// Makes this process the DRM master.
    func setMaster() throws(Errno)
    /// Drops DRM master, so that another program can become the master.
    func dropMaster() throws(Errno)

    /// Returns the value of a driver capability, or 0 if the driver does not know the capability.
    func value(of capability: DRMCapability) -> UInt64
    /// Enables a capability of this client.
    func enable(_ capability: DRMClientCapability) throws(Errno)

    /// Returns the IDs of the device's connectors and CRTCs.
    func resources() throws(Errno) -> DRMResources
    /// Returns the state of a connector.
    ///
    /// - Parameters:
    ///   - id: The ID of the connector.
    ///   - probesDisplay: Whether to probe the display, which only the DRM master can do and which
    ///     may block until the display responds. If `false`, the function returns the result of
    ///     the last probe.
    func connector(_ id: UInt32, probesDisplay: Bool) throws(Errno) -> DRMConnectorState
    /// Returns the state of an encoder.
    func encoder(_ id: UInt32) throws(Errno) -> DRMEncoderState
    /// Returns the state of a CRTC.
    func crtc(_ id: UInt32) throws(Errno) -> DRMCRTCState
    /// Returns the IDs of all planes that this client can see.
    func planeIDs() throws(Errno) -> [UInt32]
    /// Returns the state of a plane.
    func plane(_ id: UInt32) throws(Errno) -> DRMPlaneState
    /// Returns the properties of a mode object by name. Properties for atomic commits are included
    /// only after `enable(.atomic)`.
    func properties(of object: DRMObject) throws(Errno) -> [String: DRMProperty]
    /// Sets a property of a mode object immediately.
    func setProperty(_ property: UInt32, of object: DRMObject, to value: UInt64) throws(Errno)

    /// Creates a dumb buffer.
    func createDumbBuffer(
        width: Int, height: Int, bitsPerPixel: Int
    ) throws(Errno) -> DRMDumbBuffer
    /// Destroys the dumb buffer with the given GEM handle.
    func destroyDumbBuffer(_ handle: UInt32)
    /// Maps the first `length` bytes of a dumb buffer for writing, and returns their address.
    func mapDumbBuffer(_ handle: UInt32, length: Int) throws(Errno) -> UnsafeMutableRawPointer
    /// Unmaps memory that `mapDumbBuffer(_:length:)` returned.
    func unmapDumbBuffer(at base: UnsafeMutableRawPointer, length: Int)
    /// Adds a framebuffer for a dumb buffer, and returns the framebuffer's ID.
    ///
    /// - Parameters:
    ///   - buffer: The dumb buffer.
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    ///   - format: The numeric four-character code of the pixel format.
    func addFramebuffer(
        _ buffer: DRMDumbBuffer, width: Int, height: Int, format: UInt32
    ) throws(Errno) -> UInt32
    /// Removes a framebuffer. A CRTC that still shows the framebuffer is switched off.
    func removeFramebuffer(_ id: UInt32)

    /// Creates a property blob that contains a mode, and returns the blob's ID.
    func createBlob(of mode: DRMMode) throws(Errno) -> UInt32
    /// Creates a property blob that contains the rectangles of a region as damage clips, and
    /// returns the blob's ID. Allocates no memory once warm.
    func createBlob(of damage: Region) throws(Errno) -> UInt32
    /// Destroys a property blob.
    func destroyBlob(_ id: UInt32)

    /// Performs an atomic commit. Allocates no memory.
    func commit(_ request: AtomicRequest, as kind: AtomicCommitKind) throws(Errno)
    /// Sets the mode, framebuffer and connectors of a CRTC, or switches the CRTC off if
    /// `configuration` is `nil`.
    func setCRTC(_ id: UInt32, to configuration: CRTCConfiguration?) throws(Errno)
    /// Starts a legacy page flip whose event carries `flipNumber`. Allocates no memory.
    func flip(_ crtcID: UInt32, to framebufferID: UInt32, flipNumber: UInt64) throws(Errno)
    /// Notifies the driver of changed pixels in a framebuffer with the dirty ioctl. An empty region
    /// means the whole framebuffer. Allocates no memory once warm.
    func markDirty(_ framebufferID: UInt32, damage: Region) throws(Errno)
    /// Returns the time of a CRTC's most recent vblank in nanoseconds on the driver's clock. Throws
    /// `EOPNOTSUPP` if the driver has no vblanks, and `EINVAL` if the CRTC is off.
    func lastVblankNanoseconds(of crtcID: UInt32) throws(Errno) -> UInt64
    /// Reads the queued events and appends the completed page flips to `flips`. Returns immediately
    /// if no event is queued. Allocates no memory once warm.
    func readFlips(into flips: inout [FlipEvent]) throws(Errno)
    /// Waits until an event is queued, for at most the given time.
    func waitForEvent(timeoutMilliseconds: Int32)
}

extension DRMDevice {
    /// The device's name that does not change between boots, or its path if there is no such name.
    var stableName: String { DRMDeviceList.stableName(of: path) }

    /// Makes this process the DRM master of the device unless another process is its master.
    ///
    /// - Returns: Whether this process is the master now.
    func becomeMaster() -> Bool {
        // The kernel makes the first process that opens a device its master.
        isMaster || (try? setMaster()) != nil
    }
}

/// A capability that a driver reports.
package enum DRMCapability: Hashable, Sendable {
    /// Dumb buffers, which the CPU writes (`DRM_CAP_DUMB_BUFFER`).
    case dumbBuffers
    /// Event timestamps of the monotonic clock (`DRM_CAP_TIMESTAMP_MONOTONIC`).
    case monotonicTimestamps
}

/// A capability that a client enables before the kernel offers the related interface.
package enum DRMClientCapability: Hashable, Sendable {
    /// Atomic commits (`DRM_CLIENT_CAP_ATOMIC`).
    case atomic
    /// A list of planes that includes primary planes (`DRM_CLIENT_CAP_UNIVERSAL_PLANES`).
    case universalPlanes
}

/// The kind and the ID of a mode object.
package enum DRMObject: Hashable, Sendable {
    /// The connector with this ID.
    case connector(UInt32)
    /// The CRTC with this ID.
    case crtc(UInt32)
    /// The plane with this ID.
    case plane(UInt32)

    /// The ID of the mode object.
    package var id: UInt32 {
        switch self {
        case .connector(let id), .crtc(let id), .plane(let id): id
        }
    }
}
