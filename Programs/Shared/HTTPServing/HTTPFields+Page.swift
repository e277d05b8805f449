package import HTTPTypes

extension HTTPFields {
    /// Whether the sender can show a page: it names the media type of HTML, as every browser does when it opens an
    /// address. Programs name JSON, or anything (`*/*`).
    package var askForPage: Bool {
        self[values: .accept].flatMap { $0.lowercased().utf8.split(separator: UInt8(ascii: ",")) }.contains { range in
            let octets = range.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
            let parts = octets.split(separator: UInt8(ascii: ";"))
            // A weight of zero refuses the type (RFC 9110 section 12.4.2).
            let weight = parts.dropFirst().first { $0.starts(with: "q=".utf8) }
            let isRefused = weight?.dropFirst(2).allSatisfy { "0.".utf8.contains($0) } == true
            return parts.first?.elementsEqual("text/html".utf8) == true && !isRefused
        }
    }
}
