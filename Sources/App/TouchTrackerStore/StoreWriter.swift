import KioskSystem

/// An object that reads a stored drawing and stores its edits on a separate thread, so that a slow
/// disk never delays a frame.
///
/// Edits that arrive during a disk write are written together in the next transaction. If writing
/// fails, the edits are retained. Writing is retried after a pause (`RetrySchedule`), with the next
/// edit, and in `finish(picture:)`.
package final class StoreWriter {
    /// An event that the thread of the store reports. Events of one kind are reported in the order
    /// in which they occur. `recreated` follows `allRead` and precedes all events of the new
    /// drawing.
    package enum Event: Hashable, Sendable {
        /// A page of strokes was read. Pages are reported in ascending order of the identifiers.
        case read(StoredPage)
        /// Some strokes with identifiers in the given range cannot be read because of the given
        /// error, for example because they need too much memory.
        case unreadable(ClosedRange<Int64>, StoreError)
        /// All readable strokes have been read. The event is reported once.
        case allRead
        /// The given number of edits, the oldest that had not been saved, is now durable (safely on
        /// disk). The value `generation` is the number of edits stored in the drawing so far.
        case saved(edits: Int, generation: Int64)
        /// Reading or writing has failed. The event is reported for each new error, and for the
        /// first failure after a success.
        case failed(StoreError)
        /// Reading and writing succeed again after a failure that was reported.
        case recovered
        /// The drawing's file was quarantined (moved out of the way). `recreated` follows when an
        /// empty drawing could be created in its place, which a full disk may prevent for a long
        /// time.
        case quarantined(QuarantinedDrawing)
        /// The drawing's file was replaced by an empty drawing because of the given error, so the
        /// complete drawing must be stored again. The old file, if it still existed, was
        /// quarantined.
        case recreated(StoreError, QuarantinedDrawing?)
        /// The picture file could not be written because of the given error. The event is not
        /// repeated for an equal error.
        case pictureFailed(LinuxError)
    }

    /// The properties that the stored drawing had when it was opened. If they are unknown, the
    /// properties of an empty drawing.
    package let head: DrawingHead
    /// The stored picture of the drawing, or `nil` if there is no usable picture.
    package let picture: EncodedPicture?
    /// The unusable drawing that was quarantined (moved out of the way) when the drawing was
    /// opened, or `nil` if no drawing was quarantined.
    package let quarantined: QuarantinedDrawing?

    /// The path of the drawing's database.
    package let path: String

    private let queue: EditQueue
    private let thread: WorkerThread

    /// Opens the drawing in a folder, and starts a thread that first reads the strokes of the
    /// drawing.
    ///
    /// - Parameters:
    ///   - folder: The path of an existing folder.
    ///   - clock: The clock that the thread uses.
    ///   - report: Called on the new thread for each event.
    /// - Throws: `StoreError` if the drawing cannot be stored and retrying would not help.
    package convenience init(
        folder: String, clock: any StoreClock = SystemStoreClock(),
        report: @escaping @Sendable (Event) -> Void
    ) throws(StoreError) {
        let file = DrawingPictureFile(folder: folder)
        // Opening the database may change its files, on which the picture's validity depends.
        let picture = file.read()
        try self.init(
            folder: folder, clock: clock, opened: DrawingStore.open(folder: folder),
            picture: picture, report: report)
    }

    /// Creates a writer for a drawing that has already been opened, or whose opening has failed,
    /// and starts the thread.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder of the drawing.
    ///   - clock: The clock that the thread uses.
    ///   - opened: The result of opening the drawing.
    ///   - picture: The stored picture and its generation (the number of edits that it shows), or
    ///     `nil`. The picture is ignored if the generation differs from the drawing's generation.
    ///   - memoryLimit: The maximum estimated memory of the strokes that are read, in bytes. The
    ///     strokes beyond are reported as unreadable.
    ///   - report: Called on the new thread for each event.
    /// - Throws: `StoreError` if the thread cannot be started.
    package init(
        folder: String, clock: any StoreClock, opened: sending OpenedDrawing,
        picture: (picture: EncodedPicture, generation: Int64)? = nil,
        memoryLimit: Int = DrawingMemory.limit,
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
                folder: folder, opened: opened, queue: queue, clock: clock,
                memoryLimit: memoryLimit, report: report)
            thread = try WorkerThread(name: "store", transferring: work) { $0.run() }
        } catch {
            throw StoreError(.failed(error.description), path: folder)
        }
    }

    deinit {
        finish()
    }

    /// Queues an edit, which the thread of the store writes later. Does not wait for the disk.
    package func store(_ edit: [StoreChange]) {
        queue.append(edit)
    }

    /// Queues a picture without waiting for the disk. The picture must show all edits queued so
    /// far. It is written after these edits have been stored, unless another edit is queued before.
    package func store(_ picture: EncodedPicture) {
        queue.replacePicture(with: picture)
    }

    /// Makes a last attempt to store the remaining edits, and ends the thread of the store.
    ///
    /// - Parameter picture: The picture of the drawing after all queued edits, which is written
    ///   after the database is closed, or `nil` if there is no new picture.
    /// - Returns: The number of edits that could not be stored.
    @discardableResult
    package func finish(picture: EncodedPicture? = nil) -> Int {
        queue.close(with: picture)
        thread.join()
        return queue.unsavedCount
    }
}
