import CTouchTrackerDRM

/// The CRTC that drives a connector: the one that does already, or the first that can; one that
/// drives another connector only where there is no other.
struct CRTCChoice {
    let id: UInt32
    /// Its place in the card's list, as `possible_crtcs` counts.
    let index: Int

    /// - Parameter connectors: All connectors of the card.
    init?(card: Card, connector: Connector, among connectors: [Connector]) {
        guard let resources = drmModeGetResources(card.descriptor) else { return nil }
        defer { drmModeFreeResources(resources) }
        let crtcs = (0..<Int(resources.pointee.count_crtcs)).map { resources.pointee.crtcs[$0] }
        if let current = connector.currentCRTC, let index = crtcs.firstIndex(of: current) {
            self.init(id: current, index: index)
            return
        }
        let able = crtcs.indices.filter { connector.possibleCRTCs >> UInt32($0) & 1 == 1 }
        let busy = Set(connectors.compactMap(\.currentCRTC))
        guard let index = able.first(where: { !busy.contains(crtcs[$0]) }) ?? able.first else {
            return nil
        }
        self.init(id: crtcs[index], index: index)
    }

    private init(id: UInt32, index: Int) {
        self.id = id
        self.index = index
    }
}

/// What a CRTC showed before we came.
struct SavedCRTC {
    private let crtc: UInt32
    /// All that it drove: a picture may be on several displays.
    private let connectors: [UInt32]
    private let framebuffer: UInt32
    private let x: UInt32
    private let y: UInt32
    /// Nil where it was off.
    private let mode: drmModeModeInfo?

    /// - Parameter connectors: All connectors of the card.
    init(card: Card, crtc: UInt32, among connectors: [Connector]) {
        self.crtc = crtc
        self.connectors = connectors.filter { $0.currentCRTC == crtc }.map(\.id)
        let saved = drmModeGetCrtc(card.descriptor, crtc)
        defer { if let saved { drmModeFreeCrtc(saved) } }
        framebuffer = saved?.pointee.buffer_id ?? 0
        x = saved?.pointee.x ?? 0
        y = saved?.pointee.y ?? 0
        mode = saved.flatMap { $0.pointee.mode_valid != 0 ? $0.pointee.mode : nil }
    }

    /// Puts it back; where it was off, it is switched off.
    func restore(card: Card) {
        guard var mode, framebuffer != 0, !connectors.isEmpty else {
            drmModeSetCrtc(card.descriptor, crtc, 0, 0, 0, nil, 0, nil)
            return
        }
        var connectors = connectors
        drmModeSetCrtc(
            card.descriptor, crtc, framebuffer, x, y, &connectors, Int32(connectors.count), &mode)
    }
}
