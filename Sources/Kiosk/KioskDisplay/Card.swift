import CTouchTrackerDRM
import Glibc
import KioskSystem

/// An open graphics card; it is closed when its last user goes.
final class Card {
    let path: String
    /// Whether it was opened only to look, and nobody mastered it.
    let wasFree: Bool
    private let owned: OwnedDescriptor

    var descriptor: Int32 { owned.number }

    /// Opens a card; whoever opens it first masters it.
    ///
    /// - Parameters:
    ///   - path: The node.
    ///   - toLook: Whether it is let go with the very next call: a kiosk that starts between the
    ///     two finds it taken.
    /// - Throws: `DisplayError` where the node can't be opened or is no card.
    init(path: String, toLook: Bool = false) throws(DisplayError) {
        self.path = path
        let letsGo = toLook && CardPaths.isCard(path)
        do {
            owned = try OwnedDescriptor(opening: path, flags: O_RDWR | O_NONBLOCK)
        } catch {
            throw .opening(
                path, error.code, group: Folder.group(of: path),
                cards: CardPaths.all().map { CardPaths.stableName(of: $0) })
        }
        wasFree = letsGo && drmDropMaster(owned.number) == 0
        guard let version = drmGetVersion(owned.number) else {
            throw DisplayError(
                .missing, subject: path, cause: "it isn't a graphics card",
                remedy: "name one of /dev/dri")
        }
        drmFreeVersion(version)
    }

    /// Masters the card, if nobody else does. Whoever opened it first is its master already; one
    /// who came later becomes it only when it is let go.
    func becomeMaster() -> Bool {
        drmIsMaster(descriptor) != 0 || drmSetMaster(descriptor) == 0
    }

    /// The name that stays the same from boot to boot, if udev gave it one.
    var stableName: String { CardPaths.stableName(of: path) }

    /// The driver's name, as the kernel tells it.
    var driver: String {
        guard let version = drmGetVersion(descriptor) else { return "unknown" }
        defer { drmFreeVersion(version) }
        return version.pointee.name.map { String(cString: $0) } ?? "unknown"
    }

    /// What the driver answers about an ability; 0 where it doesn't know of it.
    func capability(_ number: Int32) -> UInt64 {
        var value: UInt64 = 0
        return drmGetCap(descriptor, UInt64(number), &value) == 0 ? value : 0
    }

    /// The properties of a connector, CRTC or plane, by name: number and value.
    func properties(of object: UInt32, type: UInt32) -> [String: (id: UInt32, value: UInt64)] {
        guard let list = drmModeObjectGetProperties(descriptor, object, type) else { return [:] }
        defer { drmModeFreeObjectProperties(list) }
        var found: [String: (id: UInt32, value: UInt64)] = [:]
        for index in 0..<Int(list.pointee.count_props) {
            let id = list.pointee.props[index]
            guard let property = drmModeGetProperty(descriptor, id) else { continue }
            defer { drmModeFreeProperty(property) }
            let name = withUnsafePointer(to: &property.pointee.name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(DRM_PROP_NAME_LEN)) {
                    String(cString: $0)
                }
            }
            found[name] = (id, list.pointee.prop_values[index])
        }
        return found
    }
}

/// The nodes of `/dev/dri`.
enum CardPaths {
    private static let folder = "/dev/dri"

    /// Every primary node, in the order of their numbers.
    static func all() -> [String] {
        Folder.names(in: folder)
            .compactMap { name -> (Int, String)? in
                guard name.hasPrefix("card"), let number = Int(name.dropFirst(4)) else {
                    return nil
                }
                return (number, "\(folder)/\(name)")
            }
            .sorted { $0.0 < $1.0 }
            .map(\.1)
    }

    /// Whether a node is a card's: others take the same calls for something else.
    static func isCard(_ path: String) -> Bool {
        var information = stat()
        return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFCHR
            && touchtracker_is_card(information.st_rdev)
    }

    /// The path that somebody means who writes `card1`, a whole path or a stable name.
    static func path(named name: String) -> String {
        guard name.contains("/") else { return "\(folder)/\(name)" }
        return all().first { stableName(of: $0) == name } ?? name
    }

    /// The name by bus position, which doesn't move between boots: udev's link, or the device's
    /// place in sysfs where udev made none; the path itself where there is neither.
    static func stableName(of path: String) -> String {
        let byPath = "\(folder)/by-path"
        guard let target = Folder.resolve(path) else { return path }
        for name in Folder.names(in: byPath).sorted() {
            let link = "\(byPath)/\(name)"
            if Folder.resolve(link) == target { return link }
        }
        let node = target.split(separator: "/").last ?? ""
        return Folder.resolve("/sys/class/drm/\(node)/device") ?? path
    }
}
