import CTouchTrackerDRM

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
    /// The corresponding C function is `drmModeGetResources`.
    ///
    /// - Parameters:
    ///   - card: The DRM device.
    ///   - connector: The connector to drive.
    ///   - connectors: All connectors of the device.
    init?(card: DRMCard, connector: Connector, among connectors: [Connector]) {
        guard let resources = drmModeGetResources(card.descriptor) else { return nil }
        defer { drmModeFreeResources(resources) }
        let crtcs = (0..<Int(resources.pointee.count_crtcs)).map { resources.pointee.crtcs[$0] }
        if let current = connector.currentCRTC, let index = crtcs.firstIndex(of: current) {
            self.init(id: current, index: index)
            return
        }
        let compatible = crtcs.indices.filter { connector.possibleCRTCs >> UInt32($0) & 1 == 1 }
        let busy = Set(connectors.compactMap(\.currentCRTC))
        let unused = compatible.first { !busy.contains(crtcs[$0]) }
        guard let index = unused ?? compatible.first else { return nil }
        self.init(id: crtcs[index], index: index)
    }

    private init(id: UInt32, index: Int) {
        self.id = id
        self.index = index
    }
}

/// The state of a CRTC before the kiosk used it.
struct SavedCRTC {
    /// The ID of the CRTC.
    private let crtc: UInt32
    /// The IDs of all connectors that the CRTC drove. A CRTC can drive several displays.
    private let connectors: [UInt32]
    /// The ID of the framebuffer that the CRTC showed.
    private let framebuffer: UInt32
    /// The horizontal offset of the CRTC within the framebuffer, in pixels.
    private let x: UInt32
    /// The vertical offset of the CRTC within the framebuffer, in pixels.
    private let y: UInt32
    /// The mode of the CRTC, or `nil` if the CRTC was off.
    private let mode: drmModeModeInfo?

    /// Saves the current state of a CRTC.
    ///
    /// The corresponding C function is `drmModeGetCrtc`.
    ///
    /// - Parameters:
    ///   - card: The DRM device.
    ///   - crtc: The ID of the CRTC.
    ///   - connectors: All connectors of the device.
    init(card: DRMCard, crtc: UInt32, among connectors: [Connector]) {
        self.crtc = crtc
        self.connectors = connectors.filter { $0.currentCRTC == crtc }.map(\.id)
        let saved = drmModeGetCrtc(card.descriptor, crtc)
        defer { if let saved { drmModeFreeCrtc(saved) } }
        framebuffer = saved?.pointee.buffer_id ?? 0
        x = saved?.pointee.x ?? 0
        y = saved?.pointee.y ?? 0
        mode = saved.flatMap { $0.pointee.mode_valid != 0 ? $0.pointee.mode : nil }
    }

    /// Restores the saved state, or switches the CRTC off if it was off.
    ///
    /// The corresponding C function is `drmModeSetCrtc`.
    func restore(card: DRMCard) {
        guard var mode, framebuffer != 0, !connectors.isEmpty else {
            drmModeSetCrtc(card.descriptor, crtc, 0, 0, 0, nil, 0, nil)
            return
        }
        var connectors = connectors
        drmModeSetCrtc(
            card.descriptor, crtc, framebuffer, x, y, &connectors, Int32(connectors.count), &mode)
    }
}
