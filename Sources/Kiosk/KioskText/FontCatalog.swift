import KioskSystem
import TouchKitRaster

/// The fonts in the files of folders, by name.
///
/// The folders are read at the first access. A file that is added later is not found.
package final class FontCatalog {
    /// The folders in which Debian packages and administrators install fonts.
    package static let systemFolders = ["/usr/share/fonts", "/usr/local/share/fonts"]
    /// The maximum depth of folders in a font folder.
    private static let maximumDepth = 4
    /// The maximum number of fonts.
    private static let limit = 4_096

    private struct Entry {
        var typeface: Typeface
        var path: String
    }

    private let folders: [String]
    private lazy var entries = Self.readEntries(in: folders)
    /// The open files by the numbers of their typefaces. The value is `nil` for a file that can no
    /// longer be used.
    private var files: [UInt16: FontFile?] = [:]

    /// Creates a catalog of the font files in `folders` and the folders in them.
    package init(folders: [String]) {
        self.folders = folders
    }

    /// The typefaces of all usable files, in the order of their paths.
    package var typefaces: [Typeface] { entries.map(\.typeface) }

    /// Returns the open file of a typeface, or `nil` if there is no such typeface or its file can
    /// no longer be used.
    func file(_ number: UInt16) -> FontFile? {
        if let known = files[number] { return known }
        let index = Int(number) - Int(FontFace.firstNamedTypeface)
        let file =
            entries.indices.contains(index) ? (try? FontFile(path: entries[index].path)) : nil
        files[number] = .some(file)
        return file
    }

    private static func readEntries(in folders: [String]) -> [Entry] {
        var paths: [String] = []
        for folder in folders { addPaths(in: folder, depth: 1, to: &paths) }
        var entries: [Entry] = []
        for path in paths.prefix(limit) {
            // A damaged file of another package does not affect the remaining fonts.
            guard let file = try? FontFile(path: path), !file.familyName.isEmpty,
                !file.postScriptName.isEmpty
            else { continue }
            entries.append(
                Entry(
                    typeface: Typeface(
                        number: FontFace.firstNamedTypeface + UInt16(entries.count),
                        family: file.familyName, name: file.postScriptName,
                        isRegular: file.isRegular),
                    path: path))
        }
        return entries
    }

    /// Adds the paths of the font files in a folder, in alphabetical order.
    private static func addPaths(in folder: String, depth: Int, to paths: inout [String]) {
        for name in FileSystem.names(in: folder).sorted() {
            let path = "\(folder)/\(name)"
            if name.hasSuffix(".ttf") || name.hasSuffix(".otf") {
                paths.append(path)
            } else if depth < maximumDepth, FileSystem.isFolder(path) {
                addPaths(in: path, depth: depth + 1, to: &paths)
            }
        }
    }
}
