/// A kind of record, by its number in DNS (https://www.iana.org/assignments/dns-parameters).
enum DNSRecordKind: Int32, Sendable {
    case address = 1
    case mailServer = 15
    case text = 16
    case longAddress = 28
}

/// An answer of DNS (RFC 1035 section 4).
struct DNSMessage {
    private let octets: [UInt8]

    init(_ octets: [UInt8]) {
        self.octets = octets
    }

    /// The records of a kind: addresses and names as text, and texts with their parts joined (RFC 7208 section 3.3). `nil`
    /// if the answer is damaged.
    func records(_ kind: DNSRecordKind) -> [String]? {
        guard let questions = number(at: 4), let answers = number(at: 6) else { return nil }
        var place = 12
        for _ in 0..<questions {
            guard let end = endOfName(at: place) else { return nil }
            place = end + 4
        }
        var records: [String] = []
        for _ in 0..<answers {
            guard let end = endOfName(at: place), let type = number(at: end), let length = number(at: end + 8),
                end + 10 + length <= octets.count
            else { return nil }
            place = end + 10 + length
            guard type == Int(kind.rawValue) else { continue }
            guard let record = record(kind, from: end + 10, to: place) else { return nil }
            records.append(record)
        }
        return records
    }

    private func record(_ kind: DNSRecordKind, from start: Int, to end: Int) -> String? {
        switch kind {
        case .address: end - start == 4 ? octets[start..<end].map(String.init).joined(separator: ".") : nil
        case .longAddress:
            end - start == 16
                ? stride(from: start, to: end, by: 2).map { place in
                    String(UInt16(octets[place]) << 8 | UInt16(octets[place + 1]), radix: 16)
                }.joined(separator: ":") : nil
        case .mailServer: name(at: start + 2)
        case .text: text(from: start, to: end)
        }
    }

    private func text(from start: Int, to end: Int) -> String? {
        var (text, place): ([UInt8], Int) = ([], start)
        while place < end {
            let next = place + 1 + Int(octets[place])
            guard next <= end else { return nil }
            text += octets[place + 1..<next]
            place = next
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// A name, whose rest may be elsewhere in the message (RFC 1035 section 4.1.4).
    private func name(at start: Int) -> String? {
        var (labels, place): ([String], Int) = ([], start)
        for _ in 0..<128 {
            guard octets.indices.contains(place) else { return nil }
            let length = Int(octets[place])
            if length == 0 { return labels.joined(separator: ".") }
            if length & 0xC0 == 0xC0 {
                guard let pointer = number(at: place) else { return nil }
                place = pointer & 0x3FFF
                continue
            }
            guard place + 1 + length <= octets.count else { return nil }
            labels.append(String(decoding: octets[place + 1..<place + 1 + length], as: UTF8.self))
            place += 1 + length
        }
        return nil
    }

    private func endOfName(at start: Int) -> Int? {
        var place = start
        while octets.indices.contains(place) {
            let length = Int(octets[place])
            if length & 0xC0 == 0xC0 { return place + 2 }
            if length == 0 { return place + 1 }
            place += 1 + length
        }
        return nil
    }

    private func number(at place: Int) -> Int? {
        guard place >= 0, place + 1 < octets.count else { return nil }
        return Int(octets[place]) << 8 | Int(octets[place + 1])
    }
}
