import CTouchTrackerDRM
import TouchKitGeometry

/// A connector of a DRM device and the display connected to it.
struct Connector {
    /// The ID of the connector.
    let id: UInt32
    /// The kernel's name of the connector, for example `HDMI-A-1`.
    let name: String
    /// The connection status.
    let status: ConnectorStatus
    /// Whether a display is connected.
    var isConnected: Bool { status == .connected }
    /// The modes of the display, in the driver's order.
    let modes: [drmModeModeInfo]
    /// The orientation in which the panel is mounted.
    let panelOrientation: PanelOrientation
    /// The physical size that the display reports, in millimeters. The reported size may be wrong.
    let millimeters: (width: Int, height: Int)
    /// Whether the display's EDID is available, or the connector's type needs no EDID.
    let isIdentified: Bool
    /// Whether the connector is external: for a monitor instead of a built-in panel.
    let isExternal: Bool
    /// The ID of the property `DPMS`, which switches the display off without atomic commits, or
    /// `nil` if the connector has none.
    let powerProperty: UInt32?
    /// Whether the property `link-status` is bad, so that the mode must be set again.
    let hasBadLink: Bool
    /// The ID of the CRTC that drives the connector, or `nil` if there is none.
    let currentCRTC: UInt32?
    /// The bit set of the CRTCs that can drive the connector, by their position in the device's
    /// list.
    let possibleCRTCs: UInt32

    /// Returns all connectors of a device, or an empty array if the device has no display outputs.
    ///
    /// The corresponding C function is `drmModeGetResources`.
    ///
    /// - Parameters:
    ///   - card: The DRM device.
    ///   - probesDisplays: Whether to probe the displays, which only the DRM master can do. If
    ///     `false`, the function returns what the kernel knows from the last probe.
    static func all(of card: DRMCard, probesDisplays: Bool = true) -> [Connector] {
        guard let resources = drmModeGetResources(card.descriptor) else { return [] }
        defer { drmModeFreeResources(resources) }
        guard resources.pointee.count_crtcs > 0 else { return [] }
        return (0..<Int(resources.pointee.count_connectors)).compactMap { index in
            Connector(
                card: card, id: resources.pointee.connectors[index], probesDisplay: probesDisplays)
        }
    }

    /// The types of external connectors, whose displays have an EDID.
    private static let externalTypes = [
        DRM_MODE_CONNECTOR_VGA, DRM_MODE_CONNECTOR_DVII, DRM_MODE_CONNECTOR_DVID,
        DRM_MODE_CONNECTOR_DVIA, DRM_MODE_CONNECTOR_DisplayPort, DRM_MODE_CONNECTOR_HDMIA,
        DRM_MODE_CONNECTOR_HDMIB,
    ]

    /// Reads the connector with the given ID. Returns `nil` if the device has no such connector.
    ///
    /// The corresponding C functions are `drmModeGetConnector` and `drmModeGetConnectorCurrent`.
    ///
    /// - Parameters:
    ///   - card: The DRM device.
    ///   - id: The ID of the connector.
    ///   - probesDisplay: Whether to probe the display, which only the DRM master can do.
    init?(card: DRMCard, id: UInt32, probesDisplay: Bool = true) {
        let result =
            probesDisplay
            ? drmModeGetConnector(card.descriptor, id)
            : drmModeGetConnectorCurrent(card.descriptor, id)
        guard let connector = result else { return nil }
        defer { drmModeFreeConnector(connector) }
        self.id = id
        let type = drmModeGetConnectorTypeName(connector.pointee.connector_type)
            .map { String(cString: $0) }
        name = "\(type ?? "Unknown")-\(connector.pointee.connector_type_id)"
        status =
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
        isExternal = Self.externalTypes.contains(Int32(connector.pointee.connector_type))
        powerProperty = properties["DPMS"]?.id
        isIdentified = !isExternal || properties["EDID"]?.value != 0
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

    /// The connector's data for display selection.
    var candidate: CardCandidate.Connector {
        CardCandidate.Connector(
            name: name, isConnected: isConnected,
            modes: modes.map { mode in
                CardCandidate.Mode(
                    mode.displayMode,
                    isPreferred: mode.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0,
                    isInterlaced: mode.flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0)
            }, isIdentified: isIdentified)
    }
}

extension drmModeModeInfo {
    /// The mode as a `DisplayMode`, with the exact refresh rate.
    ///
    /// The rate is calculated like the kernel's `drm_mode_vrefresh`: Each field of an interlaced
    /// mode counts as a frame, and a row that is scanned twice counts as two.
    var displayMode: DisplayMode {
        var total = Int(htotal) * Int(vtotal)
        if flags & UInt32(DRM_MODE_FLAG_DBLSCAN) != 0 { total *= 2 }
        if vscan > 1 { total *= Int(vscan) }
        let fieldCount = flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0 ? 2 : 1
        let exact = total > 0 ? Int(clock) * 1_000_000 * fieldCount / total : 0
        return DisplayMode(
            width: Int(hdisplay), height: Int(vdisplay),
            refreshMillihertz: exact > 0 ? exact : Int(vrefresh) * 1_000,
            totalHeight: Int(vtotal))
    }
}
