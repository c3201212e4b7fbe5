import Foundation
import Testing

/// Returns the members of the JSON object in `text`. The test fails if `text` contains none.
package func jsonObject(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
}
