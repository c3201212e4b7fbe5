import KioskYAML

extension Recording {
    /// Reads a recording from a file.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - allowsIncomplete: Whether to read the complete frames of a truncated file.
    /// - Throws: `RecordingError` if the file cannot be read, is invalid, or is truncated.
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
    ///   - bytes: The file's contents.
    ///   - name: The file's name for errors.
    ///   - allowsIncomplete: Whether to read truncated contents up to the last complete frame. The
    ///     description of the first device must be complete.
    /// - Throws: `RecordingError` if the contents are invalid or truncated.
    /// - Complexity: O(bytes).
    package init(
        bytes: [UInt8], name: String, allowsIncomplete: Bool = false
    ) throws(RecordingError) {
        let text = RecordingText(bytes)
        var reader = RecordingReader(text.end)
        // An incomplete line can cause any syntax error, so report the truncation first.
        if !text.end.isWhole, !allowsIncomplete, text.looksLikeRecording,
            let truncation = reader.truncation
        {
            throw RecordingError(truncation, of: name)
        }
        do throws(YAMLError) {
            let contents =
                allowsIncomplete && !text.end.isWhole ? Array(text.wholeLines) : bytes
            let recording = try reader.read(YAMLDocument(bytes: contents, name: name))
            self.init(
                devices: recording.devices, writerVersion: recording.writerVersion,
                isIncomplete: recording.isIncomplete, fieldTest: recording.fieldTest)
            for (index, events) in recording.events.enumerated() {
                devices[index].events = events.list
            }
        } catch {
            throw RecordingError(.malformed, error)
        }
        if let truncation = reader.truncation, !allowsIncomplete {
            throw RecordingError(truncation, of: name)
        }
    }
}

extension RecordingError {
    /// Creates the error for a truncated file.
    init(_ truncation: RecordingReader.Truncation, of file: String) {
        self.init(
            .truncated, file: file, line: truncation.line, truncation.cause,
            remedy: "record again, or replay its complete frames with --incomplete")
    }
}
