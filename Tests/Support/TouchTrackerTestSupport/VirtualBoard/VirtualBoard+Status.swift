import Foundation

extension VirtualBoard {
    /// Returns the output of `touchtracker status --json`.
    package func kioskStatus() throws -> [String: Any] {
        let text = try shell("touchtracker status --json")
        guard
            let status = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        else { throw VirtualBoardError("the kiosk's status is not a JSON object: \(text)") }
        return status
    }

    /// Returns the newest generation of the drawing that is durable.
    package func durableGeneration() throws -> Int64 {
        let store = try kioskStatus()["store"] as? [String: Any]
        guard let generation = store?["generation"] as? Int64 else {
            throw VirtualBoardError("the kiosk's status has no generation of the drawing")
        }
        return generation
    }

    /// Waits until the whole drawing is durable.
    package func waitUntilDurable() throws {
        try wait(for: "the drawing is durable") {
            let store = try kioskStatus()["store"] as? [String: Any]
            return store?["state"] as? String == "saved"
        }
    }
}
