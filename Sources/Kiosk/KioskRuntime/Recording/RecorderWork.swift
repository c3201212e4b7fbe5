import KioskInput
import KioskSystem
import LabRecordings
import TouchKitContacts
import TouchKitGeometry

/// What the recorder's thread does: waits for events of several devices and writes them down.
final class RecorderWork {
    private final class Source {
        let node: EvdevNode
        var writer: RecordingWriter
        var text: [UInt8] = []
        /// The kernel dropped events: what follows up to the next report is worth nothing.
        var hasLost = false
        var isPlugged = true

        init(_ node: EvdevNode, writer: RecordingWriter) {
            self.node = node
            self.writer = writer
            text.reserveCapacity(65_536)
        }
    }

    private let sources: [Source]
    private let file: RecordingFile
    private let stopping: EventDescriptor
    private let loop: EventLoop
    private let log: Log
    private let header: [UInt8]
    private var events: [EvdevEvent] = []
    private var summary = Recorder.Summary()

    init(
        devices: [EvdevNode], file: RecordingFile, writerVersion: String, start: Timestamp,
        stopping: EventDescriptor, log: Log
    ) throws(LinuxError) {
        self.file = file
        self.stopping = stopping
        self.log = log
        sources = devices.map { Source($0, writer: RecordingWriter(start: start)) }
        loop = try EventLoop()
        try loop.watch(stopping.descriptor, as: UInt32(devices.count))
        for (index, source) in sources.enumerated() {
            try loop.watch(source.node.descriptor, as: UInt32(index))
        }
        var header: [UInt8] = []
        RecordingWriter.appendHeader(
            deviceCount: devices.count, writerVersion: writerVersion,
            machine: RecordingWriter.Machine(
                system: Machine.system, kernel: Machine.kernelRelease, board: Machine.board),
            into: &header)
        self.header = header
        summary.devices = devices.count
        events.reserveCapacity(256)
    }

    /// Records until it is asked to stop, or until every device was unplugged.
    ///
    /// - Parameter notes: Says at the end what a field test notes.
    func run(
        notes: () -> Recording.FieldTestNotes?
    ) -> Result<Recorder.Summary, RecorderError> {
        do {
            try begin()
            while try turn() {}
            var end: [UInt8] = []
            if let notes = notes() { RecordingWriter.appendFieldTest(notes, into: &end) }
            RecordingWriter.appendEnd(into: &end)
            try file.finish(with: end)
            return .success(summary)
        } catch {
            return .failure(error)
        }
    }

    /// Writes the descriptions, and the slots as they are: the kernel reports only what changes.
    private func begin() throws(RecorderError) {
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
            try writeSlots(of: source, skipsUnused: true)
            try file.append(&source.text, toPart: index)
        }
    }

    /// Waits for news and writes it; false when there is nothing more to wait for.
    private func turn() throws(RecorderError) -> Bool {
        var isStopping = false
        var news: [Int] = []
        do {
            try loop.wait { source in
                if source == UInt32(sources.count) { isStopping = true }
                if source < UInt32(sources.count) { news.append(Int(source)) }
            }
        } catch {
            throw .system(error)
        }
        // What happened before somebody asked to stop belongs to the recording.
        for index in isStopping ? Array(sources.indices) : news {
            try read(sources[index])
            try file.append(&sources[index].text, toPart: index)
        }
        return !isStopping && sources.contains { $0.isPlugged }
    }

    private func read(_ source: Source) throws(RecorderError) {
        while source.isPlugged {
            events.removeAll(keepingCapacity: true)
            let reading: EvdevNode.Reading
            do {
                reading = try source.node.read(into: &events)
            } catch {
                throw .device(source.node.path, error.code)
            }
            switch reading {
            case .nothing:
                return
            case .events:
                try write(source)
            case .unplugged:
                source.isPlugged = false
                log.warning("\(source.node.path): unplugged; its recording ends here")
                do {
                    try loop.unwatch(source.node.descriptor)
                } catch {
                    throw .system(error)
                }
            }
        }
    }

    private func write(_ source: Source) throws(RecorderError) {
        summary.events += events.count
        source.writer.append(events, into: &source.text)
        var needsSlots = false
        for event in events where event.type == EventCode.synchronization {
            if event.code == EventCode.dropped { source.hasLost = true }
            guard event.code == EventCode.report else { continue }
            summary.frames += 1
            needsSlots = needsSlots || source.hasLost
            source.hasLost = false
        }
        if needsSlots {
            log.warning("\(source.node.path): the kernel dropped events; its slots are read anew")
            try writeSlots(of: source)
        }
    }

    private func writeSlots(of source: Source, skipsUnused: Bool = false) throws(RecorderError) {
        events.removeAll(keepingCapacity: true)
        do {
            try source.node.readSlotEvents(
                at: MonotonicClock.now(), skipsUnused: skipsUnused, into: &events)
        } catch {
            if error.code == .noDevice { return }
            throw .device(source.node.path, error.code)
        }
        if !events.isEmpty { source.writer.append(events, into: &source.text) }
    }
}
