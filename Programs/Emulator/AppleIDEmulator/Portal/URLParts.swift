/// The parts of a URL that a comparison needs, taken from the text without normalization.
struct URLParts {
    let scheme: Substring
    let host: Substring
    let port: Substring?
    let rest: Substring

    init?(_ url: some StringProtocol) {
        let url = Substring(url)
        guard url.allSatisfy({ $0.isASCII && $0 > " " && $0 != "\\" && $0 != "\u{7F}" }),
            let separator = url.firstRange(of: "://")
        else { return nil }
        scheme = url[..<separator.lowerBound]
        let afterScheme = url[separator.upperBound...]
        let authorityEnd = afterScheme.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? afterScheme.endIndex
        let authority = afterScheme[..<authorityEnd]
        rest = afterScheme[authorityEnd...]
        guard !authority.isEmpty, !authority.contains("@") else { return nil }
        if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
            host = authority[..<colon]
            port = authority[authority.index(after: colon)...]
        } else {
            host = authority
            port = nil
        }
    }
}
