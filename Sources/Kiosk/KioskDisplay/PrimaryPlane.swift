import CTouchTrackerDRM

/// The plane that shows a CRTC's picture.
struct PrimaryPlane {
    let id: UInt32
    /// What it can scan out, as four-character codes, the driver's order.
    let formats: [String]
    /// The CRTC that it shows something on; 0 if none.
    let crtc: UInt32
    /// The CRTCs that it could, as bits over the card's list.
    let possibleCRTCs: UInt32

    /// Every primary plane of a card; none where the driver is too old to tell.
    static func all(of card: Card) -> [PrimaryPlane] {
        // Primary planes are shown to those who ask for them.
        guard drmSetClientCap(card.descriptor, UInt64(DRM_CLIENT_CAP_UNIVERSAL_PLANES), 1) == 0,
            let planes = drmModeGetPlaneResources(card.descriptor)
        else { return [] }
        defer { drmModeFreePlaneResources(planes) }
        return (0..<Int(planes.pointee.count_planes)).compactMap { index in
            PrimaryPlane(card: card, id: planes.pointee.planes[index])
        }
    }

    /// Nil where it is a cursor or an overlay.
    private init?(card: Card, id: UInt32) {
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

    /// The CRTC's own primary plane, or else one that nobody uses: the kernel moves no plane from
    /// one CRTC to another in one step.
    static func find(on card: Card, crtc: CRTCChoice) -> PrimaryPlane? {
        let able = all(of: card).filter { $0.possibleCRTCs >> UInt32(crtc.index) & 1 == 1 }
        return able.first { $0.crtc == crtc.id } ?? able.first { $0.crtc == 0 }
    }
}
