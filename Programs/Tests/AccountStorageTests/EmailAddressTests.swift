import AccountStorage
import Testing

/// Addresses are compared octet by octet, and only capitals of ASCII count as their small letters.
struct EmailAddressTests {
    static let addresses = [
        "", "@", "a", "ada@example.com", "ADA@example.com", "Ada@Example.COM", "ada@example.con", "ada@example.co",
        "xada@example.com", "[da@example.com", "{da@example.com", "@da@example.com", "`da@example.com",
        "\u{E9}@example.com", "e\u{301}@example.com", "\u{C9}@example.com", "\u{212A}@example.com", "k@example.com",
        "stra\u{DF}e@example.com", "strasse@example.com", "ada@privaterelay.appleid.com",
        "ada@PrivateRelay.AppleID.com", "ada@private.icloud.com", "ada@xprivate.icloud.com", "private.icloud.com",
        "@private.icloud.com", "ada@private.icloud.com.example", "ada@private.icloud.co\u{212A}",
        "ada\u{202E}@private.icloud.com", "ada@private.icloud.com\u{301}",
    ]

    @Test func `two addresses are the same if their folded forms have the same octets`() {
        for one in Self.addresses {
            for other in Self.addresses {
                let (left, right) = (EmailAddress.folded(one), EmailAddress.folded(other))
                #expect(
                    EmailAddress.isSame(one, other) == left.utf8.elementsEqual(right.utf8), "\(one) and \(other)")
            }
        }
        #expect(EmailAddress.isSame("Ada@Example.COM", "ada@example.com"))
        #expect(!EmailAddress.isSame("\u{E9}@example.com", "e\u{301}@example.com"))
        #expect(!EmailAddress.isSame("\u{212A}@example.com", "k@example.com"))
        #expect(!EmailAddress.isSame("ada@example.com", "ada@example.co"))
    }

    @Test func `an address of the relay ends with one of its domains, in any case`() {
        let relayed = Self.addresses.filter(EmailAddress.isRelay)
        #expect(
            relayed == [
                "ada@privaterelay.appleid.com", "ada@PrivateRelay.AppleID.com", "ada@private.icloud.com",
                "@private.icloud.com", "ada\u{202E}@private.icloud.com",
            ])
    }
}
