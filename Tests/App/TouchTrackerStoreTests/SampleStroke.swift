import TouchKitGeometry
import TouchTrackerStore

/// Returns a stroke with properties that depend on its identifier.
func sampleStroke(_ id: Int64, level: Int64? = nil) -> StoredStroke {
    StoredStroke(
        id: id, level: level ?? id, tool: "line", color: "black", width: 10,
        points: [CGPoint(x: Double(id), y: 0.1), CGPoint(x: 100, y: Double(id))])
}
