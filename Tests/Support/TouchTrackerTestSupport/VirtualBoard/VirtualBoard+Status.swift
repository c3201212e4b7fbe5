import Foundation

extension VirtualBoard {
    /// What the kiosk says of itself.
    package func kioskStatus() throws -> [String: Any] {
        let text = try shell("touchtracker status --json")
        guard
            let status = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        else { throw VirtualBoardError("the kiosk's status is no JSON object: \(text)") }
        return status
    }

    /// The newest generation of the drawing that is known to be on the disk.
    package func durableGeneration() throws -> Int64 {
        let store = try kioskStatus()["store"] as? [String: Any]
        guard let generation = store?["generation"] as? Int64 else {
            throw VirtualBoardError("the kiosk's status tells no generation of the drawing")
        }
        return generation
    }

    /// Waits until all that was drawn is on the disk.
    package func waitUntilDurable() throws {
        try wait(for: "all that was drawn is on the disk") {
            let store = try kioskStatus()["store"] as? [String: Any]
            return store?["state"] as? String == "saved"
        }
    }
}
