import Foundation
import SignInWithApple
import SignInWithAppleTesting
import Testing

/// The code in the guides is compiled, line by line.
@Suite struct SnippetTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let root = tests.deletingLastPathComponent().deletingLastPathComponent()

    /// A page, or a source file with examples in its comments.
    struct Page: Sendable, CustomTestStringConvertible {
        let path: String
        let text: String

        var testDescription: String { path }

        /// The lines of each ```swift block that is a part of a file.
        var blocks: [[String]] { everyBlock.filter { !$0.contains("@main") } }

        /// Whether the page shows a whole program. Laboratory/stand-ins/check compiles it alone, from the page.
        var showsProgram: Bool { everyBlock.contains { $0.contains("@main") } }

        private var everyBlock: [[String]] {
            text.components(separatedBy: "```swift\n").dropFirst().map { rest in
                let block = rest.components(separatedBy: "\n```").first ?? ""
                return SnippetTests.withoutIndentation(block.components(separatedBy: "\n"))
            }
        }
    }

    private static func files(below folder: String, endingIn suffix: String) throws -> [Page] {
        let base = root.appendingPathComponent(folder)
        return try FileManager.default.subpathsOfDirectory(atPath: base.path).filter { $0.hasSuffix(suffix) }.sorted()
            .map { path in
                let data = try Data(contentsOf: base.appendingPathComponent(path))
                return Page(path: folder + "/" + path, text: String(decoding: data, as: UTF8.self))
            }
    }

    /// Every article, the README, the recipe for existing systems, and the comments of the sources.
    static func pages() throws -> [Page] {
        let guides = try ["README.md", "Documentation/existing-auth-system.md"].map { path in
            Page(path: path, text: try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8))
        }
        let comments = try files(below: "Sources", endingIn: ".swift").map { file in
            let lines = file.text.components(separatedBy: "\n").map { $0.drop(while: \.isWhitespace) }
            let comment = lines.filter { $0.hasPrefix("///") }.map { $0.dropFirst($0.hasPrefix("/// ") ? 4 : 3) }
            return Page(path: file.path, text: comment.joined(separator: "\n"))
        }
        let all = try guides + files(below: "Sources", endingIn: ".md") + comments
        return all.filter { !$0.blocks.isEmpty }
    }

    /// The pages with which newcomers begin: the README, the front page of each module, and the first guide for a
    /// server and for an app.
    static func firstPages() throws -> [Page] {
        try pages().filter { page in
            let parts = page.path.components(separatedBy: "/")
            guard let file = parts.last, file.hasSuffix(".md") else { return false }
            let isFrontPage = parts.dropLast().last == String(file.dropLast(3)) + ".docc"
            return isFrontPage || ["README.md", "GettingStarted.md", "FromAnEmptyApp.md"].contains(file)
        }
    }

    /// The packages of Laboratory/journeys/consumers, without their build products.
    private static func consumers() throws -> [Page] {
        try files(below: "Laboratory/journeys/consumers", endingIn: ".swift").filter { !$0.path.contains("/.build") }
    }

    private static func isShown(_ block: [String], in sources: [Page]) -> Bool {
        sources.contains { contains(block, in: $0.text.components(separatedBy: "\n")) }
    }

    private static func withoutIndentation(_ lines: [String]) -> [String] {
        let indents = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }
        return lines.map { String($0.dropFirst(indents.min() ?? 0)) }
    }

    /// Whether the file contains the block unchanged, at any indentation.
    private static func contains(_ block: [String], in lines: [String]) -> Bool {
        guard !block.isEmpty, lines.count >= block.count else { return false }
        return (0...(lines.count - block.count)).contains { start in
            let part = lines[start..<(start + block.count)]
            // Cheap check first: few lines match the block's first line.
            return part.first?.hasSuffix(block[0]) == true && withoutIndentation(Array(part)) == block
        }
    }

    @Test(arguments: try SnippetTests.pages())
    func `shows only what is compiled`(page: Page) throws {
        // Code that needs Apple's frameworks is compiled with stand-ins for them (Laboratory/stand-ins/check). The first
        // pages and the lines of a manifest are compiled in the packages of Laboratory/journeys/consumers.
        let folders = [
            "Tests/DocumentationTests/Snippets", "Laboratory/stand-ins/Snippets", "Examples/Sources/any-backend",
        ]
        let snippets = try folders.flatMap { try Self.files(below: $0, endingIn: ".swift") }
        let sources = try snippets + Self.consumers()
        for block in page.blocks {
            #expect(Self.isShown(block, in: sources), "not in Snippets:\n\(block.joined(separator: "\n"))")
        }
    }

    @Test(arguments: try SnippetTests.firstPages())
    func `shows what a stranger's package builds with`(page: Page) throws {
        let sources = try Self.consumers()
        for block in page.blocks {
            #expect(Self.isShown(block, in: sources), "no consumer has it:\n\(block.joined(separator: "\n"))")
        }
    }

    @Test func `a stranger's packages are compared with the pages they begin with`() throws {
        let names = try Self.firstPages().compactMap { $0.path.components(separatedBy: "/").last }
        let first: Set = [
            "AppleIDEmulatorTesting.md", "FromAnEmptyApp.md", "GettingStarted.md", "README.md", "SignInKitTesting.md",
            "SignInWithApple.md",
        ]
        #expect(Set(names) == first)
        #expect(try Self.consumers().count { $0.path.hasSuffix("/Package.swift") } == 3)
    }

    @Test func `the programs that are compiled alone are on these pages`() throws {
        let shown = try Self.pages().filter(\.showsProgram).map(\.path)
        #expect(shown == ["README.md", "Sources/SignInKit/SignInKit.docc/FromAnEmptyApp.md"])
        let check = Self.root.appendingPathComponent("Laboratory/stand-ins/check")
        let text = try String(contentsOf: check, encoding: .utf8)
        #expect(shown.allSatisfy { text.contains("\"\($0.components(separatedBy: "/").last ?? $0)\"") })
    }

    @Test func `who pastes a program with a view of Xcode's template is told to delete the template's`() throws {
        for page in try Self.pages() where page.showsProgram && page.text.contains("struct ContentView") {
            #expect(page.text.contains("Delete Xcode's `ContentView.swift`"), "\(page)")
        }
    }

    @Test func `every guide of the catalogue shows code`() throws {
        let shown = Set(try Self.pages().map(\.path))
        let catalogue = try Self.files(below: "Sources/SignInWithApple/SignInWithApple.docc", endingIn: ".md")
            .map(\.path)
        #expect(catalogue.count >= 10)
        let silent = catalogue.filter { !shown.contains($0) && !$0.hasSuffix("/Errors.md") }
        #expect(silent.isEmpty)
    }

    @Test func `a changed, shortened or invented block is noticed`() {
        let lines = ["    let one = 1", "", "    let two = 2", "let three = 3"]
        #expect(Self.contains(["let one = 1", "", "let two = 2"], in: lines))
        #expect(!Self.contains(["let one = 1", "let two = 2"], in: lines))
        #expect(!Self.contains(["let one = 2"], in: lines))
        #expect(!Self.contains(["one = 1"], in: lines))
    }
}
