import KioskSystem

/// Writing the picture of the drawing.
extension StoreWorker {
    /// Writes the waiting picture if it shows what the database contains.
    func writePicture() {
        guard let request = picture else { return }
        picture = nil
        // A picture without the unreadable strokes, or of a quarantined drawing, must not be
        // written.
        guard case .generation(let generation) = expectation, edits.isEmpty, lastRead == nil,
            !hasUnreadable,
            base == StrokeBounds(), request.recreationCount == recreationCount
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

    /// Closes the database, which writes its log back, and then writes the last picture.
    func writeLastPicture() {
        picture = queue.dequeuePicture(isLast: true) ?? picture
        store = nil
        writePicture()
    }
}
