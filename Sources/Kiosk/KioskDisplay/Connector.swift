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
    let modes: [DRMMode]
    /// The orientation in which the panel is mounted.
    let panelOrientation: PanelOrientation
    /// The physical size that the display reports, in millimeters. The reported size may be wrong.
    let millimeters: (width: Int, height: Int)
    /// Whether the display's EDID is available, or the connector's type needs no EDID.
    let isIdentified: Bool
    /// Whether the connector is external: for a monitor instead of a built-in panel.
    let isExternal: Bool
    /// The ID of the connector's property `DPMS`, which switches the display off without atomic
    /// commits, or `nil` if the connector lacks the property.
    let powerPropertyID: UInt32?
    /// Whether the property `link-status` is bad, so that the mode must be set again.
    let hasBadLink: Bool
    /// The ID of the CRTC that drives the connector, or `nil` if there is none.
    let currentCRTCID: UInt32?
    /// The bit set of the CRTCs that can drive the connector, by their position in the device's
    /// list.
    let possibleCRTCs: UInt32

    /// Returns all connectors of a device, or an empty array if the device has no display outputs.
    ///
    /// - Parameters:
    ///   - device: The DRM device.
    ///   - probesDisplays: Whether to probe the displays, which only the DRM master can do. If
    ///     `false`, the function returns what the kernel knows from the last probe.
    static func all(of device: any DRMDevice, probesDisplays: Bool = true) -> [Connector] {
        guard let resources = try? device.resources(), !resources.crtcIDs.isEmpty else { return [] }
        return resources.connectorIDs.compactMap {
            Connector(device: device, id: $0, probesDisplay: probesDisplays)
        }
    }

    /// Reads the connector with the given ID. Returns `nil` if the device has no such connector.
    ///
    /// - Parameters:
    ///   - device: The DRM device.
    ///   - id: The ID of the connector.
    ///   - probesDisplay: Whether to probe the display, which only the DRM master can do.
    init?(device: any DRMDevice, id: UInt32, probesDisplay: Bool = true) {
        guard let connector = try? device.connector(id, probesDisplay: probesDisplay) else {
            return nil
        }
        self.id = id
        name = connector.name
        status = connector.status
        // No driver can show a mode without pixels, which a broken EDID can contain.
        modes = connector.modes.filter { $0.width > 0 && $0.height > 0 }
        millimeters = connector.millimeters
        isExternal = connector.isExternal
        let properties = (try? device.properties(of: .connector(id))) ?? [:]
        panelOrientation =
            properties["panel orientation"].flatMap {
                PanelOrientation(rawValue: Int(clamping: $0.value))
            } ?? .normal
        powerPropertyID = properties["DPMS"]?.id
        isIdentified = !isExternal || properties["EDID"]?.value != 0
        hasBadLink = properties["link-status"]?.value == UInt64(DRM_MODE_LINK_STATUS_BAD)
        var current: UInt32?
        var possible: UInt32 = 0
        for encoderID in connector.encoderIDs {
            guard let encoder = try? device.encoder(encoderID) else { continue }
            possible |= encoder.possibleCRTCs
            if encoderID == connector.encoderID, encoder.crtcID != 0 { current = encoder.crtcID }
        }
        currentCRTCID = current
        possibleCRTCs = possible
    }

    /// The connector's data for display selection.
    var candidate: CardCandidate.Connector {
        CardCandidate.Connector(
            name: name, isConnected: isConnected,
            modes: modes.map { mode in
                CardCandidate.Mode(
                    mode.displayMode, isPreferred: mode.isPreferred,
                    isInterlaced: mode.isInterlaced)
            }, isIdentified: isIdentified)
    }
}
