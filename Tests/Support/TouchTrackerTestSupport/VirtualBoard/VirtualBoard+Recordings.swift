import Foundation
import LabRecordings
import TouchKitContacts

extension VirtualBoard {
    /// Sends all touch frames of a recording as fast as the board accepts them, ignoring their
    /// times.
    package func play(_ recording: Recording) throws(VirtualBoardError) {
        for touches in recording.frames {
            try frame { batch in
                for contact in touches.contacts {
                    let raw = contact.rawPosition
                    switch contact.state {
                    case .down, .motion:
                        batch.setRaw(
                            contact.slot, rawX: Int(raw?.x ?? 0), rawY: Int(raw?.y ?? 0),
                            isNew: contact.state == .down)
                    case .up, .cancel:
                        batch.up(contact.slot)
                    }
                }
            }
        }
    }

    /// Returns the content of a file on the board.
    package func read(_ path: String) throws(VirtualBoardError) -> Data {
        let encoded = try shell("gzip -c \(path) | base64", timeoutSeconds: 60)
        guard let compressed = Data(base64Encoded: encoded, options: .ignoreUnknownCharacters)
        else {
            throw VirtualBoardError("\(path): damaged on the serial line:\n\(encoded)")
        }
        let copy = "\(stateDirectory)/file"
        do {
            try compressed.write(to: URL(fileURLWithPath: copy + ".gz"))
        } catch {
            throw VirtualBoardError("\(copy).gz: \(error)")
        }
        try runTool(["gzip", "-df", copy + ".gz"])
        guard let data = FileManager.default.contents(atPath: copy) else {
            throw VirtualBoardError("\(copy): cannot be read")
        }
        return data
    }

    /// Waits until the size of a file on the board has not changed for 0.3 s.
    package func waitUntilUnchanged(_ path: String) throws(VirtualBoardError) {
        var size = ""
        repeat {
            size = try shell("stat -c %s \(path)")
            Thread.sleep(forTimeInterval: 0.3)
        } while try shell("stat -c %s \(path)") != size
    }
}
