import KioskYAML

extension Recording {
    /// Reads a recording from a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - allowsIncomplete: Whether a file that was cut off is read as far as it is whole.
    /// - Throws: `RecordingError` where the file can't be read, makes no sense, or was cut off.
    /// - Complexity: O(size of the file).
    package static func read(
        path: String, allowsIncomplete: Bool = false
    ) throws(RecordingError) -> Recording {
        let bytes: [UInt8]
        do throws(YAMLError) {
            bytes = try YAMLFile.bytes(of: path)
        } catch {
            throw RecordingError(.unreadable, error)
        }
        return try Recording(bytes: bytes, name: path, allowsIncomplete: allowsIncomplete)
    }

    /// Reads a recording from a file's contents.
    ///
    /// - Parameters:
    ///   - bytes: The contents.
    ///   - name: The file's name, for errors.
    ///   - allowsIncomplete: Whether contents that were cut off are read as far as they are whole:
    ///     without a frame or a device's description under way. Where not even the first device's
    ///     description is whole, there is nothing to read.
    /// - Throws: `RecordingError` where the contents make no sense, or were cut off.
    /// - Complexity: O(bytes).
    package init(
        bytes: [UInt8], name: String, allowsIncomplete: Bool = false
    ) throws(RecordingError) {
        let text = RecordingText(bytes)
        var reader = RecordingReader(text)
        // Half a line may be anything: say that first, and only then what the rest looks like.
        if !text.isWhole, !allowsIncomplete, text.looksLikeRecording, let cut = reader.cut {
            throw RecordingError(cut, of: name)
        }
        do throws(YAMLError) {
            let kept = allowsIncomplete && !text.isWhole ? Array(text.wholeLines) : bytes
            self = try reader.read(YAMLDocument(bytes: kept, name: name))
        } catch {
            throw RecordingError(.malformed, error)
        }
        if let cut = reader.cut, !allowsIncomplete { throw RecordingError(cut, of: name) }
    }
}

extension RecordingError {
    fileprivate init(_ cut: RecordingReader.Cut, of file: String) {
        self.init(
            .cutOff, file: file, line: cut.line, cut.cause,
            remedy: "record again, or replay what is whole of it with --incomplete")
    }
}
