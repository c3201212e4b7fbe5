import CTouchTrackerDRM
import KioskSystem

/// A connector, CRTC and primary plane that are driven with the ioctls of kernels and drivers
/// without atomic mode setting.
struct LegacyPipeline {
    private let device: any DRMDevice
    /// The ID of the connector.
    private let connectorID: UInt32
    /// The ID of the connector's property `DPMS`, or `nil` if the connector lacks the property.
    private let powerPropertyID: UInt32?
    /// The ID of the CRTC.
    private let crtcID: UInt32
    /// The primary plane, or `nil` if the driver does not list it.
    private let plane: PrimaryPlane?

    /// Creates a pipeline without any kernel call.
    init(device: any DRMDevice, connector: Connector, crtcID: UInt32, plane: PrimaryPlane?) {
        self.device = device
        connectorID = connector.id
        powerPropertyID = connector.powerPropertyID
        self.crtcID = crtcID
        self.plane = plane
    }

    /// Sets the mode and shows a framebuffer without rotation.
    func setMode(_ mode: DRMMode, framebufferID: UInt32) throws(Errno) {
        plane?.setRotation(on: device, isInitial: false)
        try device.setCRTC(
            crtcID,
            to: CRTCConfiguration(
                framebufferID: framebufferID, connectorIDs: [connectorID], mode: mode))
    }

    /// Starts a page flip to another framebuffer. An event with `flipNumber` reports the flip's
    /// completion.
    func flip(to framebufferID: UInt32, flipNumber: UInt64) throws(Errno) {
        try device.flip(crtcID, to: framebufferID, flipNumber: flipNumber)
    }

    /// Switches the display on or off with the connector's property `DPMS`.
    func setPower(isOn: Bool) throws(Errno) {
        guard let powerPropertyID else { throw .notSupported }
        try device.setProperty(
            powerPropertyID, of: .connector(connectorID),
            to: UInt64(isOn ? DRM_MODE_DPMS_ON : DRM_MODE_DPMS_OFF))
    }
}
