/// What the domain name system says, as far as the relay asks: texts, addresses and mail servers.
///
/// The relay never asks the resolver of the machine, so that tests do not depend on the network.
package struct MailRecords: Sendable, Equatable {
    package struct Entry: Sendable, Equatable {
        /// Each text with its strings joined (RFC 7208 section 3.3).
        package var txt: [String]
        /// Addresses of both kinds.
        package var a: [String]
        /// Names of mail servers.
        package var mx: [String]

        package init(txt: [String] = [], a: [String] = [], mx: [String] = []) {
            (self.txt, self.a, self.mx) = (txt, a, mx)
        }

        package var isEmpty: Bool { txt.isEmpty && a.isEmpty && mx.isEmpty }
    }

    private var entries: [String: Entry] = [:]

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }

    /// All names with their records, in their order.
    package var all: [(name: String, entry: Entry)] {
        entries.sorted { $0.key < $1.key }.map { (name: $0.key, entry: $0.value) }
    }

    /// The records of a name, whatever its case. Without any, the name counts as one that does not exist.
    package subscript(_ name: String) -> Entry {
        get { entries[Self.folded(name)] ?? Entry() }
        set { entries[Self.folded(name)] = newValue.isEmpty ? nil : newValue }
    }

    /// A name as records are compared: in small letters, without the dot at its end.
    static func folded(_ name: String) -> String {
        let name = name.lowercased()
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}
