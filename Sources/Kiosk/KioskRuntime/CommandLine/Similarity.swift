/// A namespace for finding the word that a user may have meant.
package enum Similarity {
    /// Returns the candidate that is most similar to `text`, or `nil` if none is similar.
    ///
    /// A candidate is similar if it begins with `text`, or if at most two fifths of the characters
    /// are inserted, removed or replaced.
    package static func nearest(to text: String, among candidates: [String]) -> String? {
        let word = Array(text.prefix(60).lowercased())
        guard !word.isEmpty else { return nil }
        let longer = candidates.filter { $0.hasPrefix(String(word)) }
        if longer.count == 1 { return longer.first }
        let distances = candidates.map { (name: $0, edits: distance(word, Array($0))) }
        guard let best = distances.min(by: { $0.edits < $1.edits }),
            best.edits * 5 <= max(word.count, 3) * 2
        else { return nil }
        return best.name
    }

    /// Returns the values as `a`, `a or b`, or `a, b or c`.
    package static func list(_ values: [String]) -> String {
        guard let last = values.last, values.count > 1 else { return values.joined() }
        return "\(values.dropLast().joined(separator: ", ")) or \(last)"
    }

    /// Returns what to use instead of `word`: a similar value, if there is one, and all values.
    package static func remedy(for word: String, among accepted: [String]) -> String {
        let suggestion = nearest(to: word, among: accepted).map { "did you mean '\($0)'? " }
        return "\(suggestion ?? "")use \(list(accepted))"
    }

    /// Returns the number of characters to insert, remove or replace to turn `first` into `second`.
    private static func distance(_ first: [Character], _ second: [Character]) -> Int {
        var row = Array(0...second.count)
        for (index, character) in first.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in second.indices {
                let replaced = diagonal + (second[column] == character ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[second.count]
    }
}
