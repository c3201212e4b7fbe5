import CTouchTrackerDRM
import TouchKitGeometry

/// A connector of a card and what is plugged into it.
struct Connector {
    let id: UInt32
    let name: String
    let connection: Connection
    var isConnected: Bool { connection == .connected }
    /// The modes it offers, the driver's order.
    let modes: [drmModeModeInfo]
    let panelOrientation: PanelOrientation
    /// How large the display says it is, in millimetres; believable or not.
    let millimeters: (width: Int, height: Int)
    /// Whether the display has described itself, or is of a kind that doesn't.
    let isIdentified: Bool
    /// Whether it leads out of the machine, to a monitor with a power supply of its own.
    let isForMonitors: Bool
    /// The property that switches the display off where a driver isn't an atomic one.
    let powerProperty: UInt32?
    /// Whether the kernel holds the link for broken (`link-status`): it wants the mode set again.
    let hasBadLink: Bool
    /// The CRTC that drives it now, and those that could, as bits over the card's list.
    let currentCRTC: UInt32?
    let possibleCRTCs: UInt32

    /// Reads every connector of a card; none where the card has no display part at all.
    ///
    /// - Parameter asksDisplays: Whether displays are asked anew, which needs the card's master; or
    ///   only what the kernel knows is read, which disturbs nobody.
    static func all(of card: Card, asksDisplays: Bool = true) -> [Connector] {
        guard let resources = drmModeGetResources(card.descriptor) else { return [] }
        defer { drmModeFreeResources(resources) }
        guard resources.pointee.count_crtcs > 0 else { return [] }
        return (0..<Int(resources.pointee.count_connectors)).compactMap { index in
            Connector(
                card: card, id: resources.pointee.connectors[index], asksDisplay: asksDisplays)
        }
    }

    /// Connectors of monitors: their displays have an EDID.
    private static let describingTypes = [
        DRM_MODE_CONNECTOR_VGA, DRM_MODE_CONNECTOR_DVII, DRM_MODE_CONNECTOR_DVID,
        DRM_MODE_CONNECTOR_DVIA, DRM_MODE_CONNECTOR_DisplayPort, DRM_MODE_CONNECTOR_HDMIA,
        DRM_MODE_CONNECTOR_HDMIB,
    ]

    /// Reads one connector; nil where the card doesn't have it (any more).
    init?(card: Card, id: UInt32, asksDisplay: Bool = true) {
        let answer =
            asksDisplay
            ? drmModeGetConnector(card.descriptor, id)
            : drmModeGetConnectorCurrent(card.descriptor, id)
        guard let connector = answer else { return nil }
        defer { drmModeFreeConnector(connector) }
        self.id = id
        let type = drmModeGetConnectorTypeName(connector.pointee.connector_type)
            .map { String(cString: $0) }
        name = "\(type ?? "Unknown")-\(connector.pointee.connector_type_id)"
        connection =
            switch connector.pointee.connection {
            case DRM_MODE_CONNECTED: .connected
            case DRM_MODE_DISCONNECTED: .notConnected
            default: .unknown
            }
        modes = (0..<Int(connector.pointee.count_modes)).map { connector.pointee.modes[$0] }
        millimeters = (Int(connector.pointee.mmWidth), Int(connector.pointee.mmHeight))
        let properties = card.properties(of: id, type: UInt32(DRM_MODE_OBJECT_CONNECTOR))
        panelOrientation =
            properties["panel orientation"].flatMap {
                PanelOrientation(rawValue: Int(clamping: $0.value))
            } ?? .normal
        isForMonitors = Self.describingTypes.contains(Int32(connector.pointee.connector_type))
        powerProperty = properties["DPMS"]?.id
        isIdentified = !isForMonitors || properties["EDID"]?.value != 0
        hasBadLink = properties["link-status"]?.value == UInt64(DRM_MODE_LINK_STATUS_BAD)
        var current: UInt32?
        var possible: UInt32 = 0
        for index in 0..<Int(connector.pointee.count_encoders) {
            let encoderID = connector.pointee.encoders[index]
            guard let encoder = drmModeGetEncoder(card.descriptor, encoderID) else { continue }
            defer { drmModeFreeEncoder(encoder) }
            possible |= encoder.pointee.possible_crtcs
            if encoderID == connector.pointee.encoder_id, encoder.pointee.crtc_id != 0 {
                current = encoder.pointee.crtc_id
            }
        }
        currentCRTC = current
        possibleCRTCs = possible
    }

    /// What it offers, as a plain value.
    var listing: CardListing.Connector {
        CardListing.Connector(
            name: name, isConnected: isConnected,
            modes: modes.map { mode in
                CardListing.Mode(
                    mode.displayMode,
                    isPreferred: mode.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0,
                    isInterlaced: mode.flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0)
            }, isIdentified: isIdentified)
    }
}

extension drmModeModeInfo {
    /// The mode in our own words; its rate exactly, as the kernel computes it (drm_mode_vrefresh):
    /// of an interlaced mode each half counts, a line that is scanned twice counts as two.
    var displayMode: DisplayMode {
        var total = Int(htotal) * Int(vtotal)
        if flags & UInt32(DRM_MODE_FLAG_DBLSCAN) != 0 { total *= 2 }
        if vscan > 1 { total *= Int(vscan) }
        let halves = flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0 ? 2 : 1
        let exact = total > 0 ? Int(clock) * 1_000_000 * halves / total : 0
        return DisplayMode(
            width: Int(hdisplay), height: Int(vdisplay),
            refreshMillihertz: exact > 0 ? exact : Int(vrefresh) * 1_000,
            totalHeight: Int(vtotal))
    }
}
