import ChildPrograms
import Foundation
import Testing

@Suite struct ServeTests {
    @Test func `does not start without a team, and says so`() async throws {
        let ended = try await Program.siwa.run(["serve", "--listen", "127.0.0.1:0"])
        #expect(ended.status == 2)
        #expect(ended.output.isEmpty)
        #expect(ended.errors.contains("teams: at least one team with a key and a client is required"))
    }

    @Test func `does not start without its file`() async throws {
        let ended = try await Program.siwa.run(["serve", "--config", "/nowhere/siwa.json"])
        #expect(ended.status == 2)
        #expect(ended.errors.contains("cannot be read"))
    }

    @Test func `wrong options are wrong usage`() async throws {
        #expect(try await Program.siwa.run(["serve", "--nothing"]).status == 2)
    }
}
