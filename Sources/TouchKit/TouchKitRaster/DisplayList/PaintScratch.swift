/// The scratch memory with which a thread paints polylines and paths.
final class PaintScratch {
    /// The memory in which a polyline's coverage is combined.
    let polyline = ScratchBytes()
    /// The memory for the rows of a path.
    let path = PathScratch()
}
