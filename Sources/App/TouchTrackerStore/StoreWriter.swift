import KioskSystem

/// Reads a stored drawing and stores edits of it on a thread of its own: a disk that takes its time
/// never holds up a frame.
///
/// An edit waits for no other: what comes while one is on its way to the disk goes together with the
/// next. What can't be stored is kept, and tried again after a pause (`RetrySchedule`), with the next
/// edit, and at the end.
package final class StoreWriter {
    /// What became of strokes and edits. Those of one kind come in order, and `begunAnew` before
    /// anything that concerns the new drawing.
    package enum Event: Sendable {
        /// These strokes were read, the next ones by number.
        case read(StoredPage)
        /// Strokes of these numbers are stored that can't be read, for this reason; others of them can.
        case unreadable(ClosedRange<Int64>, StoreError)
        /// All strokes were read that can be; comes once.
        case allRead
        /// So many edits more are on the disk, and the drawing's generation is this.
        case saved(edits: Int, generation: Int64)
        /// The disk refuses, for another reason than the last time or for the first time since it
        /// worked.
        case failed(StoreError)
        /// The disk works again. What waited is stored right afterwards.
        case recovered
        /// An empty drawing lies where ours was, for this reason: whoever has the strokes puts them
        /// into it. Where something lay there, it was set aside.
        case begunAnew(StoreError, SetAside?)
        /// The picture couldn't be written, for another reason than the last time.
        case pictureFailed(LinuxError)
    }

    /// What was stored when it was opened; an empty drawing's where nothing is known of it.
    package let head: DrawingHead
    /// What the drawing looks like; nil where no picture of it is there.
    package let picture: StoredPicture?
    /// What lay in the drawing's place when it was opened, and was no drawing of ours.
    package let setAside: SetAside?

    /// The drawing's file.
    package let path: String

    private let queue: EditQueue
    private let thread: WorkerThread

    /// Opens the drawing in a folder, reads what is said first about it, and starts the thread, which
    /// reads the strokes then.
    ///
    /// - Parameters:
    ///   - folder: The folder. It has to be there.
    ///   - report: Called on the thread.
    /// - Throws: `StoreError` where nothing can be stored and waiting doesn't help.
    package convenience init(
        folder: String, report: @escaping @Sendable (Event) -> Void
    ) throws(StoreError) {
        try self.init(folder: folder, clock: MachineClock(), report: report)
    }

    /// The same with another clock.
    package convenience init(
        folder: String, clock: some StoreClock, report: @escaping @Sendable (Event) -> Void
    ) throws(StoreError) {
        let file = PictureFile(folder: folder)
        // Before the database is opened: that may change its files.
        let picture = file.read()
        try self.init(
            folder: folder, clock: clock, opened: DrawingStore.open(folder: folder),
            picture: picture, report: report)
    }

    /// The same with a drawing that was opened, or couldn't be.
    package init(
        folder: String, clock: some StoreClock, opened: sending OpenedDrawing,
        picture: (picture: StoredPicture, generation: Int64)? = nil,
        report: @escaping @Sendable (Event) -> Void
    ) throws(StoreError) {
        head = opened.head ?? DrawingHead()
        let isOfHead = picture?.generation == opened.head?.generation && opened.setAside == nil
        self.picture = isOfHead ? picture?.picture : nil
        path = DrawingFiles(folder: folder).database
        setAside = opened.setAside
        do throws(LinuxError) {
            let queue = try EditQueue()
            self.queue = queue
            let work = StoreWork(
                folder: folder, opened: opened, queue: queue, clock: clock, report: report)
            thread = try WorkerThread(name: "store", handing: work) { $0.run() }
        } catch {
            throw StoreError(.failed(error.description), path: folder)
        }
    }

    deinit {
        finish()
    }

    /// Hands an edit over; returns at once.
    package func store(_ edit: [StoreChange]) {
        queue.append(edit)
    }

    /// Hands a picture over of the drawing as it is after all edits that were handed over; returns at
    /// once. It is written as soon as they are stored, unless others come before.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - anewCount: How many `begunAnew` were heard and answered by edits before.
    package func store(_ picture: StoredPicture, anewCount: Int) {
        queue.append(PictureRequest(picture: picture, anewCount: anewCount))
    }

    /// Waits until all strokes were read, or can't be for now, and that was reported.
    package func waitUntilRead() {
        queue.waitForReading()
    }

    /// Stores what is left, and ends the thread: what can't be stored is tried once more only.
    ///
    /// - Parameters:
    ///   - picture: The drawing as it is after all that was handed over, which is written once the
    ///     database is closed; nil if nobody knows.
    ///   - anewCount: How many `begunAnew` were heard and answered by edits before.
    /// - Returns: How many edits couldn't be stored.
    @discardableResult
    package func finish(picture: StoredPicture? = nil, anewCount: Int = 0) -> Int {
        queue.end(picture.map { PictureRequest(picture: $0, anewCount: anewCount) })
        thread.join()
        return queue.unsaved
    }
}
