/// The forms in which headers and bodies are hashed (RFC 6376 section 3.4).
enum DKIMCanonical {
    static func body(_ octets: ArraySlice<UInt8>, isRelaxed: Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(octets.count + 2)
        var emptyLines = 0
        var rest = octets
        while !rest.isEmpty {
            let end = rest.firstIndex(of: ASCII.lineFeed) ?? rest.endIndex
            var line = rest[..<end]
            if line.last == ASCII.carriageReturn { line.removeLast() }
            rest = end < rest.endIndex ? rest[(end + 1)...] : []
            // empty lines at the end do not count, so they wait for a line with text
            guard line.contains(where: { !isRelaxed || !ASCII.isBlank($0) }) else {
                emptyLines += 1
                continue
            }
            for _ in 0..<emptyLines { result += ASCII.lineEnd }
            emptyLines = 0
            append(line, to: &result, isRelaxed)
            result += ASCII.lineEnd
        }
        return result.isEmpty && !isRelaxed ? ASCII.lineEnd : result
    }

    private static func append(_ line: ArraySlice<UInt8>, to result: inout [UInt8], _ isRelaxed: Bool) {
        guard isRelaxed else {
            result += line
            return
        }
        var hasBlank = false
        for octet in line {
            if ASCII.isBlank(octet) {
                hasBlank = true
            } else {
                if hasBlank { result.append(ASCII.space) }
                hasBlank = false
                result.append(octet)
            }
        }
    }

    /// A field without its last line end.
    static func field(_ raw: [UInt8], isRelaxed: Bool) -> [UInt8] {
        guard isRelaxed else {
            var field = raw
            if field.last == ASCII.lineFeed { field.removeLast() }
            if field.last == ASCII.carriageReturn { field.removeLast() }
            return field
        }
        guard let colon = raw.firstIndex(of: ASCII.colon) else { return raw }
        var field = ASCII.trimmed(raw[..<colon]).map(ASCII.lowercased)
        field.append(ASCII.colon)
        var hasBlank = false
        for octet in ASCII.trimmed(raw[(colon + 1)...]) where octet != ASCII.carriageReturn && octet != ASCII.lineFeed {
            if ASCII.isBlank(octet) {
                hasBlank = true
            } else {
                if hasBlank { field.append(ASCII.space) }
                hasBlank = false
                field.append(octet)
            }
        }
        return field
    }

    /// A signature's field with the value of `b=` removed, and everything else as it was.
    static func withoutSignature(_ raw: [UInt8]) -> [UInt8] {
        guard let colon = raw.firstIndex(of: ASCII.colon) else { return raw }
        var result = Array(raw[...colon])
        let parts = raw[(colon + 1)...].split(separator: ASCII.semicolon, omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if index > 0 { result.append(ASCII.semicolon) }
            if let equals = part.firstIndex(of: ASCII.equals),
                Array(ASCII.trimmed(part[..<equals])) == [UInt8(ascii: "b")]
            {
                result += part[...equals]
            } else {
                result += part
            }
        }
        return result
    }

    /// What is signed: the chosen fields, from the bottom up where a name occurs twice, then the signature's own field
    /// (RFC 6376 sections 3.7 and 5.4.2).
    static func header(_ message: MailMessage, _ signature: DKIMSignature, in field: MailMessage.Field) -> [UInt8] {
        let isRelaxed = signature.isHeaderRelaxed
        var left: [String: [Int]] = [:]
        for (index, field) in message.fields.enumerated() { left[field.name, default: []].append(index) }
        var result: [UInt8] = []
        for name in signature.fields {
            guard let index = left[name]?.popLast() else { continue }
            result += Self.field(message.fields[index].raw, isRelaxed: isRelaxed) + ASCII.lineEnd
        }
        return result + Self.field(withoutSignature(field.raw), isRelaxed: isRelaxed)
    }
}
