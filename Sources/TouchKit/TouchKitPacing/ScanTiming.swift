import TouchKitGeometry

/// The times at which a display scans out the rows of the front buffer. Pixels that are written to
/// the front buffer become visible at these times.
///
/// A display scans out the rows from top to bottom after each vblank, followed by a blanking
/// interval. The kernel's vblank timestamp is the time when the scanout of the first row begins
/// (`drm_crtc_vblank_helper_get_vblank_timestamp`: "the end of vblank").
package struct ScanTiming: Hashable, Sendable {
    /// The time of one known vblank.
    package var vblank: Timestamp
    /// The time between two vblanks in microseconds, greater than 0.
    package var periodMicroseconds: Int64
    /// The part of a period in which rows are scanned out, in microseconds.
    package var activeMicroseconds: Int64
    /// The number of rows, greater than 0.
    package var rows: Int

    /// Creates the timing of a display.
    package init(
        vblank: Timestamp, periodMicroseconds: Int64, activeMicroseconds: Int64, rows: Int
    ) {
        precondition(
            periodMicroseconds > 0 && rows > 0,
            "scan timing: the period and the number of rows must be positive")
        self.vblank = vblank
        self.periodMicroseconds = periodMicroseconds
        self.activeMicroseconds = activeMicroseconds
        self.rows = rows
    }

    /// Returns the time from a vblank until a row is scanned out, in microseconds: `row` / `rows` ×
    /// `activeMicroseconds`.
    ///
    /// - Parameters:
    ///   - row: The row, clamped to 0..<`rows`.
    ///   - rows: The number of rows, greater than 0.
    ///   - activeMicroseconds: The part of a period in which rows are scanned out, in microseconds.
    package static func microseconds(to row: Int, of rows: Int, activeMicroseconds: Int64) -> Int64
    {
        activeMicroseconds * Int64(min(max(row, 0), rows - 1)) / Int64(rows)
    }

    /// Returns the first time at or after `time` at which a row is scanned out.
    ///
    /// - Parameters:
    ///   - row: The row, clamped to 0..<`rows`.
    ///   - time: The time when the row was written.
    package func next(row: Int, notBefore time: Timestamp) -> Timestamp {
        let first = vblank.advanced(
            byMicroseconds: Self.microseconds(
                to: row, of: rows, activeMicroseconds: activeMicroseconds))
        let elapsed = time.microseconds(since: first)
        // The division is rounded up, also for times before the known vblank.
        let whole = elapsed / periodMicroseconds
        let periods = elapsed % periodMicroseconds > 0 ? whole + 1 : whole
        return first.advanced(byMicroseconds: periods * periodMicroseconds)
    }
}
