package import HTTPTypes

extension HTTPFields {
    /// Whether the sender can show a page: it names the media type of HTML, as every browser does when it opens an
    /// address. Programs name JSON, or anything (`*/*`).
    package var askForPage: Bool {
        self[values: .accept].flatMap { $0.split(separator: ",") }.contains { range in
            let parts = range.lowercased().filter { $0 != " " && $0 != "\t" }.split(separator: ";")
            // A weight of zero refuses the type (RFC 9110 section 12.4.2).
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
            let isRefused = weight?.dropFirst(2).allSatisfy { "0.".contains($0) } == true
            return parts.first == "text/html" && !isRefused
        }
    }
}
