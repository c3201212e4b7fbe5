import KioskDisplay
import KioskSystem
import TouchKitGeometry

/// A DRM device in memory that checks each call like the kernel, with errors that a test scripts.
///
/// IDs: connectors from 300, CRTCs from 400, encoders from 500, planes from 600. The framebuffers
/// of the display under test are numbered from 1. `consoleFramebuffer` is on the first CRTC at
/// start.
final class SimulatedDRMDevice: DRMDevice {
    /// The features of a simulated card and its driver.
    struct Card {
        /// Whether the driver supports atomic commits.
        var isAtomic = true
        /// Whether the driver supports legacy page flips.
        var hasPageFlips = true
        /// Whether the driver supports the dirty ioctl.
        var hasDirtyIoctl = true
        /// Whether flips complete at a vblank. Otherwise they complete immediately.
        var hasVblank = true
        /// Whether the driver supports dumb buffers.
        var hasDumbBuffers = true
        /// Whether event timestamps use the monotonic clock.
        var hasMonotonicTimestamps = true
        /// Whether the planes have the property `FB_DAMAGE_CLIPS`.
        var hasDamageClips = true
        /// Whether the kernel lists primary planes.
        var hasUniversalPlanes = true
        /// Whether the connectors have the property `DPMS`.
        var hasPowerProperty = true
        /// The initial value of the planes' property `rotation`, or `nil` without the property.
        var rotation: UInt64?
        /// The formats of the planes.
        var formats = ["XR24", "AR24", "RG16"]
        /// The connectors; each has its own encoder.
        var connectors = [ConnectorModel()]
        /// The number of CRTCs, each with a primary plane.
        var crtcCount = 1
        /// Returns the number of bytes per row of a dumb buffer for its width and bits per pixel.
        var pitch: (_ width: Int, _ bits: Int) -> Int = { width, bits in
            (width * bits / 8 + 63) / 64 * 64
        }
        /// The number of bytes by which dumb buffers are smaller than their rows.
        var missingBytes = 0
    }

    /// A connector of a simulated card.
    struct ConnectorModel {
        var name = "DSI-1"
        var isExternal = false
        var status = ConnectorStatus.connected
        var modes = [DRMMode(width: 800, height: 480, isPreferred: true)]
        /// The value of the property `link-status`.
        var linkStatus: UInt64 = 0
        /// The value of the property `panel orientation`.
        var orientation: UInt64 = 0
    }

    /// A call whose error a test can script.
    enum Call: Hashable {
        case setMaster, addFramebuffer, createDumbBuffer, mapDumbBuffer, createModeBlob
        case createDamageBlob, commitModeSet, commitFlip, setCRTC, flip, markDirty, readFlips
        case setProperty
    }

    /// The content of a property blob.
    private enum Blob {
        case mode(width: Int, height: Int)
        case clips(Int)
    }

    /// A framebuffer with its dimensions in pixels.
    private struct Framebuffer {
        let handle: UInt32
        let width: Int
        let height: Int
        let format: UInt32
    }

    static let consoleFramebuffer: UInt32 = 90
    private static let planeProperties = [
        "FB_ID", "CRTC_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W",
        "CRTC_H", "type", "rotation", "FB_DAMAGE_CLIPS",
    ]
    private static let crtcProperties = ["MODE_ID", "ACTIVE"]
    private static let connectorProperties = [
        "DPMS", "link-status", "panel orientation", "EDID", "CRTC_ID",
    ]

    let path: String
    let descriptor: Int32 = -1
    let driver = "simulated"
    var card: Card
    /// Whether another program is the DRM master.
    var hasOtherMaster = false
    private(set) var isMaster = true
    /// Whether the device was unplugged.
    var isUnplugged = false
    /// Whether `waitForEvent(timeoutMilliseconds:)` completes a pending flip.
    var completesFlips = true
    /// The errors of the next calls, in order. A call without an error succeeds.
    var errors: [Call: [Errno]] = [:]
    /// The calls that changed the device, in order.
    private(set) var calls: [String] = []
    /// The queued events.
    private(set) var events: [FlipEvent] = []
    /// The ID of the framebuffer on each CRTC that is on.
    private(set) var shown: [UInt32: UInt32] = [400: consoleFramebuffer]
    /// The ID of the CRTC that drives each connector.
    private(set) var routes: [UInt32: UInt32] = [300: 400]
    /// The value of the first plane's property `rotation`.
    private(set) var rotation: UInt64
    /// Whether the property `DPMS` is on.
    private(set) var isPowered = true
    private var flipNumbers: [UInt32: UInt64] = [:]
    private var clientCapabilities: Set<DRMClientCapability> = []
    private var buffers: [UInt32: Int] = [:]
    private var mappings: [UnsafeMutableRawPointer: Int] = [:]
    private var framebuffers: [UInt32: Framebuffer] = [:]
    private var blobs: [UInt32: Blob] = [:]
    private var lastID: UInt32 = 0
    private var lastBlobID: UInt32 = 200

    init(_ card: Card = Card(), path: String = "/simulated/card0") {
        self.path = path
        self.card = card
        rotation = card.rotation ?? 1
    }

    // MARK: Control by tests

    /// The time of all vblanks.
    static let vblankTime = Timestamp(microseconds: 3_000_000)

    /// The kernel objects that were created and not destroyed.
    var leaks: [String] {
        buffers.keys.sorted().map { "buffer \($0)" } + blobs.keys.sorted().map { "blob \($0)" }
            + framebuffers.keys.sorted().map { "framebuffer \($0)" }
            + (mappings.isEmpty ? [] : ["\(mappings.count) mappings"])
    }

    /// The pending flip's number, or `nil` without one.
    var pendingFlip: UInt64? { flipNumbers[400] }

    /// Returns the recorded calls and forgets them.
    func takeCalls() -> [String] {
        defer { calls.removeAll() }
        return calls
    }

    /// Completes the pending flips and queues their events.
    func completeFlips(at time: Timestamp = vblankTime) {
        for number in flipNumbers.values.sorted() { queueEvent(number, at: time) }
        flipNumbers.removeAll()
    }

    /// Completes the pending flips without an event, like a driver that loses it.
    func loseFlipEvents() {
        flipNumbers.removeAll()
    }

    func queueEvent(_ number: UInt64, at time: Timestamp = vblankTime) {
        events.append(FlipEvent(flipNumber: number, time: time))
    }

    /// Switches a CRTC off, like a driver after a hotplug event.
    func disableCRTC(_ id: UInt32 = 400) {
        shown[id] = nil
    }

    // MARK: Checks of the kernel

    private func check(_ call: Call, needsMaster: Bool = true) throws(Errno) {
        if var scripted = errors[call], !scripted.isEmpty {
            let error = scripted.removeFirst()
            errors[call] = scripted
            throw error
        }
        if isUnplugged { throw .noDevice }
        if needsMaster, !isMaster { throw .permissionDenied }
    }

    private func index(of id: UInt32, from first: UInt32, count: Int) throws(Errno) -> Int {
        guard id >= first, id < first + UInt32(count) else { throw .notFound }
        return Int(id - first)
    }

    // MARK: DRM master and capabilities

    func setMaster() throws(Errno) {
        try check(.setMaster, needsMaster: false)
        if hasOtherMaster { throw .busy }
        isMaster = true
        calls.append("setMaster")
    }

    func dropMaster() throws(Errno) {
        guard isMaster else { throw .invalid }
        isMaster = false
        calls.append("dropMaster")
    }

    /// Makes another program the DRM master.
    func seizeMaster() {
        isMaster = false
        hasOtherMaster = true
    }

    func value(of capability: DRMCapability) -> UInt64 {
        switch capability {
        case .dumbBuffers: card.hasDumbBuffers ? 1 : 0
        case .monotonicTimestamps: card.hasMonotonicTimestamps ? 1 : 0
        }
    }

    func enable(_ capability: DRMClientCapability) throws(Errno) {
        switch capability {
        case .atomic: if !card.isAtomic { throw .notSupported }
        case .universalPlanes: if !card.hasUniversalPlanes { throw .invalid }
        }
        clientCapabilities.insert(capability)
    }

    // MARK: Mode objects

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
            crtcID: shown[crtc] == nil ? 0 : crtc, possibleCRTCs: 1 << UInt32(index))
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
                model.isExternal ? 7 : nil, isAtomic ? 0 : nil,
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
            isPowered = value == 0
            calls.append("DPMS \(isPowered ? "on" : "off")")
        case (.plane, "rotation"):
            rotation = value
            calls.append("rotation \(value)")
        default: throw .notFound
        }
    }

    /// Returns the name of a property by its ID.
    private static func name(of property: UInt32) -> String? {
        let (names, first): ([String], UInt32) =
            property >= 130
            ? (connectorProperties, 130)
            : property >= 120 ? (crtcProperties, 120) : (planeProperties, 100)
        let index = Int(property - first)
        return index < names.count ? names[index] : nil
    }

    // MARK: Buffers

    func createDumbBuffer(
        width: Int, height: Int, bitsPerPixel: Int
    ) throws(Errno) -> DRMDumbBuffer {
        try check(.createDumbBuffer, needsMaster: false)
        let bytes = width * height * bitsPerPixel / 8
        // The kernel calculates sizes with 32 bits.
        guard bytes > 0, bytes <= Int(UInt32.max) else { throw .invalid }
        let pitch = card.pitch(width, bitsPerPixel)
        lastID += 1
        buffers[lastID] = pitch * height
        return DRMDumbBuffer(
            handle: lastID, pitch: UInt32(pitch), size: UInt64(pitch * height - card.missingBytes))
    }

    func destroyDumbBuffer(_ handle: UInt32) {
        buffers[handle] = nil
    }

    func mapDumbBuffer(_ handle: UInt32, length: Int) throws(Errno) -> UnsafeMutableRawPointer {
        try check(.mapDumbBuffer, needsMaster: false)
        guard let size = buffers[handle] else { throw .notFound }
        guard length <= size else { throw .invalid }
        let base = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: 64)
        mappings[base] = length
        return base
    }

    func unmapDumbBuffer(at base: UnsafeMutableRawPointer, length: Int) {
        guard mappings[base] == length else { return }
        mappings[base] = nil
        base.deallocate()
    }

    func addFramebuffer(
        _ buffer: DRMDumbBuffer, width: Int, height: Int, format: UInt32
    ) throws(Errno) -> UInt32 {
        try check(.addFramebuffer, needsMaster: false)
        guard card.formats.contains(FourCharacterCode.text(format)) else { throw .invalid }
        framebuffers[buffer.handle] = Framebuffer(
            handle: buffer.handle, width: width, height: height, format: format)
        return buffer.handle
    }

    func removeFramebuffer(_ id: UInt32) {
        framebuffers[id] = nil
        for (crtc, framebuffer) in shown where framebuffer == id { shown[crtc] = nil }
    }

    func createBlob(of mode: DRMMode) throws(Errno) -> UInt32 {
        try check(.createModeBlob, needsMaster: false)
        return addBlob(.mode(width: mode.width, height: mode.height))
    }

    func createBlob(of damage: Region) throws(Errno) -> UInt32 {
        try check(.createDamageBlob, needsMaster: false)
        return addBlob(.clips(damage.rects.count))
    }

    private func addBlob(_ blob: Blob) -> UInt32 {
        lastBlobID += 1
        blobs[lastBlobID] = blob
        return lastBlobID
    }

    func destroyBlob(_ id: UInt32) {
        blobs[id] = nil
    }

    // MARK: Commits and flips

    func commit(_ request: AtomicRequest, as kind: AtomicCommitKind) throws(Errno) {
        let commit = try decode(request)
        switch kind {
        case .modeSet:
            try setMode(commit)
        case .flip(let number):
            let clips = try clips(commit.values["FB_DAMAGE_CLIPS"])
            calls.append("commit flip \(commit.framebuffer)\(clips) #\(number)")
            try check(.commitFlip)
            if flipNumbers[commit.crtc] != nil { throw .busy }
            // The kernel cannot report the completion of a flip on a CRTC that is off.
            guard shown[commit.crtc] != nil, framebuffers[commit.framebuffer] != nil else {
                throw .invalid
            }
            shown[commit.crtc] = commit.framebuffer
            startFlip(number, on: commit.crtc)
        }
    }

    /// The values of a request by property name, and its objects.
    private struct Commit {
        var values: [String: UInt64] = [:]
        var crtc: UInt32 = 0
        var connector: UInt32?
        var framebuffer: UInt32 { UInt32(values["FB_ID"] ?? 0) }
    }

    private func setMode(_ commit: Commit) throws(Errno) {
        let values = commit.values
        guard values["ACTIVE"] == 1 else {
            calls.append("commit off")
            try check(.commitModeSet)
            completeFlips()
            shown[commit.crtc] = nil
            return
        }
        guard let blob = values["MODE_ID"], case .mode(let width, let height) = blobs[UInt32(blob)],
            let connector = commit.connector
        else { throw .invalid }
        calls.append("commit \(width)x\(height) \(commit.framebuffer)")
        try check(.commitModeSet)
        guard let memory = framebuffers[commit.framebuffer] else { throw .invalid }
        guard values["SRC_W"] == UInt64(width) << 16, values["CRTC_H"] == UInt64(height),
            memory.width >= width, memory.height >= height
        else { throw .noSpace }
        // A blocking commit waits for earlier ones.
        completeFlips()
        if let rotation = values["rotation"] { self.rotation = rotation }
        shown[commit.crtc] = commit.framebuffer
        routes[connector] = commit.crtc
    }

    /// Returns the values of a request, and checks that each property belongs to its object.
    private func decode(_ request: AtomicRequest) throws(Errno) -> Commit {
        guard clientCapabilities.contains(.atomic),
            request.propertyIDs.count == request.values.count,
            request.propertyIDs.count == request.propertyCounts.reduce(0, { $0 + Int($1) })
        else { throw .invalid }
        var commit = Commit()
        var position = 0
        for (index, object) in request.objectIDs.enumerated() {
            for _ in 0..<request.propertyCounts[index] {
                let property = request.propertyIDs[position]
                guard let name = Self.name(of: property) else { throw .notFound }
                if property >= 130 {
                    _ = try self.index(of: object, from: 300, count: card.connectors.count)
                    commit.connector = object
                } else if property >= 120 {
                    commit.crtc = object
                } else {
                    _ = try self.index(of: object, from: 600, count: card.crtcCount)
                    commit.crtc = object - 200
                }
                commit.values[name] = request.values[position]
                position += 1
            }
        }
        _ = try index(of: commit.crtc, from: 400, count: card.crtcCount)
        return commit
    }

    private func clips(_ blob: UInt64?) throws(Errno) -> String {
        guard let blob else { return "" }
        guard case .clips(let count) = blobs[UInt32(blob)] else { throw .invalid }
        return " clips \(count)"
    }

    private func startFlip(_ number: UInt64, on crtc: UInt32) {
        flipNumbers[crtc] = number
        if !card.hasVblank { completeFlips(at: .zero) }
    }

    func setCRTC(_ id: UInt32, to configuration: CRTCConfiguration?) throws(Errno) {
        guard let configuration else {
            calls.append("setCRTC off")
            try check(.setCRTC)
            shown[id] = nil
            return
        }
        let mode = configuration.mode
        calls.append("setCRTC \(mode.width)x\(mode.height) \(configuration.framebufferID)")
        try check(.setCRTC)
        _ = try index(of: id, from: 400, count: card.crtcCount)
        let framebuffer = framebuffers[configuration.framebufferID]
        guard framebuffer != nil || configuration.framebufferID == Self.consoleFramebuffer else {
            throw .notFound
        }
        guard !configuration.connectorIDs.isEmpty else { throw .invalid }
        if let framebuffer, framebuffer.width < mode.width || framebuffer.height < mode.height {
            throw .noSpace
        }
        completeFlips()
        shown[id] = configuration.framebufferID
        for connector in configuration.connectorIDs { routes[connector] = id }
    }

    func flip(_ crtc: UInt32, to framebuffer: UInt32, flipNumber: UInt64) throws(Errno) {
        calls.append("flip \(framebuffer) #\(flipNumber)")
        try check(.flip)
        guard card.hasPageFlips else { throw .invalid }
        // After a hotplug event, the CRTC may have no framebuffer.
        guard shown[crtc] != nil, flipNumbers[crtc] == nil else { throw .busy }
        guard framebuffers[framebuffer] != nil else { throw .notFound }
        shown[crtc] = framebuffer
        startFlip(flipNumber, on: crtc)
    }

    func markDirty(_ framebuffer: UInt32, damage: Region) throws(Errno) {
        calls.append("dirty \(framebuffer) clips \(damage.rects.count)")
        try check(.markDirty)
        guard framebuffers[framebuffer] != nil else { throw .notFound }
        guard card.hasDirtyIoctl else { throw .notImplemented }
    }

    func lastVblankNanoseconds(of crtc: UInt32) throws(Errno) -> UInt64 {
        guard card.hasVblank else { throw .notSupported }
        guard shown[crtc] != nil else { throw .invalid }
        return UInt64(Self.vblankTime.microseconds) * 1_000
    }

    // MARK: Events

    func readFlips(into flips: inout [FlipEvent]) throws(Errno) {
        try check(.readFlips, needsMaster: false)
        flips += events
        events.removeAll()
    }

    func waitForEvent(timeoutMilliseconds: Int32) {
        calls.append("wait \(timeoutMilliseconds)")
        if completesFlips { completeFlips() }
    }
}
