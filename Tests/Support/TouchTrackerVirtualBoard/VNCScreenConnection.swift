import TouchTrackerTestSupport

/// A minimal VNC client that connects, resizes and disconnects a virtual board's display.
///
/// The board's driver receives a hotplug event, as with a real cable. The protocol is RFB 3.8 (RFC
/// 6143) with the community's extension "ExtendedDesktopSize"; QEMU passes the requested size to
/// its graphics card.
struct VNCScreenConnection {
    /// The number of the encoding "ExtendedDesktopSize".
    private static let extendedDesktopSize: Int32 = -308
    private let socket: LocalSocket
    private let clock: EmulatorClock
    private var unread: [UInt8] = []

    /// Connects to the socket of QEMU's VNC server and completes the handshake.
    init(path: String, clock: EmulatorClock) throws(VirtualBoardError) {
        self.clock = clock
        socket = try LocalSocket(path: path, by: Deadline(clock))
        guard try readBytes(12) == Array("RFB 003.008\n".utf8) else {
            throw VirtualBoardError("\(path): not a VNC server of version 3.8")
        }
        try socket.write(Array("RFB 003.008\n".utf8))
        let securityTypes = try readBytes(Int(try readBytes(1)[0]))
        let noSecurity: UInt8 = 1
        guard securityTypes.contains(noSecurity) else {
            throw VirtualBoardError("\(path): the VNC server requires a password")
        }
        try socket.write([noSecurity])
        guard try readBytes(4) == [0, 0, 0, 0] else {
            throw VirtualBoardError("\(path): the VNC server refused the connection")
        }
        let isShared: UInt8 = 1
        try socket.write([isShared])
        // The screen's size and pixel format (20 bytes with the length of the name), then the name.
        _ = try readBytes(20)
        _ = try readBytes(Int(Self.number(try readBytes(4))))
        let setEncodings: UInt8 = 2
        try socket.write(
            [setEncodings, 0] + Self.bytes(UInt16(1))
                + Self.bytes(UInt32(bitPattern: Self.extendedDesktopSize)))
    }

    /// Connects a display of the given size in pixels; 0 × 0 disconnects it.
    ///
    /// Returns when QEMU's graphics card has accepted the size.
    mutating func setScreenSize(width: UInt16, height: UInt16) throws(VirtualBoardError) {
        let setDesktopSize: UInt8 = 251
        let size: [UInt8] = Self.bytes(width) + Self.bytes(height)
        // One screen: its number, position, size and flags.
        let zero: [UInt8] = Self.bytes(UInt32(0))
        var message: [UInt8] = [setDesktopSize, 0]
        for part in [size, [1, 0], zero, zero, size, zero] { message += part }
        try socket.write(message)
        while true {
            // Without a picture request the server sends only rectangles about the screen size.
            let message = try readBytes(4)
            guard message[0] == 0 else {
                throw VirtualBoardError("VNC: unexpected message \(message[0])")
            }
            for _ in 0..<Self.number(Array(message[2...])) {
                let rectangle = try readBytes(12)
                let encoding = Int32(bitPattern: Self.number(Array(rectangle[8...])))
                guard encoding == Self.extendedDesktopSize else {
                    throw VirtualBoardError("VNC: unexpected rectangle")
                }
                _ = try readBytes(Int(try readBytes(4)[0]) * 16)
                // "x" is the requester (1: this client), "y" the result (4: passed to the board).
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

    /// Reads exactly `count` bytes.
    private mutating func readBytes(_ count: Int) throws(VirtualBoardError) -> [UInt8] {
        let deadline = Deadline(clock)
        while unread.count < count {
            let more = try socket.read(by: deadline)
            guard !more.isEmpty else { throw VirtualBoardError("VNC: no answer") }
            unread += more
        }
        defer { unread.removeFirst(count) }
        return Array(unread[..<count])
    }

    /// Returns the bytes of `value` in network byte order.
    private static func bytes(_ value: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }

    /// Returns the number in bytes of network byte order.
    private static func number(_ bytes: [UInt8]) -> UInt32 {
        bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
}
