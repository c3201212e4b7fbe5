import KioskInput
import KioskSystem
import LabRecordings
import TouchKitContacts
import TouchKitGeometry

/// The task of the recorder's thread, which waits for the events of all devices and writes them to
/// the file.
final class RecorderTask {
    /// One recorded device and its part of the file.
    private final class Source {
        let node: any RecordedNode
        var writer: RecordingWriter
        var text: [UInt8] = []
        var isConnected = true
        var filter: SecretTouchFilter
        var frames: FrameAssembler

        init(_ node: any RecordedNode, writer: RecordingWriter) {
            self.node = node
            self.writer = writer
            filter = SecretTouchFilter(secrecy: node.secrecy)
            frames = FrameAssembler(hasSlots: node.description.slotCount > 0)
            text.reserveCapacity(65_536)
        }
    }

    private let sources: [Source]
    private let file: RecordingFile
    private let stopRequest: EventDescriptor
    private let loop: EventLoop
    private let log: Log
    private let header: [UInt8]
    private var events: [EvdevEvent] = []
    private var summary = Recorder.Summary()

    /// Creates a task that records `devices` into `file` until `stopRequest` is raised.
    ///
    /// - Throws: `LinuxError` if the devices cannot be watched.
    init(
        devices: [any RecordedNode], file: RecordingFile, writerVersion: String, start: Timestamp,
        stopRequest: EventDescriptor, log: Log
    ) throws(LinuxError) {
        self.file = file
        self.stopRequest = stopRequest
        self.log = log
        sources = devices.map { Source($0, writer: RecordingWriter(start: start)) }
        loop = try EventLoop()
        try loop.watch(stopRequest.descriptor, as: UInt32(devices.count))
        for (index, source) in sources.enumerated() {
            try loop.watch(source.node.descriptor, as: UInt32(index))
        }
        var header: [UInt8] = []
        RecordingWriter.appendHeader(
            deviceCount: devices.count, writerVersion: writerVersion,
            host: RecordingWriter.HostInformation(
                system: SystemInformation.operatingSystem, kernel: SystemInformation.kernelRelease,
                board: SystemInformation.boardIdentifier),
            into: &header)
        self.header = header
        summary.devices = devices.count
        events.reserveCapacity(256)
    }

    /// Records events until a stop is requested or every device has been disconnected.
    ///
    /// - Parameters:
    ///   - isDiscarded: Returns whether the file is not needed and remains without its end; called
    ///     at the end.
    ///   - metadata: Returns the metadata of a field test, or `nil` without one; called at the end.
    /// - Returns: The number of recorded devices, events and frames, or the error that ended the
    ///   recording.
    func run(
        isDiscarded: () -> Bool, metadata: () -> Recording.FieldTestMetadata?
    ) -> Result<Recorder.Summary, RecorderError> {
        do {
            try writeDescriptions()
            while try recordNextEvents() {}
            if isDiscarded() { return .success(summary) }
            var end: [UInt8] = []
            if let metadata = metadata() {
                RecordingWriter.appendFieldTest(metadata, into: &end)
            }
            RecordingWriter.appendEnd(into: &end)
            try file.finish(with: end)
            return .success(summary)
        } catch {
            return .failure(error)
        }
    }

    /// Writes the descriptions of the devices and the current state of their slots, because later
    /// events contain only changes.
    private func writeDescriptions() throws(RecorderError) {
        var text = header
        try file.append(&text, toPart: 0)
        for (index, source) in sources.enumerated() {
            let properties = UdevProperties(node: source.node.path).forRecording.all
            source.writer.appendDevice(
                Recording.Device(
                    node: source.node.path, description: source.node.description,
                    udevProperties: properties.map {
                        Recording.UdevProperty(key: $0.key, value: $0.value)
                    }), into: &source.text)
            if !source.filter.isPaused {
                // An earlier contact may have been secret.
                try writeSlots(of: source, skipsUnused: true, hidesFormerContacts: true)
            }
            try file.append(&source.text, toPart: index)
        }
    }

    /// Waits for events and writes them to the file.
    ///
    /// - Returns: `false` after a stop request or if no device is left.
    private func recordNextEvents() throws(RecorderError) -> Bool {
        var isStopRequested = false
        var readySources: [Int] = []
        do {
            try loop.wait { source in
                if source == UInt32(sources.count) { isStopRequested = true }
                if source < UInt32(sources.count) { readySources.append(Int(source)) }
            }
        } catch {
            throw .system(error)
        }
        // Events that preceded the stop request belong to the recording.
        for index in isStopRequested ? Array(sources.indices) : readySources {
            try readEvents(of: sources[index])
            try file.append(&sources[index].text, toPart: index)
        }
        return !isStopRequested && sources.contains { $0.isConnected }
    }

    private func readEvents(of source: Source) throws(RecorderError) {
        while source.isConnected {
            events.removeAll(keepingCapacity: true)
            let reading: EvdevNode.ReadResult
            do {
                reading = try source.node.read(into: &events)
            } catch {
                throw .device(source.node.path, error.code)
            }
            switch reading {
            case .noEvents:
                return
            case .events:
                try filterEvents(of: source)
            case .removed:
                source.isConnected = false
                // Without the gap, contacts would remain down in the recording.
                writeGap(of: source)
                log.warning("\(source.node.path): disconnected; the recording of this device ends")
                do {
                    try loop.unwatch(source.node.descriptor)
                } catch {
                    throw .system(error)
                }
            }
        }
    }

    /// Writes the events that were read, unless they may be secret.
    private func filterEvents(of source: Source) throws(RecorderError) {
        switch source.filter.action(for: source.node.secrecy) {
        case .write:
            try writeEvents(of: source)
        case .pause:
            log.info("\(source.node.path): the recording pauses while touches are secret")
            writeGap(of: source)
        case .discard:
            break
        case .resume:
            try writeSlots(of: source, hidesFormerContacts: true)
        }
    }

    /// Writes that events are missing, which cancels the contacts of the device.
    private func writeGap(of source: Source) {
        source.frames.discardIncompleteFrame()
        let time = MonotonicClock.now()
        let gap = [EventCode.dropped, EventCode.report].map {
            EvdevEvent(time: time, type: EventCode.synchronization, code: $0, value: 0)
        }
        source.writer.append(gap, into: &source.text)
    }

    private func writeEvents(of source: Source) throws(RecorderError) {
        let hidesFormerContacts = !source.frames.formerContacts.isEmpty
        let needsSlots = source.frames.assembleFrames(&events)
        summary.events += events.count
        for event in events where event.isReport { summary.frames += 1 }
        source.writer.append(events, into: &source.text)
        if needsSlots {
            log.warning("\(source.node.path): the kernel dropped events; the slots are read again")
            try writeSlots(of: source, hidesFormerContacts: hidesFormerContacts)
        }
    }

    private func writeSlots(
        of source: Source, skipsUnused: Bool = false, hidesFormerContacts: Bool = false
    ) throws(RecorderError) {
        events.removeAll(keepingCapacity: true)
        do {
            try source.node.appendSlotEvents(
                at: MonotonicClock.now(), skippingUnusedSlots: skipsUnused, to: &events)
        } catch {
            if error.code == .noDevice { return }
            throw .device(source.node.path, error.code)
        }
        if hidesFormerContacts { source.frames.formerContacts.take(from: &events) }
        if !events.isEmpty { source.writer.append(events, into: &source.text) }
    }
}
