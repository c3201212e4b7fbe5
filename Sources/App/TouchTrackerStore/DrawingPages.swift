import Glibc
import KioskSystem

/// The pages of a state folder. Each page is a drawing in a folder of its own, with its own
/// database and picture.
///
/// Page 1 is the drawing in the state folder itself, page 2 is in the subfolder `page-2`, and so
/// on. The file `page` contains the number of the page that is shown. Only one process at a time
/// may change the pages of a folder.
package struct DrawingPages: Sendable {
    /// The name of the file that contains the number of the shown page.
    package static let fileName = "page"
    /// The maximum number of pages, which prevents pages from filling the disk.
    package static let maximumCount = 999
    private static let folderPrefix = "page-"
    private static let maximumFileSize = 16

    /// The path of the state folder.
    package let folder: String

    /// Creates a description of the pages in `folder`, without accessing the file system.
    package init(folder: String) {
        self.folder = folder
    }

    /// The numbers of all pages, in ascending order, at least 1.
    package var numbers: [Int] {
        let others = FileSystem.names(in: folder).compactMap { name -> Int? in
            guard name.hasPrefix(Self.folderPrefix),
                let number = Int(name.dropFirst(Self.folderPrefix.count)),
                name == Self.folderPrefix + "\(number)", 2...Self.maximumCount ~= number,
                isFolder(folder(of: number))
            else { return nil }
            return number
        }
        return [1] + others.sorted()
    }

    /// Returns the path of the folder of the page `number`, which need not exist.
    package func folder(of number: Int) -> String {
        number == 1 ? folder : "\(folder)/\(Self.folderPrefix)\(number)"
    }

    /// The number of the page that is shown; 1 if the file is missing or names no page.
    package var shown: Int {
        let bytes = try? FileContents.read(
            "\(folder)/\(Self.fileName)", maximumSize: Self.maximumFileSize)
        let text = bytes.map { String(decoding: $0, as: UTF8.self) } ?? ""
        guard let number = Int(text.prefix { $0 != "\n" }), numbers.contains(number) else {
            return 1
        }
        return number
    }

    /// Stores the number of the page that is shown. The number is durable when the method returns.
    package func setShown(_ number: Int) throws(StoreError) {
        let path = "\(folder)/\(Self.fileName)"
        do throws(LinuxError) {
            try FileContents.replace(path, with: Array("\(number)\n".utf8))
        } catch {
            throw StoreError(.failed(error.description), path: path)
        }
    }

    /// Creates a folder for a new page after all others.
    ///
    /// - Returns: The number of the page, or `nil` if the page `maximumCount` exists already.
    /// - Throws: `StoreError` if the folder cannot be created.
    package func add() throws(StoreError) -> Int? {
        let number = (numbers.last ?? 1) + 1
        guard number <= Self.maximumCount else { return nil }
        let path = folder(of: number)
        do throws(LinuxError) {
            try performSystemCall("mkdir", path: path) { mkdir(path, 0o700) }
            try FolderDescriptor(folder).synchronize()
        } catch {
            throw StoreError(.failed(error.description), path: path)
        }
        return number
    }

    /// Returns whether `path` is a folder and not a symbolic link to one.
    private func isFolder(_ path: String) -> Bool {
        var information = stat()
        return lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
    }
}
