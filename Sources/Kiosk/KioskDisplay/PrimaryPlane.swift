import CTouchTrackerDRM

/// A primary plane of a DRM device: the plane that shows the main picture of a CRTC.
struct PrimaryPlane {
    /// The ID of the plane.
    let id: UInt32
    /// The four-character codes of the formats that the plane can scan out, in the driver's order.
    let formats: [String]
    /// The ID of the CRTC on which the plane is shown, or 0 if there is none.
    let crtcID: UInt32
    /// The bit set of the CRTCs that can use the plane, by their position in the device's list.
    let possibleCRTCs: UInt32
    /// The property `rotation` with its initial value, or `nil` if the plane cannot rotate.
    let rotation: DRMProperty?

    /// The value of the property `rotation` that shows the framebuffer without rotation.
    static let noRotation = UInt64(DRM_MODE_ROTATE_0)

    /// Returns all primary planes of a device, or an empty array if the driver does not support
    /// universal planes.
    static func all(of device: any DRMDevice) -> [PrimaryPlane] {
        // The kernel lists primary planes only for clients with this capability.
        guard (try? device.enable(.universalPlanes)) != nil, let ids = try? device.planeIDs()
        else { return [] }
        return ids.compactMap { PrimaryPlane(device: device, id: $0) }
    }

    /// Reads the plane with the given ID. Returns `nil` if it is a cursor or overlay plane.
    private init?(device: any DRMDevice, id: UInt32) {
        guard let properties = try? device.properties(of: .plane(id)),
            properties["type"]?.value == UInt64(DRM_PLANE_TYPE_PRIMARY),
            let plane = try? device.plane(id)
        else { return nil }
        self.id = id
        formats = plane.formats.map { FourCharacterCode.text($0) }
        crtcID = plane.crtcID
        possibleCRTCs = plane.possibleCRTCs
        rotation = properties["rotation"]
    }

    /// Returns the primary plane that the CRTC uses, otherwise an unused one, or `nil` if there is
    /// none. A plane of another CRTC is unsuitable, because one commit cannot move it.
    static func find(on device: any DRMDevice, crtc: CRTCSelection) -> PrimaryPlane? {
        let compatible = all(of: device).filter { $0.possibleCRTCs >> UInt32(crtc.index) & 1 == 1 }
        return compatible.first { $0.crtcID == crtc.id } ?? compatible.first { $0.crtcID == 0 }
    }

    /// Sets the plane's rotation if the plane was rotated initially. The ioctl works with and
    /// without atomic commits.
    ///
    /// The kernel's console rotates the plane for a panel that is mounted upside down. The kiosk's
    /// pictures are already rotated. An error is ignored, because a rotated picture is better than
    /// none.
    ///
    /// - Parameter isInitial: Whether to restore the initial rotation instead of none.
    func setRotation(on device: any DRMDevice, isInitial: Bool) {
        guard let rotation, rotation.value != Self.noRotation else { return }
        try? device.setProperty(
            rotation.id, of: .plane(id), to: isInitial ? rotation.value : Self.noRotation)
    }
}
