/// The CRTC that drives a connector.
///
/// A CRTC that already drives the connector is preferred, then an unused one, then one that drives
/// another connector.
struct CRTCSelection {
    /// The ID of the CRTC.
    let id: UInt32
    /// The position of the CRTC in the device's list, which is its bit in `possible_crtcs`.
    let index: Int

    /// Selects a CRTC for a connector. Returns `nil` if no CRTC can drive the connector.
    ///
    /// - Parameters:
    ///   - device: The DRM device.
    ///   - connector: The connector to drive.
    ///   - connectors: All connectors of the device.
    init?(device: any DRMDevice, connector: Connector, among connectors: [Connector]) {
        guard let crtcIDs = try? device.resources().crtcIDs else { return nil }
        let compatible = crtcIDs.indices.filter { connector.possibleCRTCs >> UInt32($0) & 1 == 1 }
        let busy = Set(connectors.compactMap(\.currentCRTCID))
        let current = crtcIDs.firstIndex { $0 == connector.currentCRTCID }
        let unused = compatible.first { !busy.contains(crtcIDs[$0]) }
        guard let index = current ?? unused ?? compatible.first else { return nil }
        id = crtcIDs[index]
        self.index = index
    }
}

/// The state of a CRTC before the kiosk used it.
struct SavedCRTC {
    /// The ID of the CRTC.
    private let id: UInt32
    /// The configuration to restore, or `nil` if the CRTC was off or showed no framebuffer.
    private let configuration: CRTCConfiguration?

    /// Saves the current state of a CRTC.
    ///
    /// - Parameters:
    ///   - device: The DRM device.
    ///   - id: The ID of the CRTC.
    ///   - connectors: All connectors of the device.
    init(device: any DRMDevice, id: UInt32, among connectors: [Connector]) {
        self.id = id
        let driven = connectors.filter { $0.currentCRTCID == id }.map(\.id)
        guard let state = try? device.crtc(id), let mode = state.mode, state.framebufferID != 0,
            !driven.isEmpty
        else {
            configuration = nil
            return
        }
        configuration = CRTCConfiguration(
            framebufferID: state.framebufferID, origin: state.origin, connectorIDs: driven,
            mode: mode)
    }

    /// Restores the saved state, or switches the CRTC off if it was off.
    ///
    /// An error is ignored: Without DRM master, another program already controls the CRTC.
    func restore(device: any DRMDevice) {
        try? device.setCRTC(id, to: configuration)
    }
}
