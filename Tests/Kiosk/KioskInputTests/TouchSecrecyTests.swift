import Foundation
import KioskInput
import KioskSystem
import Testing
import TouchKitGeometry
import TouchTrackerTestSupport

/// The tests use a regular file, because record locks work equally on all files.
@Suite("TouchSecrecy")
struct TouchSecrecyTests {
    private let folder = TemporaryFolder(named: "secrecy tests")
    private let path: String

    init() throws {
        path = try folder.write("", to: "file")
    }

    private func value(_ microseconds: Int64, _ isSecret: Bool) -> TouchSecrecy {
        TouchSecrecy(
            changeTime: Timestamp(microseconds: microseconds), isSecret: isSecret)
    }

    @Test("Other descriptors read the value published last, and its owner reads none.")
    func reading() throws {
        let kiosk = try OwnedDescriptor(opening: path, flags: O_RDWR)
        let recorder = try OwnedDescriptor(opening: path, flags: O_RDONLY)
        #expect(TouchSecrecy(publishedOn: recorder.number) == nil)
        for (time, isSecret) in [
            (1, false), (2, true), (900_000, false), (900_001, true), (1 << 50, false),
        ] as [(Int64, Bool)] {
            try value(time, isSecret).publish(on: kiosk.number, path: path)
            #expect(TouchSecrecy(publishedOn: recorder.number) == value(time, isSecret))
            #expect(TouchSecrecy(publishedOn: kiosk.number) == nil)
        }
    }

    @Test("Reading does not change the value, and closing the descriptor removes it.")
    func closing() throws {
        let recorder = try OwnedDescriptor(opening: path, flags: O_RDONLY)
        let other = try OwnedDescriptor(opening: path, flags: O_RDONLY)
        let kiosk = try #require(FileHandle(forUpdatingAtPath: path))
        try value(5, true).publish(on: kiosk.fileDescriptor, path: path)
        for descriptor in [recorder.number, other.number, recorder.number] {
            #expect(TouchSecrecy(publishedOn: descriptor) == value(5, true))
        }
        try kiosk.close()
        #expect(TouchSecrecy(publishedOn: recorder.number) == nil)
        #expect(TouchSecrecy(publishedOn: other.number) == nil)
    }

    @Test("A second descriptor cannot publish the same value, and the error contains the path.")
    func conflict() throws {
        let kiosk = try OwnedDescriptor(opening: path, flags: O_RDWR)
        let other = try OwnedDescriptor(opening: path, flags: O_RDWR)
        try value(5, true).publish(on: kiosk.number, path: path)
        let error = LinuxError(operation: "lock", code: .again, path: path)
        #expect(throws: error) { try value(5, true).publish(on: other.number, path: path) }
        let closed = LinuxError(operation: "lock", code: Errno(rawValue: EBADF), path: path)
        #expect(throws: closed) { try value(6, true).publish(on: -1, path: path) }
    }
}
