/// Why a file of records cannot be read, in a sentence.
package struct RecordsFault: Error, Equatable {
    package let line: Int
    package let reason: String

    package var sentence: String { "line \(line): \(reason)" }
}

/// A file of records in the form of zone files (RFC 1035 section 5), as `opendkim-genkey` writes them: TXT, A, AAAA and
/// MX, comments, parentheses and `$ORIGIN`.
package struct RecordsFile: Sendable {
    package private(set) var records = MailRecords()
    private var origin = ""
    private var owner = ""

    package init(_ text: String) throws(RecordsFault) {
        for line in try RecordsLine.all(in: text) { try take(line) }
    }

    private mutating func take(_ line: RecordsLine) throws(RecordsFault) {
        var words = line.words[...]
        if words.first?.text == "$ORIGIN", words.count == 2 {
            origin = MailRecords.folded(words[1].text)
            return
        }
        if words.first?.text == "$TTL" { return }
        if !line.beginsBlank, let name = words.popFirst()?.text { owner = absolute(name) }
        while let word = words.first?.text, word.uppercased() == "IN" || Int(word) != nil { words.removeFirst() }
        guard !owner.isEmpty, let type = words.popFirst()?.text.uppercased(), !words.isEmpty else {
            throw RecordsFault(line: line.number, reason: "a record has a name, a type and a value")
        }
        try add(type, Array(words), line)
    }

    private mutating func add(_ type: String, _ words: [RecordsLine.Word], _ line: RecordsLine) throws(RecordsFault) {
        switch type {
        case "TXT":
            if line.hasComment, let first = words.first, !first.isQuoted, first.text.lowercased().hasPrefix("v=") {
                // otherwise, a key would be empty, and every signature fail without a word
                throw RecordsFault(line: line.number, reason: "put the text in quotation marks; a ; begins a comment")
            }
            records[owner].txt.append(words.map(\.text).joined())
        case "A", "AAAA":
            guard let address = IPAddress(words[0].text), address.isVersion4 == (type == "A") else {
                throw RecordsFault(line: line.number, reason: "\(words[0].text) is no address of type \(type)")
            }
            records[owner].a.append(words[0].text)
        case "MX":
            guard words.count == 2, Int(words[0].text) != nil else {
                throw RecordsFault(line: line.number, reason: "MX has a preference and a name")
            }
            records[owner].mx.append(absolute(words[1].text))
        default:
            throw RecordsFault(line: line.number, reason: "\(type) is not TXT, A, AAAA or MX")
        }
    }

    private func absolute(_ name: String) -> String {
        if name == "@" { return origin }
        let isWhole = name.hasSuffix(".") || origin.isEmpty
        return MailRecords.folded(isWhole ? name : "\(name).\(origin)")
    }
}

/// One record of the file, which parentheses can spread over several lines.
private struct RecordsLine {
    struct Word {
        var text = ""
        var isQuoted = false
    }

    let number: Int
    /// Whether the record has the name of the one before.
    let beginsBlank: Bool
    var words: [Word] = []
    var hasComment = false

    static func all(in text: String) throws(RecordsFault) -> [RecordsLine] {
        var reader = RecordsReader()
        for character in text + "\n" { try reader.take(character) }
        return try reader.finish()
    }
}

private struct RecordsReader {
    private var lines: [RecordsLine] = []
    private var line: RecordsLine?
    private var word: RecordsLine.Word?
    private var number = 1
    private var depth = 0
    private var isQuoted = false
    private var isEscaped = false
    private var isComment = false

    mutating func take(_ character: Character) throws(RecordsFault) {
        if character.isNewline { return try endLine() }
        if isComment { return }
        if isQuoted { return takeQuoted(character) }
        if line == nil { line = RecordsLine(number: number, beginsBlank: character.isWhitespace) }
        switch character {
        case "\"":
            endWord()
            word = RecordsLine.Word(text: "", isQuoted: true)
            isQuoted = true
        case ";":
            isComment = true
            line?.hasComment = true
        case "(", ")":
            endWord()
            depth += character == "(" ? 1 : -1
        case _ where character.isWhitespace: endWord()
        default:
            if word == nil { word = RecordsLine.Word() }
            word?.text.append(character)
        }
    }

    private mutating func takeQuoted(_ character: Character) {
        if isEscaped {
            isEscaped = false
            word?.text.append(character)
        } else if character == "\\" {
            isEscaped = true
        } else if character == "\"" {
            isQuoted = false
            endWord()
        } else {
            word?.text.append(character)
        }
    }

    private mutating func endWord() {
        if let word { line?.words.append(word) }
        word = nil
    }

    private mutating func endLine() throws(RecordsFault) {
        guard !isQuoted else { throw RecordsFault(line: number, reason: "a quotation mark is missing") }
        endWord()
        isComment = false
        number += 1
        guard depth <= 0 else { return }
        guard depth == 0 else { throw RecordsFault(line: number - 1, reason: "a parenthesis is missing") }
        if let line, !line.words.isEmpty { lines.append(line) }
        line = nil
    }

    func finish() throws(RecordsFault) -> [RecordsLine] {
        guard depth == 0 else { throw RecordsFault(line: number - 1, reason: "a parenthesis is missing") }
        return lines
    }
}
