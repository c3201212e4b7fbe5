import KioskDisplay
import KioskSystem

// Connectors, encoders, CRTCs and planes with their properties.

extension SimulatedDRMDevice {
    private static let planeProperties = [
        "FB_ID", "CRTC_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W",
        "CRTC_H", "type", "rotation", "FB_DAMAGE_CLIPS",
    ]
    private static let crtcProperties = ["MODE_ID", "ACTIVE"]
    private static let connectorProperties = [
        "DPMS", "link-status", "panel orientation", "EDID", "CRTC_ID",
    ]

    func resources() throws(Errno) -> DRMResources {
        DRMResources(
            connectorIDs: card.connectors.indices.map { 300 + UInt32($0) },
            crtcIDs: (0..<card.crtcCount).map { 400 + UInt32($0) })
    }

    func connector(_ id: UInt32, probesDisplay: Bool) throws(Errno) -> DRMConnectorState {
        if isUnplugged { throw .noDevice }
        let index = try index(of: id, from: 300, count: card.connectors.count)
        let model = card.connectors[index]
        let encoder = 500 + UInt32(index)
        return DRMConnectorState(
            name: model.name, isExternal: model.isExternal, status: model.status,
            modes: model.modes, encoderID: routes[id] == nil ? 0 : encoder, encoderIDs: [encoder])
    }

    func encoder(_ id: UInt32) throws(Errno) -> DRMEncoderState {
        let index = try index(of: id, from: 500, count: card.connectors.count)
        return DRMEncoderState(
            crtcID: routes[300 + UInt32(index)] ?? 0, possibleCRTCs: 1 << UInt32(card.crtcCount) - 1
        )
    }

    func crtc(_ id: UInt32) throws(Errno) -> DRMCRTCState {
        _ = try index(of: id, from: 400, count: card.crtcCount)
        guard let framebuffer = shown[id] else { return DRMCRTCState(framebufferID: 0, mode: nil) }
        return DRMCRTCState(framebufferID: framebuffer, mode: DRMMode(width: 640, height: 400))
    }

    func planeIDs() throws(Errno) -> [UInt32] {
        clientCapabilities.contains(.universalPlanes)
            ? (0..<card.crtcCount).map { 600 + UInt32($0) } : []
    }

    func plane(_ id: UInt32) throws(Errno) -> DRMPlaneState {
        let index = try index(of: id, from: 600, count: card.crtcCount)
        let crtc = 400 + UInt32(index)
        return DRMPlaneState(
            formats: card.formats.map { FourCharacterCode.code($0) },
            crtcID: shown[crtc] == nil ? 0 : crtc,
            possibleCRTCs: card.sharesPlanes ? .max : 1 << UInt32(index))
    }

    func properties(of object: DRMObject) throws(Errno) -> [String: DRMProperty] {
        let isAtomic = clientCapabilities.contains(.atomic)
        var properties: [String: DRMProperty] = [:]
        switch object {
        case .connector(let id):
            let model = card.connectors[
                try index(of: id, from: 300, count: card.connectors.count)]
            let values: [UInt64?] = [
                card.hasPowerProperty ? 0 : nil, model.linkStatus, model.orientation,
                model.isExternal ? (model.hasEDID ? 7 : 0) : nil, isAtomic ? 0 : nil,
            ]
            for (index, name) in Self.connectorProperties.enumerated() {
                guard let value = values[index] else { continue }
                properties[name] = DRMProperty(id: 130 + UInt32(index), value: value)
            }
        case .crtc:
            guard isAtomic else { break }
            for (index, name) in Self.crtcProperties.enumerated() {
                properties[name] = DRMProperty(id: 120 + UInt32(index), value: 0)
            }
        case .plane:
            for (index, name) in Self.planeProperties.enumerated() {
                switch name {
                case "type":
                    properties[name] = DRMProperty(id: 100 + UInt32(index), value: 1)
                case "rotation":
                    if card.rotation == nil { continue }
                    properties[name] = DRMProperty(id: 100 + UInt32(index), value: rotation)
                case "FB_DAMAGE_CLIPS" where !card.hasDamageClips: continue
                default:
                    if isAtomic {
                        properties[name] = DRMProperty(id: 100 + UInt32(index), value: 0)
                    }
                }
            }
        }
        return properties
    }

    func setProperty(_ property: UInt32, of object: DRMObject, to value: UInt64) throws(Errno) {
        try check(.setProperty)
        switch (object, Self.name(of: property)) {
        case (.connector, "DPMS"):
            calls.append("DPMS \(value == 0 ? "on" : "off")")
        case (.plane, "rotation"):
            rotation = value
            calls.append("rotation \(value)")
        default: throw .notFound
        }
    }

    /// Returns the name of a property by its ID.
    static func name(of property: UInt32) -> String? {
        let (names, first): ([String], UInt32) =
            property >= 130
            ? (connectorProperties, 130)
            : property >= 120 ? (crtcProperties, 120) : (planeProperties, 100)
        let index = Int(property - first)
        return index < names.count ? names[index] : nil
    }
}
