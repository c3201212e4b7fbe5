import KioskRuntime
import KioskYAML
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

/// The file of what was found out on a board about touch panels.
@Suite("The file of calibrations")
@MainActor
struct CalibrationFileTests {
    private let folder: TemporaryFolder
    private let logged = LoggedLines()
    private let turned = TouchCalibration(a: 0, b: 1, c: 0, d: -1, e: 0, f: 1)
    private let scaled = TouchCalibration(a: 1.05, b: 0, c: -0.025, d: 0.000_001, e: 0.98, f: 0.01)

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { "\(folder.path)/touch-calibration.yaml" }

    private func key(_ number: UInt16, path: String = "usb-0:1.2:1.0") -> DeviceKey {
        DeviceKey(bus: 3, vendor: 0x222A, product: number, path: path)
    }

    private func kept() -> KeptCalibrations { KeptCalibrations(file: path, log: logged.log) }

    @Test("What is kept is there at the next start, for that device at that place alone.")
    func nextStart() throws {
        let first = kept()
        #expect(first[key(1)] == nil)
        #expect(first.keep(turned, for: key(1), name: "Panel") == nil)
        #expect(first[key(1)] == turned)
        #expect(first.keep(scaled, for: key(1, path: "usb-0:1.3:1.0"), name: "Panel") == nil)
        first.finishWriting()
        let second = kept()
        #expect(second[key(1)] == turned)
        #expect(second[key(1, path: "usb-0:1.3:1.0")] == scaled)
        #expect(second[key(2)] == nil)
        #expect(second[key(1, path: "")] == nil)
        #expect(second.keep(.identity, for: key(1), name: "Panel") == nil)
        second.finishWriting()
        #expect(kept()[key(1)] == .identity)
        #expect(!logged.all.contains { $0.contains("kept") }, "\(logged.all)")
    }

    @Test("Numbers survive, and so do names and places that are made to hurt.")
    func hostileNames() throws {
        let calibration = TouchCalibration(
            a: -0.987654, b: 0.000001, c: 1e-6, d: 1.0 / 3, e: -1, f: 2)
        let hostile = "a\"b\\c\n- name: d\u{1B}[2Jé\u{202E}\0"
        let first = kept()
        _ = first.keep(calibration, for: key(1, path: hostile), name: hostile)
        first.finishWriting()
        #expect(kept()[key(1, path: hostile)] == calibration)
        #expect(try !folder.text("touch-calibration.yaml").contains("\u{1B}"))
    }

    @Test("Of more devices than anybody has, the oldest are forgotten.")
    func manyDevices() throws {
        let first = kept()
        for number in 1...40 as ClosedRange<UInt16> {
            _ = first.keep(turned, for: key(number), name: "Panel")
        }
        first.finishWriting()
        let second = kept()
        #expect(second[key(8)] == nil)
        #expect((9...40).allSatisfy { second[key($0)] == turned })
    }

    @Test(
        "A broken file costs a line of the log, and is replaced by what is kept next.",
        arguments: [
            "devices: 5\n", "panels: []\n", "devices:\n  - name: x\n", "\u{0}", "{{{",
            "devices:\n  - {name: x, bus: 70000, vendor: 1, product: 1, path: a, matrix: \"1 0 0 0 1 0\"}\n",
            "devices:\n  - {name: x, bus: 3, vendor: 1, product: 1, path: a, matrix: \"1 0 0 0 1\"}\n",
            "devices:\n  - {name: x, bus: 3, vendor: 1, product: 1, path: a, matrix: \"1 0 0 0 nan 0\"}\n",
            "devices:\n  - {name: x, bus: 3, vendor: 1, product: 1, path: a, matrix: \"1 1 0 1 1 0\"}\n",
            "devices:\n  - {name: x, bus: 3, vendor: 1, product: 1, path: a, matrix: \"1e300 0 0 0 1 0\"}\n",
        ])
    func broken(text: String) throws {
        try folder.write(text, to: "touch-calibration.yaml")
        let first = kept()
        #expect(logged.all.count == 1)
        #expect(
            logged.all[0].hasSuffix("; touch panels are corrected as if there were no such file"))
        #expect(first[key(1)] == nil)
        _ = first.keep(turned, for: key(1), name: "Panel")
        first.finishWriting()
        #expect(kept()[key(1)] == turned)
    }

    @Test(
        "Without a folder, and for a device that doesn't say what it is, nothing is kept, in words."
    )
    func notKept() {
        let none = KeptCalibrations(file: nil, log: logged.log)
        #expect(
            none.keep(turned, for: key(1), name: "Panel")?.contains("until the next start") == true)
        #expect(none[key(1)] == nil)
        let some = kept()
        #expect(
            some.keep(turned, for: nil, name: "Panel")?.contains("until the next start") == true)
        #expect(some[nil] == nil)
        #expect(logged.all.count == 2)
        #expect(
            logged.all.last?.contains("LIBINPUT_CALIBRATION_MATRIX to \"0 1 0 -1 0 1\"") == true)
    }

    @Test("A disk that refuses costs a line of the log, and it holds until the end.")
    func refused() {
        let kept = KeptCalibrations(file: "\(folder.path)/gone/file.yaml", log: logged.log)
        #expect(kept.keep(turned, for: key(1), name: "Panel") == nil)
        kept.finishWriting()
        #expect(kept[key(1)] == turned)
        #expect(logged.all.last?.contains("isn't kept") == true)
    }
}
