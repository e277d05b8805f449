/// The octets that mail gives a meaning.
enum ASCII {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let quote: UInt8 = 0x22
    static let openParenthesis: UInt8 = 0x28
    static let closeParenthesis: UInt8 = 0x29
    static let comma: UInt8 = 0x2C
    static let hyphen: UInt8 = 0x2D
    static let dot: UInt8 = 0x2E
    static let colon: UInt8 = 0x3A
    static let semicolon: UInt8 = 0x3B
    static let less: UInt8 = 0x3C
    static let equals: UInt8 = 0x3D
    static let greater: UInt8 = 0x3E
    static let at: UInt8 = 0x40
    static let openBracket: UInt8 = 0x5B
    static let backslash: UInt8 = 0x5C
    static let closeBracket: UInt8 = 0x5D

    static let lineEnd: [UInt8] = [carriageReturn, lineFeed]

    static func isBlank(_ octet: UInt8) -> Bool { octet == space || octet == tab }

    /// A blank or part of a line end, which folding may put between tokens.
    static func isFolding(_ octet: UInt8) -> Bool {
        isBlank(octet) || octet == carriageReturn || octet == lineFeed
    }

    static func isDigit(_ octet: UInt8) -> Bool { (0x30...0x39).contains(octet) }

    static func isLetterOrDigit(_ octet: UInt8) -> Bool {
        isDigit(octet) || (0x41...0x5A).contains(octet) || (0x61...0x7A).contains(octet)
    }

    /// The octet as a small letter, if it is a letter.
    static func lowercased(_ octet: UInt8) -> UInt8 { (0x41...0x5A).contains(octet) ? octet | 0x20 : octet }

    /// The octets without blanks and line ends around them.
    static func trimmed(_ octets: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = octets.drop(while: isFolding)
        while let last = rest.last, isFolding(last) { rest.removeLast() }
        return rest
    }
}
