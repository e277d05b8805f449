import Foundation
import TestDoubles
import Testing

@testable import PrivateFiles

/// Files that replace others, and folders.
@Suite struct PrivateFileWritingTests {
    private func mode(_ path: String) throws -> Int? {
        (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test func `a file is replaced as a whole, and the one before may still be open`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("old", to: "key", mode: 0o644)
        let before = try #require(FileHandle(forReadingAtPath: path))
        try PrivateFile.replace(path, Array("new".utf8))
        #expect(try mode(path) == 0o600)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
        #expect(try before.readToEnd() == Data("old".utf8))
        try PrivateFile.replace(path, Array("public".utf8), mode: 0o644)
        #expect(try mode(path) == 0o644)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(names == ["key"])
    }

    @Test(arguments: ["link", "broken link", "folder"])
    func `what is no regular file is not replaced`(_ kind: String) throws {
        let folder = try TemporaryFolder()
        let precious = try folder.write("precious", to: "precious")
        let path = folder.url.path + "/key"
        switch kind {
        case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        default:
            try FileManager.default.createSymbolicLink(
                atPath: path, withDestinationPath: kind == "link" ? precious : folder.url.path + "/nowhere")
        }
        #expect(throws: PrivateFile.Failure.self) { try PrivateFile.replace(path, Array("new".utf8)) }
        #expect(try String(contentsOfFile: precious, encoding: .utf8) == "precious")
        #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/nowhere"))
    }

    @Test func `a new file takes the place of nothing, not even of a link`() throws {
        let folder = try TemporaryFolder()
        let precious = try folder.write("precious", to: "precious")
        let link = folder.url.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.url.path + "/nowhere")
        for path in [precious, link] {
            let failure = #expect(throws: PrivateFile.Failure.self) { try PrivateFile.descriptor(ofNew: path) }
            #expect(failure?.code == EEXIST)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/nowhere"))
    }

    @Test func `no two drafts have one name`() {
        #expect(PrivateFile.draftName(of: "key") != PrivateFile.draftName(of: "key"))
    }

    @Test func `a folder and those above it are closed to others, and one that is there stays as it is`() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.path + "/a/b/c"
        try PrivateFile.makeFolder(path)
        try PrivateFile.makeFolder(path)
        for made in [path, folder.url.path + "/a/b", folder.url.path + "/a"] { #expect(try mode(made) == 0o700) }
        let file = try folder.write("", to: "file")
        for wrong in [file, file + "/b"] {
            #expect(throws: PrivateFile.Failure.self) { try PrivateFile.makeFolder(wrong) }
        }
    }
}
