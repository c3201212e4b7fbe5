import KioskRuntime
import KioskYAML
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

/// Tests the file with calibrations made on the board.
@Suite("CalibrationFile")
@MainActor
struct CalibrationFileTests {
    private let folder = TemporaryFolder()
    private let logged = SharedList<String>()
    private let turned = TouchCalibration(a: 0, b: 1, c: 0, d: -1, e: 0, f: 1)
    private let scaled = TouchCalibration(a: 1.05, b: 0, c: -0.025, d: 0.000_001, e: 0.98, f: 0.01)

    private var path: String { "\(folder.path)/touch-calibration.yaml" }

    private func key(_ number: UInt16, path: String = "usb-0:1.2:1.0") -> DeviceKey {
        DeviceKey(bus: 3, vendor: 0x222A, product: number, path: path)
    }

    private func makeStore() -> CalibrationStore { CalibrationStore(file: path, log: logged.log) }

    @Test(
        "A stored calibration applies after the next start, only to that device at that connector")
    func nextStart() throws {
        let first = makeStore()
        #expect(first[key(1)] == nil)
        #expect(first.store(turned, for: key(1), name: "Panel") == nil)
        #expect(first[key(1)] == turned)
        #expect(first.store(scaled, for: key(1, path: "usb-0:1.3:1.0"), name: "Panel") == nil)
        first.finishWriting()
        let second = makeStore()
        #expect(second[key(1)] == turned)
        #expect(second[key(1, path: "usb-0:1.3:1.0")] == scaled)
        #expect(second[key(2)] == nil)
        #expect(second[key(1, path: "")] == nil)
        #expect(second.store(.identity, for: key(1), name: "Panel") == nil)
        second.finishWriting()
        #expect(makeStore()[key(1)] == .identity)
        #expect(!logged.all.contains { $0.contains("not saved") }, "\(logged.all)")
    }

    @Test("Numbers, and hostile names and paths, survive a round trip")
    func hostileNames() throws {
        let calibration = TouchCalibration(
            a: -0.987654, b: 0.000001, c: 1e-6, d: 1.0 / 3, e: -1, f: 2)
        let hostile = "a\"b\\c\n- name: d\u{1B}[2Jé\u{202E}\0"
        let first = makeStore()
        _ = first.store(calibration, for: key(1, path: hostile), name: hostile)
        first.finishWriting()
        #expect(makeStore()[key(1, path: hostile)] == calibration)
        #expect(try !folder.text("touch-calibration.yaml").contains("\u{1B}"))
    }

    @Test("With too many devices, the oldest calibrations are removed")
    func manyDevices() throws {
        let first = makeStore()
        for number in 1...40 as ClosedRange<UInt16> {
            _ = first.store(turned, for: key(number), name: "Panel")
        }
        first.finishWriting()
        let second = makeStore()
        #expect(second[key(8)] == nil)
        #expect((9...40).allSatisfy { second[key($0)] == turned })
    }

    /// Returns the text of a file with one device, in another layout than the kiosk's.
    nonisolated private static func text(bus: Int = 3, matrix: String) -> String {
        """
        devices:
          - {name: x, bus: \(bus), vendor: 1, product: 1, path: a, matrix: "\(matrix)"}

        """
    }

    @Test("A file in another layout is read, and nothing is logged")
    func otherLayout() throws {
        try folder.write(Self.text(matrix: "0 1 0 -1 0 1"), to: "touch-calibration.yaml")
        #expect(makeStore()[DeviceKey(bus: 3, vendor: 1, product: 1, path: "a")] == turned)
        #expect(logged.all == [])
    }

    @Test(
        "A damaged file is logged once and replaced by the next calibration",
        arguments: [
            "devices: 5\n", "panels: []\n", "devices:\n  - name: x\n", "\u{0}", "{{{",
            CalibrationFileTests.text(bus: 70_000, matrix: "1 0 0 0 1 0"),
            CalibrationFileTests.text(matrix: "1 0 0 0 1"),
            CalibrationFileTests.text(matrix: "1 0 0 0 nan 0"),
            CalibrationFileTests.text(matrix: "1 1 0 1 1 0"),
            CalibrationFileTests.text(matrix: "1e300 0 0 0 1 0"),
        ])
    func broken(text: String) throws {
        try folder.write(text, to: "touch-calibration.yaml")
        let first = makeStore()
        #expect(logged.all.count == 1)
        #expect(logged.all.first?.hasSuffix("; stored calibrations are ignored") == true)
        #expect(first[key(1)] == nil)
        _ = first.store(turned, for: key(1), name: "Panel")
        first.finishWriting()
        #expect(makeStore()[key(1)] == turned)
    }

    @Test(
        "Without a state folder or a device identity, nothing is stored, and a message says so"
    )
    func notKept() {
        let none = CalibrationStore(file: nil, log: logged.log)
        #expect(
            none.store(turned, for: key(1), name: "Panel")?.contains("until the next start") == true
        )
        #expect(none[key(1)] == nil)
        let some = makeStore()
        #expect(
            some.store(turned, for: nil, name: "Panel")?.contains("until the next start") == true)
        #expect(some[nil] == nil)
        #expect(logged.all.count == 2)
        #expect(
            logged.all.last?.contains("LIBINPUT_CALIBRATION_MATRIX to \"0 1 0 -1 0 1\"") == true)
    }

    @Test("A write error is logged, and the calibration applies until the end")
    func refused() {
        let store = CalibrationStore(file: "\(folder.path)/gone/file.yaml", log: logged.log)
        #expect(store.store(turned, for: key(1), name: "Panel") == nil)
        store.finishWriting()
        #expect(store[key(1)] == turned)
        #expect(logged.all.last?.contains("not saved") == true)
    }
}
