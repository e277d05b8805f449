/// An address in a header field, with the name that is shown for it (RFC 5322 section 3.4).
package struct Mailbox: Sendable, Equatable {
    /// The phrase before the address, as it was written. Empty if there is none.
    package let phrase: String
    package let address: MailAddress

    /// Reads a list of addresses. Nil if it has a group, or something that is no address.
    package static func list(_ value: String) -> [Mailbox]? {
        var reader = ListReader()
        for octet in value.utf8 {
            guard reader.take(octet) else { return nil }
        }
        guard let items = reader.finish() else { return nil }
        var found: [Mailbox] = []
        for item in items {
            guard let address = MailAddress(item.angle ?? item.phrase) else { return nil }
            found.append(Mailbox(phrase: item.angle == nil ? "" : item.phrase, address: address))
        }
        return found
    }

    /// The name without quotation marks.
    package var name: String? {
        let plain = phrase.replacing("\\\"", with: "\u{0}").replacing("\"", with: "").replacing("\u{0}", with: "\"")
        return plain.isEmpty ? nil : plain
    }
}

/// Divides a list of addresses at its commas, without comments.
private struct ListReader {
    typealias Item = (phrase: String, angle: String?)

    private var phrase: [UInt8] = []
    private var angle: [UInt8]?
    private var items: [Item] = []
    private var depth = 0
    private var isQuoted = false
    private var isEscaped = false
    private var isInAngle = false

    /// Takes the next octet. Returns whether the list can still be one.
    mutating func take(_ octet: UInt8) -> Bool {
        if isEscaped {
            isEscaped = false
            if depth == 0 { append(octet) }
            return true
        }
        if octet == ASCII.backslash, isQuoted || depth > 0 {
            isEscaped = true
            if depth == 0 { append(octet) }
            return true
        }
        if depth > 0 {
            depth += octet == ASCII.openParenthesis ? 1 : octet == ASCII.closeParenthesis ? -1 : 0
            return true
        }
        if octet == ASCII.quote { isQuoted.toggle() }
        if isQuoted || octet == ASCII.quote {
            append(octet)
            return true
        }
        return takePlain(octet)
    }

    private mutating func takePlain(_ octet: UInt8) -> Bool {
        switch octet {
        case ASCII.openParenthesis: depth = 1
        case ASCII.less:
            guard angle == nil else { return false }
            (angle, isInAngle) = ([], true)
        case ASCII.greater:
            guard isInAngle else { return false }
            isInAngle = false
        case ASCII.comma where !isInAngle: endItem()
        case ASCII.colon where !isInAngle, ASCII.semicolon where !isInAngle: return false
        default: append(octet)
        }
        return true
    }

    mutating func finish() -> [Item]? {
        guard depth == 0, !isQuoted, !isEscaped, !isInAngle else { return nil }
        endItem()
        return items
    }

    private mutating func append(_ octet: UInt8) {
        if isInAngle { angle?.append(octet) } else { phrase.append(octet) }
    }

    private mutating func endItem() {
        let name = String(decoding: ASCII.trimmed(phrase[...]), as: UTF8.self)
        let inside = angle.map { String(decoding: ASCII.trimmed($0[...]), as: UTF8.self) }
        // a list may have empty members (RFC 5322 section 4.4)
        if inside != nil || !name.isEmpty { items.append((name, inside)) }
        (phrase, angle) = ([], nil)
    }
}
