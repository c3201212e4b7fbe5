import KioskSystem

extension StoreWork {
    /// Writes the picture that was handed over, if it shows what is stored now.
    func writePicture() {
        guard let request = picture else { return }
        picture = nil
        // What couldn't be read isn't on it, nor what was read of a drawing that was set aside since.
        guard case .generation(let generation) = expectation, edits.isEmpty, lastRead == nil,
            !hasUnreadable,
            ground == StoredGround(), request.anewCount == anewCount
        else { return }
        do throws(LinuxError) {
            try PictureFile(folder: files.folder).write(request.picture, generation: generation)
            pictureTrouble = nil
        } catch {
            if error != pictureTrouble { report(.pictureFailed(error)) }
            pictureTrouble = error
        }
    }

    /// Writes the last picture once the database is closed, which puts its log into it.
    func writeLastPicture() {
        picture = queue.takePicture(isLast: true) ?? picture
        store = nil
        writePicture()
    }
}
