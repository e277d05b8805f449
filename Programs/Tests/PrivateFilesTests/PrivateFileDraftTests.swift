import Foundation
import TestDoubles
import Testing

@testable import PrivateFiles

@Suite struct PrivateFileDraftTests {
    private func names(in folder: borrowing TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    }

    private func mode(_ path: String) throws -> Int? {
        (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test func `gets its name when it is complete, and only its owner ever has access`() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "export").path
        do {
            let draft = try PrivateFileDraft(path)
            try draft.write(Array("one\n".utf8))
            let unfinished = try names(in: folder)
            #expect(unfinished.count == 1 && unfinished[0].hasPrefix("export.part-"))
            let path = folder.url.appending(path: unfinished[0]).path
            #expect(try mode(path) == 0o600)
            try draft.write(Array("two\n".utf8))
            try draft.finish()
        }
        let finished = try names(in: folder)
        #expect(finished == ["export"])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\ntwo\n")
        #expect(try mode(path) == 0o600)
    }

    @Test func `is removed unless it is finished`() throws {
        let folder = try TemporaryFolder()
        do {
            let draft = try PrivateFileDraft(folder.url.appending(path: "export").path)
            try draft.write([1, 2, 3])
        }
        let left = try names(in: folder)
        #expect(left.isEmpty)
    }

    @Test func `never replaces a file, a broken link, or what came meanwhile`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("mine", to: "export")
        #expect(throws: PrivateFile.Failure.self) { _ = try PrivateFileDraft(path) }
        let link = folder.url.appending(path: "link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
        #expect(throws: PrivateFile.Failure.self) { _ = try PrivateFileDraft(link) }
        let late = folder.url.appending(path: "late").path
        do {
            let draft = try PrivateFileDraft(late)
            try draft.write([1, 2, 3])
            _ = try folder.write("mine", to: "late")
            #expect(throws: PrivateFile.Failure.self) { try draft.finish() }
        }
        let left = try names(in: folder)
        #expect(left == ["export", "late", "link"])
        #expect(try String(contentsOfFile: late, encoding: .utf8) == "mine")
    }

    @Test func `a folder that is not there is a failure that names the file`() throws {
        let error = #expect(throws: PrivateFile.Failure.self) { _ = try PrivateFileDraft("/nowhere/export") }
        #expect(error?.description.hasPrefix("/nowhere/export: ") == true)
    }
}
