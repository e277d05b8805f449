/// What a refused request named, what the configuration names, and the known mistake in it. It is for developers and the
/// log, and holds no secret and nothing about a person.
package struct RefusalDetail: Sendable, Hashable {
    /// What the request named.
    package private(set) var seen: String?
    /// What it could have named.
    package private(set) var configured: [String] = []
    /// The mistake that explains the refusal.
    package private(set) var mistake: SentMistake?

    /// More names help nobody.
    private static let mostNames = 10
    private static let longestText = 200

    /// - Parameters:
    ///   - seen: what the request named; a text that could be a secret or is no visible ASCII is described only.
    ///   - configured: what the configuration names.
    package init(seen: String?, configured: some Sequence<String>) {
        self.seen = seen.map(Self.shown)
        self.configured = Array(Set(configured)).sorted().map(Self.shown)
    }

    /// - Parameter mistake: the mistake; nil if none is recognised.
    package init(mistake: SentMistake?) {
        self.mistake = mistake
    }

    /// The sentences, or an empty text.
    var sentence: String {
        var sentences = mistake.map { [$0.sentence] } ?? []
        if let seen { sentences.append("Seen: \(seen).") }
        if !configured.isEmpty { sentences.append("Configured: \(names).") }
        return sentences.joined(separator: " ")
    }

    /// The configured names, with commas.
    package var names: String {
        let shown = configured.prefix(Self.mostNames)
        let rest = configured.count - shown.count
        return (shown + (rest > 0 ? ["and \(rest) more"] : [])).joined(separator: ", ")
    }

    /// An address without its query and fragment, where codes and tokens are. Anything that is neither an address nor an
    /// identifier is described by its length.
    private static func shown(_ text: String) -> String {
        let address = String(Substring(text.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }))
        let isAddress = ["https://", "http://", "/"].contains { address.hasPrefix($0) }
        let isVisible = address.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"\\=@".utf8.contains($0) }
        // `%40` is an encoded `@`, and can be part of a mail address.
        guard isAddress, isVisible, !address.contains("%40"), address.utf8.count <= longestText else {
            return isAddress ? "an address of \(text.utf8.count) bytes" : SentText.shown(text)
        }
        return address
    }
}
