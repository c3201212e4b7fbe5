import KioskSystem
import Testing

@Suite("Program output")
struct ProgramOutputTests {
    @Test("The standard output is returned, without the standard error")
    func output() {
        #expect(
            ProgramOutput.read("/bin/sh", ["-c", "echo a; echo b >&2; printf c"]) == "a\nc")
        #expect(ProgramOutput.read("/bin/true", []) == "")
    }

    @Test("A program that fails or is missing has no output")
    func failures() {
        #expect(ProgramOutput.read("/bin/sh", ["-c", "echo a; exit 3"]) == nil)
        #expect(ProgramOutput.read("/nonexistent", []) == nil)
    }

    @Test("Long output is cut, and the program still ends")
    func longOutput() {
        let text = ProgramOutput.read(
            "/bin/sh", ["-c", "head -c 300000 /dev/zero | tr '\\0' x"], maximumSize: 100_000)
        #expect(text?.utf8.count == 100_000)
    }
}
