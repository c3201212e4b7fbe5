import KioskDisplay
import KioskSystem
import TouchKitGeometry

// Atomic commits, legacy mode sets, page flips and their events.

extension SimulatedDRMDevice {
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
