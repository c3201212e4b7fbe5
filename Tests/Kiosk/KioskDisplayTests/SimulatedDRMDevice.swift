import KioskDisplay
import KioskSystem
import TouchKitGeometry

/// A DRM device in memory that checks each call like the kernel, with errors that a test scripts.
///
/// IDs: connectors from 300, CRTCs from 400, encoders from 500, planes from 600. The framebuffers
/// of the display under test are numbered from 1. `consoleFramebuffer` is on the first CRTC at
/// start.
final class SimulatedDRMDevice: DRMDevice {
    /// A call whose error a test can script.
    enum Call: Hashable {
        case setMaster, dropMaster, addFramebuffer, createDumbBuffer, mapDumbBuffer, createModeBlob
        case createDamageBlob, commitModeSet, commitFlip, setCRTC, flip, markDirty, readFlips
        case setProperty
    }

    /// The content of a property blob.
    enum Blob {
        case mode(width: Int, height: Int)
        case clips(Int)
    }

    /// A framebuffer with its dimensions in pixels.
    struct Framebuffer {
        let width: Int
        let height: Int
    }

    static let consoleFramebuffer: UInt32 = 90

    let path: String
    let descriptor: Int32 = -1
    let driver = "simulated"
    var card: Card
    /// Whether another program is the DRM master.
    var hasOtherMaster = false
    var isMaster = true
    /// Whether the device was unplugged.
    var isUnplugged = false
    /// Whether `waitForEvent(timeoutMilliseconds:)` completes a pending flip.
    var completesFlips = true
    /// The errors of the next calls, in order. A call without an error succeeds.
    var errors: [Call: [Errno]] = [:]
    /// The calls that changed the device, in order.
    var calls: [String] = []
    /// The queued events.
    var events: [FlipEvent] = []
    /// The ID of the framebuffer on each CRTC that is on.
    var shown: [UInt32: UInt32] = [400: consoleFramebuffer]
    /// The ID of the CRTC that drives each connector.
    var routes: [UInt32: UInt32] = [300: 400]
    /// The value of the first plane's property `rotation`.
    var rotation: UInt64
    var flipNumbers: [UInt32: UInt64] = [:]
    var clientCapabilities: Set<DRMClientCapability> = []
    var buffers: [UInt32: Int] = [:]
    var mappings: [UnsafeMutableRawPointer: Int] = [:]
    var framebuffers: [UInt32: Framebuffer] = [:]
    var blobs: [UInt32: Blob] = [:]
    var lastID: UInt32 = 0
    var lastBlobID: UInt32 = 200

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

    /// Switches the first CRTC off, like a driver after a hotplug event.
    func disableCRTC() {
        shown[400] = nil
    }

    // MARK: Checks of the kernel

    func check(_ call: Call, needsMaster: Bool = true) throws(Errno) {
        if var scripted = errors[call], !scripted.isEmpty {
            let error = scripted.removeFirst()
            errors[call] = scripted
            throw error
        }
        if isUnplugged { throw .noDevice }
        if needsMaster, !isMaster { throw .permissionDenied }
    }

    func index(of id: UInt32, from first: UInt32, count: Int) throws(Errno) -> Int {
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
        try check(.dropMaster)
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
}
