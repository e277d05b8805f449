import Crypto
import Foundation
import JSONWebTokens
import SignInAPI

/// A file of `siwa.js`, the client for web pages, as the service publishes it.
struct BrowserClientFile: Sendable {
    /// The version of the files. A change of a released file needs a new one: browsers keep them for a year.
    static let version = "1.0.0"

    let name: String
    let mediaType: String
    let content: [UInt8]

    /// Published in the form that the attribute `integrity` takes (Subresource Integrity, section 3.1).
    let integrity: String

    private init(name: String, mediaType: String, content: [UInt8]) {
        self.name = name
        self.mediaType = mediaType
        self.content = content
        integrity = "sha384-" + Data(SHA384.hash(data: content)).base64EncodedString()
    }

    static let script = BrowserClientFile(
        name: "siwa.js", mediaType: "text/javascript; charset=utf-8", content: PackageResources.siwa_js)
    static let types = BrowserClientFile(
        name: "siwa.d.ts", mediaType: "application/typescript; charset=utf-8", content: PackageResources.siwa_d_ts)

    /// The version and the hash of each file, for a page or a build that pins them.
    static func integrityDocument(at origin: String) -> [UInt8] {
        func described(_ file: BrowserClientFile, _ path: String) -> JSONValue {
            .object(["url": .string(origin + path), "integrity": .string(file.integrity)])
        }
        let files: JSONObject = [
            script.name: described(script, Paths.exactBrowserClient),
            types.name: described(types, Paths.exactBrowserClientTypes),
        ]
        let document: JSONObject = ["version": .string(version), "files": .object(files)]
        return document.json
    }
}
