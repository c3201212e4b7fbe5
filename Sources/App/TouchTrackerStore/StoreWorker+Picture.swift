import KioskSystem

/// Writing the picture of the drawing.
extension StoreWorker {
    /// Writes the pending picture, if any, to the picture file. If the picture does not match the
    /// contents of the database, discards it without writing it.
    func writePicture() {
        guard let request = picture else { return }
        picture = nil
        // A picture that lacks unreadable strokes, or that shows a quarantined drawing, must not be
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

    /// Closes the database and then writes the last picture. Closing changes the files of the
    /// database, because it copies the write-ahead log into the database file. A picture that was
    /// written before would therefore be out of date.
    func writeLastPicture() {
        picture = queue.dequeuePicture(isLast: true) ?? picture
        store = nil
        writePicture()
    }
}
