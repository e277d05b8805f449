import Testing

@testable import siwa

/// Answers of DNS, octet by octet.
struct `An answer of DNS` {
    /// An answer about `a.example` with these records: the type and the data of each.
    private static func answer(_ records: [(type: UInt8, data: [UInt8])]) -> [UInt8] {
        let name: [UInt8] = [1] + Array("a".utf8) + [7] + Array("example".utf8) + [0]
        let header: [UInt8] = [0, 1, 0x81, 0x80, 0, 1, 0, UInt8(records.count), 0, 0, 0, 0]
        let question = name + [0, 16, 0, 1]
        // Each name points to the question's.
        let answers = records.flatMap { record -> [UInt8] in
            [0xC0, 12, 0, record.type, 0, 1, 0, 0, 0, 60, 0, UInt8(record.data.count)] + record.data
        }
        return header + question + answers
    }

    private static func text(_ parts: String...) -> [UInt8] {
        parts.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
    }

    @Test func `has texts whose parts are joined`() {
        let octets = Self.answer([(16, Self.text("v=spf1 ", "-all")), (16, Self.text("x")), (16, [])])
        #expect(DNSMessage(octets).records(.text) == ["v=spf1 -all", "x", ""])
    }

    @Test func `has addresses, and names whose end is elsewhere in the message`() {
        let octets = Self.answer([
            (1, [192, 0, 2, 1]), (28, [0x20, 1, 0xD, 0xB8] + Array(repeating: 0, count: 11) + [1]),
            (15, [0, 10, 2] + Array("mx".utf8) + [0xC0, 14]),
        ])
        let message = DNSMessage(octets)
        #expect(message.records(.address) == ["192.0.2.1"])
        #expect(message.records(.longAddress) == ["2001:db8:0:0:0:0:0:1"])
        #expect(message.records(.mailServer) == ["mx.example"])
        #expect(message.records(.text) == [])
    }

    @Test func `that is cut anywhere, or whose names turn in a circle, is damaged and does no harm`() {
        let octets = Self.answer([(15, [0, 10, 2] + Array("mx".utf8) + [0xC0, 14])])
        for count in 0..<octets.count { #expect(DNSMessage(Array(octets.prefix(count))).records(.mailServer) == nil) }
        let place = UInt8(Self.answer([]).count + 14)
        let circle = Self.answer([(15, [0, 10, 0xC0, place])])
        #expect(DNSMessage(circle).records(.mailServer) == nil)
        #expect(DNSMessage(Self.answer([(1, [1, 2, 3])])).records(.address) == nil)
        #expect(DNSMessage(Self.answer([(16, [9, 1])])).records(.text) == nil)
    }
}
