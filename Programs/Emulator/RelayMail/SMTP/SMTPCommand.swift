/// A command of an SMTP client (RFC 5321 section 4.1). The relay has no others: no AUTH, no STARTTLS, no EXPN.
package enum SMTPCommand: Sendable, Equatable {
    case hello(isExtended: Bool)
    /// The sender of the envelope, nil for `<>`, and the size that the client announces.
    case mail(MailAddress?, size: Int?)
    case recipient(MailAddress)
    case data, reset, noOperation, verify, quit

    /// Parses a line without its end. Throws the answer to a line that is none of the commands.
    package init(_ line: [UInt8]) throws(SMTPReply) {
        let verb = line.prefix { $0 != ASCII.space }
        let argument = line.dropFirst(verb.count).drop { $0 == ASCII.space }
        switch String(decoding: verb.map(ASCII.lowercased), as: UTF8.self) {
        case "ehlo", "helo":
            guard !argument.isEmpty else { throw .invalidArgument("Name yourself.") }
            self = .hello(isExtended: ASCII.lowercased(verb[0]) == UInt8(ascii: "e"))
        case "mail": self = try Self.readMail(argument)
        case "rcpt": self = try Self.readRecipient(argument)
        case "data": self = try Self.readPlain(.data, argument)
        case "rset": self = try Self.readPlain(.reset, argument)
        case "quit": self = try Self.readPlain(.quit, argument)
        case "noop": self = .noOperation
        case "vrfy": self = .verify
        default: throw SMTPReply(502, "5.5.1 Command not implemented")
        }
    }

    private static func readPlain(
        _ command: SMTPCommand, _ argument: ArraySlice<UInt8>
    ) throws(SMTPReply) -> SMTPCommand {
        guard argument.isEmpty else { throw .invalidArgument("The command takes no argument.") }
        return command
    }

    private static func readMail(_ argument: ArraySlice<UInt8>) throws(SMTPReply) -> SMTPCommand {
        let path = try SMTPPath(argument, after: "from:")
        var address: MailAddress?
        if !path.inside.isEmpty {
            address = MailAddress(String(decoding: path.inside, as: UTF8.self))
            guard address != nil else { throw SMTPReply(501, "5.1.7 Bad sender address syntax") }
        }
        var size: Int?
        for parameter in path.parameters {
            let pair = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            switch (pair[0].lowercased(), pair.count == 2 ? pair[1].lowercased() : nil) {
            case ("size", let digits?):
                guard let number = Int(digits), number >= 0 else { throw .invalidArgument("SIZE is not a number.") }
                size = number
            case ("body", "7bit"?), ("body", "8bitmime"?): break
            default: throw SMTPReply(555, "5.5.4 Parameter not implemented")
            }
        }
        return .mail(address, size: size)
    }

    private static func readRecipient(_ argument: ArraySlice<UInt8>) throws(SMTPReply) -> SMTPCommand {
        let path = try SMTPPath(argument, after: "to:")
        guard path.parameters.isEmpty else { throw SMTPReply(555, "5.5.4 Parameter not implemented") }
        guard let address = MailAddress(String(decoding: path.inside, as: UTF8.self)) else {
            throw SMTPReply(501, "5.1.3 Bad recipient address syntax")
        }
        return .recipient(address)
    }
}

extension SMTPReply {
    fileprivate static func invalidArgument(_ sentence: String) -> SMTPReply { SMTPReply(501, "5.5.4 " + sentence) }
}

/// What is in angle brackets after `FROM:` or `TO:`, and the parameters after it (RFC 5321 section 4.1.2).
private struct SMTPPath {
    let inside: ArraySlice<UInt8>
    let parameters: [String]

    init(_ argument: ArraySlice<UInt8>, after keyword: String) throws(SMTPReply) {
        let start = argument.prefix(keyword.utf8.count).map(ASCII.lowercased)
        guard start == Array(keyword.utf8) else {
            throw .invalidArgument("Write \(keyword.uppercased())<address>.")
        }
        let rest = argument.dropFirst(keyword.utf8.count).drop { $0 == ASCII.space }
        guard rest.first == ASCII.less, let end = Self.end(of: rest) else {
            throw .invalidArgument("Put the address in angle brackets.")
        }
        inside = Self.withoutRoute(rest[(rest.startIndex + 1)..<end])
        parameters = rest[(end + 1)...].split(separator: ASCII.space).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Where the path ends. A quoted local part may contain the bracket.
    private static func end(of path: ArraySlice<UInt8>) -> Int? {
        var (isQuoted, isEscaped) = (false, false)
        for index in path.indices {
            let octet = path[index]
            if isEscaped {
                isEscaped = false
            } else if octet == ASCII.backslash, isQuoted {
                isEscaped = true
            } else if octet == ASCII.quote {
                isQuoted.toggle()
            } else if octet == ASCII.greater, !isQuoted {
                return index
            }
        }
        return nil
    }

    /// A source route must be accepted and ignored (RFC 5321 appendix C).
    private static func withoutRoute(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard path.first == ASCII.at, let colon = path.firstIndex(of: ASCII.colon) else { return path }
        return path[(colon + 1)...]
    }
}
