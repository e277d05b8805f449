import HTTPServing

/// What of a server's text may be shown.
///
/// It keeps what is known to be harmless and replaces the rest. So a secret in an unexpected place is not shown either.
struct Redaction: Sendable {
    /// What stands for the server's own address, so that two servers can be compared.
    static let baseURLMark = "<base>"

    private let baseURL: String
    /// Values that were sent or captured, the longest first, so that none is replaced in part.
    private let known: [(name: String, value: String)]

    init(baseURL: String, known: [(name: String, value: String)]) {
        self.baseURL = baseURL
        // Values of several names are shown under the first one by name, so that both servers' are shown alike.
        self.known = known.filter { !$0.value.isEmpty }
            .sorted { ($1.value.count, $0.name) < ($0.value.count, $1.name) }
    }

    /// A short text that is shown, such as the description of an error: without the values that were sent, tokens,
    /// addresses, dates and long numbers.
    func text(_ text: String) -> String {
        var text = text.replacing(baseURL, with: Self.baseURLMark)
        for (name, value) in known { text = Self.replacing(value, in: text, with: "{\(name)}") }
        return Self.withoutSecrets(text)
    }

    /// A name that is chosen by the server, of a member or a header: words of letters.
    func name(_ name: String) -> String {
        let isPlain = name.count < 60 && name.wholeMatch(of: /[A-Za-z]+([_-][A-Za-z]+)*/) != nil
        return isPlain && text(name) == name ? name : "<name>"
    }

    /// A word or an address among those that a server publishes to everybody.
    func word(_ word: String) -> String {
        let plain = word.replacing(baseURL, with: Self.baseURLMark)
        return word.wholeMatch(of: /[A-Za-z0-9_.:\/-]+/) != nil && text(word) == plain ? plain : "<text>"
    }

    /// A URL: its place, and the names of its parameters.
    func url(_ url: String) -> String {
        let parts = url.split(separator: /[?#]/, maxSplits: 1)
        guard let place = parts.first else { return "" }
        guard parts.count == 2 else { return text(String(place)) }
        let mark = url[place.endIndex]
        guard let fields = FormFields(decoding: parts[1].utf8) else { return "\(text(String(place)))\(mark)<text>" }
        let shown = fields.pairs.map { field in
            let value = Self.shownParameters.contains(field.name) ? text(field.value) : Self.mark(for: field.name)
            return "\(name(field.name))=\(value)"
        }
        return "\(text(String(place)))\(mark)\(shown.joined(separator: "&"))"
    }

    /// What stands for a value of which only the name is shown.
    static func mark(for name: String) -> String { marked.contains(name) ? "<\(name)>" : "<text>" }

    private static let shownParameters: Set = ["error", "error_description"]
    private static let marked: Set = [
        "access_token", "code", "id_token", "refresh_token", "state", "sub", "email", "nonce", "user", "kid",
    ]

    /// A short value may also be part of a word, so only whole words are replaced.
    private static func replacing(_ value: String, in text: String, with mark: String) -> String {
        guard value.count < 8 else { return text.replacing(value, with: mark) }
        var (shown, rest) = ("", text[...])
        while let range = rest.firstRange(of: value) {
            let isBegin = shown.last.map { !$0.isLetter && !$0.isNumber } ?? true
            let before = rest[..<range.lowerBound].last.map { !$0.isLetter && !$0.isNumber } ?? isBegin
            let after = rest[range.upperBound...].first.map { !$0.isLetter && !$0.isNumber } ?? true
            shown += rest[..<range.lowerBound]
            shown += before && after ? mark : value
            rest = rest[range.upperBound...]
        }
        return shown + rest
    }

    private static func withoutSecrets(_ text: String) -> String {
        text.replacing(/eyJ[A-Za-z0-9_-]*\.[A-Za-z0-9_.-]*/) { _ in "<jwt>" }
            .replacing(/[^\s<>"'(),:;@]+@[^\s<>"'(),:;@]+/) { _ in "<address>" }
            .replacing(/[A-Za-z0-9+\/=_~.-]{16,}/) { isToken($0.output) ? "<token>" : String($0.output) }
            .replacing(/\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?/) { _ in "<date>" }
            .replacing(/(\d{1,3}\.){3}\d{1,3}/) { _ in "<address>" }
            .replacing(/\d{5,}/) { _ in "<number>" }
    }

    /// Words are letters only. Tokens have digits, or change between small and capital letters.
    private static func isToken(_ text: Substring) -> Bool {
        text.split(whereSeparator: { "./_-=".contains($0) }).contains { word in
            let hasDigits = word.contains(where: \.isNumber)
            let turns = zip(word, word.dropFirst()).count { $0.isUppercase != $1.isUppercase }
            return word.count >= 6 && (hasDigits || turns > 3) || word.count > 24
        }
    }
}
