/// What a VNC client may do to a virtual board's screen, and nothing else of VNC: pull it out, or
/// plug one of another size in. The guest's driver hears of it as of a real cable.
///
/// The protocol is RFB 3.8 (RFC 6143) with the extension "ExtendedDesktopSize" of the community's
/// specification; QEMU hands a wanted size on to its graphics card.
struct ScreenCable {
    private static let extendedDesktopSize: Int32 = -308
    private let socket: LocalSocket
    private var unread: [UInt8] = []

    /// Connects to QEMU's VNC server.
    init(path: String) throws(VirtualBoardError) {
        socket = try LocalSocket(path: path)
        guard try take(12) == Array("RFB 003.008\n".utf8) else {
            throw VirtualBoardError("\(path): not a VNC server of version 3.8")
        }
        try socket.write(Array("RFB 003.008\n".utf8))
        let securityTypes = try take(Int(try take(1)[0]))
        let noSecurity: UInt8 = 1
        guard securityTypes.contains(noSecurity) else {
            throw VirtualBoardError("\(path): wants a password")
        }
        try socket.write([noSecurity])
        guard try take(4) == [0, 0, 0, 0] else {
            throw VirtualBoardError("\(path): refuses to be looked at")
        }
        let isShared: UInt8 = 1
        try socket.write([isShared])
        // Its size, its pixel format, and its name.
        _ = try take(20)
        _ = try take(Int(Self.number(try take(4))))
        let setEncodings: UInt8 = 2
        try socket.write(
            [setEncodings, 0] + Self.bytes(UInt16(1))
                + Self.bytes(UInt32(bitPattern: Self.extendedDesktopSize)))
    }

    /// Plugs a screen of this size in, in pixels; 0 × 0 pulls it out. Returns when the graphics card
    /// knows.
    mutating func plug(width: UInt16, height: UInt16) throws(VirtualBoardError) {
        let setDesktopSize: UInt8 = 251
        let size: [UInt8] = Self.bytes(width) + Self.bytes(height)
        // One screen: its number, its place, its size, no flags.
        let zero: [UInt8] = Self.bytes(UInt32(0))
        var message: [UInt8] = [setDesktopSize, 0]
        for part in [size, [1, 0], zero, zero, size, zero] { message += part }
        try socket.write(message)
        while true {
            // No picture was asked for, so there are only rectangles about sizes.
            let message = try take(4)
            guard message[0] == 0 else {
                throw VirtualBoardError("VNC: message \(message[0]) wasn't asked for")
            }
            for _ in 0..<Self.number(Array(message[2...])) {
                let rectangle = try take(12)
                guard Int32(bitPattern: Self.number(Array(rectangle[8...]))) == -308 else {
                    throw VirtualBoardError("VNC: a rectangle that wasn't asked for")
                }
                _ = try take(Int(try take(4)[0]) * 16)
                // "x" says who asked (1: this client), "y" what came of it (4: handed on).
                guard Self.number(Array(rectangle[..<2])) == 1 else { continue }
                let outcome = Self.number(Array(rectangle[2..<4]))
                guard outcome == 4 else {
                    throw VirtualBoardError("VNC: the size was refused (\(outcome))")
                }
                return
            }
        }
    }

    // MARK: Bytes

    private mutating func take(_ count: Int) throws(VirtualBoardError) -> [UInt8] {
        let deadline = Deadline(afterSeconds: 10)
        while unread.count < count {
            let more = try socket.read(by: deadline)
            guard !more.isEmpty else { throw VirtualBoardError("VNC: no answer within 10 s") }
            unread += more
        }
        defer { unread.removeFirst(count) }
        return Array(unread[..<count])
    }

    /// Network order.
    private static func bytes(_ value: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }

    private static func number(_ bytes: [UInt8]) -> UInt32 {
        bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
}
