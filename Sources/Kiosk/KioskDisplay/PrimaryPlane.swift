import CTouchTrackerDRM

/// A primary plane of a DRM device: the plane that shows the main picture of a CRTC.
struct PrimaryPlane {
    /// The ID of the plane.
    let id: UInt32
    /// The four-character codes of the formats that the plane can scan out, in the driver's order.
    let formats: [String]
    /// The ID of the CRTC on which the plane is shown, or 0 if there is none.
    let crtc: UInt32
    /// The bit set of the CRTCs that can use the plane, by their position in the device's list.
    let possibleCRTCs: UInt32

    /// Returns all primary planes of a device, or an empty array if the driver does not support
    /// universal planes.
    ///
    /// The corresponding C function is `drmModeGetPlaneResources`.
    static func all(of card: DRMCard) -> [PrimaryPlane] {
        // The kernel lists primary planes only for clients with this capability.
        guard drmSetClientCap(card.descriptor, UInt64(DRM_CLIENT_CAP_UNIVERSAL_PLANES), 1) == 0,
            let planes = drmModeGetPlaneResources(card.descriptor)
        else { return [] }
        defer { drmModeFreePlaneResources(planes) }
        return (0..<Int(planes.pointee.count_planes)).compactMap { index in
            PrimaryPlane(card: card, id: planes.pointee.planes[index])
        }
    }

    /// Reads the plane with the given ID. Returns `nil` if it is a cursor or overlay plane.
    ///
    /// The corresponding C function is `drmModeGetPlane`.
    private init?(card: DRMCard, id: UInt32) {
        let type = card.properties(of: id, type: UInt32(DRM_MODE_OBJECT_PLANE))["type"]
        guard type?.value == UInt64(DRM_PLANE_TYPE_PRIMARY),
            let plane = drmModeGetPlane(card.descriptor, id)
        else { return nil }
        defer { drmModeFreePlane(plane) }
        self.id = id
        formats = (0..<Int(plane.pointee.count_formats)).map {
            FourCharacterCode.text(plane.pointee.formats[$0])
        }
        crtc = plane.pointee.crtc_id
        possibleCRTCs = plane.pointee.possible_crtcs
    }

    /// Returns the primary plane that the CRTC uses, otherwise an unused one, or `nil` if there is
    /// none. A plane of another CRTC is unsuitable, because one commit cannot move it.
    static func find(on card: DRMCard, crtc: CRTCSelection) -> PrimaryPlane? {
        let compatible = all(of: card).filter { $0.possibleCRTCs >> UInt32(crtc.index) & 1 == 1 }
        return compatible.first { $0.crtc == crtc.id } ?? compatible.first { $0.crtc == 0 }
    }
}
