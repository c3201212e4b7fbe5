import Foundation
import LabRecordings
import TouchKitContacts
import TouchKitGeometry

/// A set of strokes for measuring prediction, on a screen of 800 × 480 points.
package struct StrokeSet {
    /// The origin of a set of strokes.
    package enum Source: String {
        /// Recordings of people on real touchscreens.
        case people
        /// A model of human hand movement.
        case model
        /// Recordings of scripted touches.
        case program
    }

    /// The name of the set in tables.
    package let name: String
    /// The origin of the strokes.
    package let source: Source
    /// The samples of each stroke, in chronological order.
    package let strokes: [[TouchSample]]

    /// The number of samples in all strokes.
    package var count: Int { strokes.reduce(0) { $0 + $1.count } }

    /// Returns all sets: people's strokes, model strokes, resting contacts and scripted strokes.
    package static func all() throws -> [StrokeSet] {
        try peoplesStrokes() + [60, 125, 240].map { MinimumJerkStrokes.strokes(rate: $0) } + [
            MinimumJerkStrokes.resting
        ]
            + scriptedStrokes()
    }

    /// Returns the strokes recorded from people, one set for each touchscreen.
    package static func peoplesStrokes() throws -> [StrokeSet] {
        var panels: [(name: String, strokes: [[TouchSample]])] = []
        for (name, strokes) in try recordings(in: "Hands") {
            let panel = String(name.split(separator: "-")[0])
            if panels.last?.name != panel { panels.append((panel, [])) }
            panels[panels.count - 1].strokes += strokes
        }
        return panels.map { StrokeSet(name: $0.name, source: .people, strokes: $0.strokes) }
    }

    /// Returns the recordings of scripted touches, without strokes of fewer than five samples.
    package static func scriptedStrokes() throws -> [StrokeSet] {
        try recordings(in: "Recordings").compactMap { name, strokes in
            let long = strokes.filter { $0.count > 4 }
            return long.isEmpty ? nil : StrokeSet(name: name, source: .program, strokes: long)
        }
    }

    private static func recordings(
        in folder: String
    ) throws -> [(name: String, strokes: [[TouchSample]])] {
        let folder = Repository.root.appendingPathComponent(
            "Tests/Lab/LabRecordingsTests/\(folder)")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".yml") }.sorted()
            .map { file in
                let path = folder.appendingPathComponent(file).path
                return (String(file.dropLast(4)), strokes(of: try Recording.read(path: path)))
            }
    }

    /// Returns the samples of each touch of a recording, in the order in which the touches began.
    private static func strokes(of recording: Recording) -> [[TouchSample]] {
        let geometry = ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480)
        var tracker = ContactTracker()
        var order: [TouchIdentifier] = []
        var strokes: [TouchIdentifier: [TouchSample]] = [:]
        var result = TouchUpdate(time: .zero)
        for frame in recording.frames {
            result.removeAll()
            tracker.process(frame, geometry: geometry, calibration: .identity, into: &result)
            for change in result.changes where change.phase == .began || change.phase == .moved {
                if strokes[change.touch] == nil { order.append(change.touch) }
                strokes[change.touch, default: []].append(change.sample)
            }
        }
        return order.compactMap { strokes[$0] }
    }
}
