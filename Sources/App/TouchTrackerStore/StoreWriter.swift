import KioskSystem

/// An object that reads a stored drawing and stores its edits on a separate thread, so that a slow
/// disk never delays a frame.
///
/// Edits that arrive during a disk write are written together in the next transaction. If writing
/// fails, the edits are retained and retried after a pause (`RetrySchedule`), with the next edit,
/// and in `finish(picture:recreationCount:)`.
package final class StoreWriter {
    /// An event that is reported on the store's thread. Events of one kind are reported in the
    /// order in which they occur, and `recreated` precedes all events of the new drawing.
    package enum Event: Sendable {
        /// The next page of strokes was read, in ascending order of their identifiers.
        case read(StoredPage)
        /// Some strokes with identifiers in the range exist but cannot be read because of the
        /// error.
        case unreadable(ClosedRange<Int64>, StoreError)
        /// All readable strokes were read; reported once.
        case allRead
        /// The given number of further edits is durable; the drawing now has the given generation.
        case saved(edits: Int, generation: Int64)
        /// Reading or writing failed. The event is reported for each new error, and for the first
        /// failure after a success.
        case failed(StoreError)
        /// Reading and writing succeed again; the pending edits are stored next.
        case recovered
        /// The drawing's file was replaced by an empty drawing because of the error, so the
        /// complete drawing must be stored again. The old file, if it existed, was quarantined.
        case recreated(StoreError, QuarantinedDrawing?)
        /// The picture could not be written. The event is not repeated for an equal error.
        case pictureFailed(LinuxError)
    }

    /// The properties that the stored drawing had when it was opened, or the properties of an empty
    /// drawing if they are unknown.
    package let head: DrawingHead
    /// The stored picture of the drawing, or `nil` if there is none.
    package let picture: EncodedPicture?
    /// The unusable drawing that was quarantined at opening, or `nil` if no drawing was
    /// quarantined.
    package let quarantined: QuarantinedDrawing?

    /// The path of the drawing's database.
    package let path: String

    private let queue: EditQueue
    private let thread: WorkerThread

    /// Opens the drawing in a folder, and starts a thread that first reads its strokes.
    ///
    /// - Parameters:
    ///   - folder: An existing folder.
    ///   - report: Called on the store's thread for each event.
    /// - Throws: `StoreError` if the drawing cannot be stored and retrying would not help.
    package convenience init(
        folder: String, report: @escaping @Sendable (Event) -> Void
    ) throws(StoreError) {
        try self.init(folder: folder, clock: SystemStoreClock(), report: report)
    }

    /// Opens the drawing in a folder like `init(folder:report:)`, with `clock` instead of the
    /// system's clock.
    package convenience init(
        folder: String, clock: some StoreClock, report: @escaping @Sendable (Event) -> Void
    ) throws(StoreError) {
        let file = DrawingPictureFile(folder: folder)
        // Opening the database may change its files, on which the picture's validity depends.
        let picture = file.read()
        try self.init(
            folder: folder, clock: clock, opened: DrawingStore.open(folder: folder),
            picture: picture, report: report)
    }

    /// Starts the thread with a drawing that was already opened, or whose opening failed.
    package init(
        folder: String, clock: some StoreClock, opened: sending OpenedDrawing,
        picture: (picture: EncodedPicture, generation: Int64)? = nil,
        report: @escaping @Sendable (Event) -> Void
    ) throws(StoreError) {
        head = opened.head ?? DrawingHead()
        let isOfHead = picture?.generation == opened.head?.generation && opened.quarantined == nil
        self.picture = isOfHead ? picture?.picture : nil
        path = DrawingFiles(folder: folder).database
        quarantined = opened.quarantined
        do throws(LinuxError) {
            let queue = try EditQueue()
            self.queue = queue
            let work = StoreWorker(
                folder: folder, opened: opened, queue: queue, clock: clock, report: report)
            thread = try WorkerThread(name: "store", transferring: work) { $0.run() }
        } catch {
            throw StoreError(.failed(error.description), path: folder)
        }
    }

    deinit {
        finish()
    }

    /// Queues an edit without waiting for the disk.
    package func store(_ edit: [StoreChange]) {
        queue.append(edit)
    }

    /// Queues a picture without waiting for the disk. The picture must show all edits queued so
    /// far. The picture is written after these edits are stored, unless another edit is queued
    /// first.
    ///
    /// - Parameters:
    ///   - picture: The picture of the drawing.
    ///   - recreationCount: The number of `recreated` events that the queued edits take into
    ///     account.
    package func store(_ picture: EncodedPicture, recreationCount: Int) {
        let request = PictureRequest(picture: picture, recreationCount: recreationCount)
        queue.replacePicture(with: request)
    }

    /// Blocks until all strokes were read and reported, or cannot be read now.
    package func waitUntilRead() {
        queue.waitForReading()
    }

    /// Makes one last attempt to store the remaining edits, and ends the store's thread.
    ///
    /// - Parameters:
    ///   - picture: The picture of the drawing after all queued edits, to be written when the
    ///     database is closed, or `nil`.
    ///   - recreationCount: The number of `recreated` events that the queued edits take into
    ///     account.
    /// - Returns: The number of edits that could not be stored.
    @discardableResult
    package func finish(picture: EncodedPicture? = nil, recreationCount: Int = 0) -> Int {
        queue.close(
            with: picture.map { PictureRequest(picture: $0, recreationCount: recreationCount) })
        thread.join()
        return queue.unsavedCount
    }
}
