import KioskSystem

/// Writing the picture of the drawing.
extension StoreWorker {
    /// Writes the pending picture, if any, to the picture file. Discards the picture if it does not
    /// match the contents of the database.
    func writePicture() {
        guard let request = picture else { return }
        picture = nil
        // A picture without the unreadable strokes, or of a quarantined drawing, must not be
        // written.
        guard case .generation(let generation) = expectedContents, edits.isEmpty, lastReadID == nil,
            !hasUnreadableStrokes, unknownStrokeBounds == StrokeBounds(),
            request.recreationCount == recreationCount
        else { return }
        do throws(LinuxError) {
            try DrawingPictureFile(folder: files.folder).write(
                request.picture, generation: generation)
            pictureError = nil
        } catch {
            if error != pictureError { report(.pictureFailed(error)) }
            pictureError = error
        }
    }

    /// Closes the database and then writes the last picture. Closing checkpoints the write-ahead
    /// log and thereby changes the database files, which would make a picture written earlier out
    /// of date.
    func writeLastPicture() {
        picture = queue.dequeuePicture(isLast: true) ?? picture
        store = nil
        writePicture()
    }
}
