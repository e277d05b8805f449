package import HTTPTypes

extension HTTPFields {
    /// Whether the sender can show a page: it names the media type of HTML, as every browser does when it opens an
    /// address. Programs name JSON, or anything (`*/*`).
    package var askForPage: Bool {
        self[values: .accept].flatMap { $0.split(separator: ",") }.contains { range in
            let type = range.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }
            return type.lowercased() == "text/html"
        }
    }
}
