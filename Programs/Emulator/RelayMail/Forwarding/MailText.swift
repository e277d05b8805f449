/// Writes messages.
struct MailText {
    private(set) var octets: [UInt8] = []

    /// Adds a field. A line end in a value could begin another field, so it becomes a blank.
    mutating func add(_ name: String, _ value: String) {
        let line = value.utf8.map { $0 == ASCII.carriageReturn || $0 == ASCII.lineFeed ? ASCII.space : $0 }
        octets += Array("\(name): ".utf8) + line + ASCII.lineEnd
    }

    /// Adds octets as they are.
    mutating func add(_ raw: some Sequence<UInt8>) { octets.append(contentsOf: raw) }

    /// Adds text with CRLF at the end of each line.
    mutating func add(text: String) {
        let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
            octets += Array(line.utf8) + ASCII.lineEnd
        }
    }
}
