import TouchKitGeometry

/// When a display scans a row out: what is written into the buffer on the screen is seen then.
///
/// A display scans the rows of a picture one after the other, from a vblank on, and rests (blanking) until
/// the next one. The kernel's time of a vblank is that at which the first row begins
/// (`drm_crtc_vblank_helper_get_vblank_timestamp`, "the end of vblank").
package struct ScanTiming: Hashable, Sendable {
    /// A vblank; any that is known.
    package var vblank: Timestamp
    /// The time between two vblanks, in microseconds, above 0.
    package var periodMicroseconds: Int64
    /// The part of it in which rows are scanned out, in microseconds.
    package var activeMicroseconds: Int64
    /// The number of rows, above 0.
    package var rows: Int

    /// Makes the timing of a display.
    package init(
        vblank: Timestamp, periodMicroseconds: Int64, activeMicroseconds: Int64, rows: Int
    ) {
        precondition(periodMicroseconds > 0 && rows > 0, "a display has a period and rows")
        self.vblank = vblank
        self.periodMicroseconds = periodMicroseconds
        self.activeMicroseconds = activeMicroseconds
        self.rows = rows
    }

    /// How long after a vblank a row is scanned out, in microseconds: row / rows × active time.
    ///
    /// - Parameters:
    ///   - row: The row, 0..<`rows`; others count as the nearest.
    ///   - rows: The number of rows, above 0.
    ///   - activeMicroseconds: The part of a period in which rows are scanned out.
    package static func microseconds(to row: Int, of rows: Int, activeMicroseconds: Int64) -> Int64 {
        activeMicroseconds * Int64(min(max(row, 0), rows - 1)) / Int64(rows)
    }

    /// When a row is scanned out next: vblank + row / rows × active time, in the first period in which
    /// that isn't past.
    ///
    /// - Parameters:
    ///   - row: The row, 0..<`rows`; others count as the nearest.
    ///   - time: When it was written.
    package func next(row: Int, notBefore time: Timestamp) -> Timestamp {
        let first = vblank.advanced(
            byMicroseconds: Self.microseconds(
                to: row, of: rows, activeMicroseconds: activeMicroseconds))
        let late = time.microseconds(since: first)
        // Rounded up, also for times before the vblank that is known.
        let whole = late / periodMicroseconds
        let periods = late % periodMicroseconds > 0 ? whole + 1 : whole
        return first.advanced(byMicroseconds: periods * periodMicroseconds)
    }
}
