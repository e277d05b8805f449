import Crypto
import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import Testing

@testable import SignInServer

@Suite struct BrowserClientRouteTests {
    private static let files = [
        Paths.browserClient, Paths.browserClientTypes, Paths.exactBrowserClient, Paths.exactBrowserClientTypes,
    ]

    private struct Integrity: Decodable {
        struct File: Decodable {
            let url: String
            let integrity: String
        }
        let version: String
        let files: [String: File]
    }

    @Test(arguments: files)
    func `pages of every origin may load a file, and a browser that has it gets no second copy`(
        path: String
    ) async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let response = try await caller.get(path, headers: ["Origin": "https://anything.example"])
            let headers = response.headers
            #expect(response.status == .ok && !response.text.isEmpty)
            #expect(headers[.accessControlAllowOrigin] == "*")
            #expect(headers[.crossOriginResourcePolicy] == "cross-origin")
            #expect(headers[.xContentTypeOptions] == "nosniff")
            let mediaType = path.hasSuffix(".js") ? "text/javascript" : "application/typescript"
            #expect(headers[.contentType] == mediaType + "; charset=utf-8")
            let tag = try #require(headers[.eTag])
            for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
                let again = try await caller.get(path, headers: ["If-None-Match": known])
                #expect(again.status == .notModified && again.text.isEmpty, "\(known)")
                #expect(again.headers[.eTag] == tag && again.headers[.cacheControl] == headers[.cacheControl])
            }
            #expect(try await caller.get(path, headers: ["If-None-Match": "\"other\""]).status == .ok)
        }
    }

    @Test func `only the path of an exact version may be kept for ever`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            for path in Self.files + [Paths.browserClientIntegrity] {
                let isExact = path.contains("/\(BrowserClientFile.version)/")
                let kept = try await caller.get(path).headers[.cacheControl]
                #expect(kept == (isExact ? "public, max-age=31536000, immutable" : "public, max-age=300"), "\(path)")
            }
        }
    }

    @Test func `the published hashes are those of the files at the published addresses`() async throws {
        let service = try TestService(publicURL: "https://id.example.com", openID: TestClients.all)
        try await service.run { caller in
            let document = try await caller.get(Paths.browserClientIntegrity).decoded(Integrity.self)
            #expect(document.version == BrowserClientFile.version)
            #expect(document.files.keys.sorted() == ["siwa.d.ts", "siwa.js"])
            for (name, file) in document.files {
                let path = file.url.replacing("https://id.example.com", with: "")
                #expect(path.hasSuffix(name))
                let text = try await caller.get(path).text
                let hash = Data(SHA384.hash(data: Data(text.utf8))).base64EncodedString()
                #expect(file.integrity == "sha384-" + hash)
            }
        }
    }

    @Test func `the file, its types, its paths and the guide name the same version and hash`() throws {
        let version = BrowserClientFile.version
        let script = String(decoding: BrowserClientFile.script.content, as: UTF8.self)
        #expect(script.contains("export const version = \"\(version)\";"))
        let types = String(decoding: BrowserClientFile.types.content, as: UTF8.self)
        #expect(types.hasPrefix("// Types of siwa.js \(version)."))
        for path in [Paths.exactBrowserClient, Paths.exactBrowserClientTypes] { #expect(path.contains("/\(version)/")) }
        let guide = try Documents.text("openid/single-page-app.md")
        #expect(guide.contains(Paths.exactBrowserClient))
        #expect(guide.contains(BrowserClientFile.script.integrity))
    }

    @Test func `the types and the guide list every code of an error`() throws {
        let script = String(decoding: BrowserClientFile.script.content, as: UTF8.self)
        let types = String(decoding: BrowserClientFile.types.content, as: UTF8.self)
        let guide = try Documents.text("openid/single-page-app.md")
        let thrown = Set(script.matches(of: /SiwaError\("([a-z_]+)"/).map { String($0.output.1) })
        let list = types.split(separator: "export type SiwaErrorCode =").last?.split(separator: ";").first
        let codes = try #require(list)
        let declared = Set(codes.matches(of: /\| "([a-z_]+)"/).map { String($0.output.1) })
        #expect(thrown.count > 10)
        #expect(declared == thrown)
        for code in thrown { #expect(guide.contains("`\(code)`"), "\(code)") }
    }
}
