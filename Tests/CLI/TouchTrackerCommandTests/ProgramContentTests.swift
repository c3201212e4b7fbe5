import Foundation
import Testing

@Suite("Contents of the program")
struct ProgramContentTests {
    @Test("The program uses no regular expressions, which add 1.2 MB to the program of a board")
    func regularExpressions() throws {
        let program = try Data(contentsOf: URL(fileURLWithPath: Program.path))
        // The mangled name of the module, which is a part of each symbol that a caller uses.
        let module = Data("17_StringProcessing".utf8)
        #expect(
            program.range(of: module) == nil,
            "find the caller with nm -u on the object files; LabDoctor's TextSearch.swift searches without them"
        )
    }
}
