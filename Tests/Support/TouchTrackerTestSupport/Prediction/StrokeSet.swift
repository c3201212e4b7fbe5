import Foundation
import LabRecordings
import TouchKitContacts
import TouchKitGeometry

/// Strokes that prediction is measured with, on a screen of 800 × 480 points.
package struct StrokeSet {
    /// Where strokes come from.
    package enum Source: String {
        /// Real fingers on a real panel.
        case hand
        /// Made after what is known of hands.
        case model
        /// Played by a program.
        case program
    }

    /// What the table calls it.
    package let name: String
    /// Where they come from.
    package let source: Source
    /// The samples of each stroke, in order.
    package let strokes: [[FingerSample]]

    /// The number of samples.
    package var count: Int { strokes.reduce(0) { $0 + $1.count } }

    /// All sets, always the same.
    package static func all() throws -> [StrokeSet] {
        try hands() + [60, 125, 240].map { LeastJerk.strokes(rate: $0) } + [LeastJerk.resting]
            + programs()
    }

    /// The recordings of hands, those of a panel together.
    package static func hands() throws -> [StrokeSet] {
        var panels: [(name: String, strokes: [[FingerSample]])] = []
        for (name, strokes) in try recordings(in: "Hands") {
            let panel = String(name.split(separator: "-")[0])
            if panels.last?.name != panel { panels.append((panel, [])) }
            panels[panels.count - 1].strokes += strokes
        }
        return panels.map { StrokeSet(name: $0.name, source: .hand, strokes: $0.strokes) }
    }

    /// The recordings of what programs did.
    package static func programs() throws -> [StrokeSet] {
        try recordings(in: "Recordings").compactMap { name, strokes in
            let long = strokes.filter { $0.count > 4 }
            return long.isEmpty ? nil : StrokeSet(name: name, source: .program, strokes: long)
        }
    }

    private static func recordings(
        in folder: String
    ) throws -> [(name: String, strokes: [[FingerSample]])] {
        let folder = Repository.root.appendingPathComponent(
            "Tests/Lab/LabRecordingsTests/\(folder)")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".yml") }.sorted()
            .map { file in
                let path = folder.appendingPathComponent(file).path
                return (String(file.dropLast(4)), strokes(of: try Recording.read(path: path)))
            }
    }

    /// The fingers of a recording, in the order in which they came down.
    private static func strokes(of recording: Recording) -> [[FingerSample]] {
        let geometry = ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480)
        var tracker = TouchTracker()
        var order: [FingerID] = []
        var strokes: [FingerID: [FingerSample]] = [:]
        var result = FingerFrame(time: .zero)
        for frame in recording.frames {
            result.removeAll()
            tracker.process(frame, geometry: geometry, calibration: .identity, into: &result)
            for change in result.changes where change.phase == .began || change.phase == .moved {
                if strokes[change.finger] == nil { order.append(change.finger) }
                strokes[change.finger, default: []].append(change.sample)
            }
        }
        return order.compactMap { strokes[$0] }
    }
}
