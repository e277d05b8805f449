#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A block `-----BEGIN X-----` … `-----END X-----` (RFC 7468). Line breaks are read leniently, everything else
/// strictly.
struct PEMBlock {
    let label: String
    private let body: String

    private static let dashes = "-----"

    /// Whether the block has the header lines of the old form of encryption above the base64 (RFC 1421).
    var isEncrypted: Bool {
        body.contains("Proc-Type:") || body.contains("DEK-Info:")
    }

    /// Decodes the body. Line breaks and spaces in it are ignored.
    func bytes() throws(SigningKeyError) -> [UInt8] {
        let text = String(String.UnicodeScalarView(body.unicodeScalars.filter { !$0.properties.isWhitespace }))
        guard !text.isEmpty, let data = Data(base64Encoded: text) else {
            throw SigningKeyError(
                .keyBase64, "the text between the BEGIN and END lines is not base64: cut off or damaged when pasted")
        }
        return [UInt8](data)
    }

    /// Finds all blocks of a text, after replacing escaped line breaks by real ones.
    static func blocks(in original: String) throws(SigningKeyError) -> [PEMBlock] {
        var rest = original.replacingEscapes(["r": "\n", "n": "\n", "t": " "])[...]
        var blocks: [PEMBlock] = []
        while let begin = rest.firstRange(ofText: dashes + "BEGIN ") {
            rest = rest[begin.upperBound...]
            guard let labelEnd = rest.firstRange(ofText: dashes) else { throw damaged }
            let label = String(rest[..<labelEnd.lowerBound])
            rest = rest[labelEnd.upperBound...]
            guard let end = rest.firstRange(ofText: dashes + "END " + label + dashes) else { throw damaged }
            let body = String(rest[..<end.lowerBound])
            guard !body.contains(dashes) else { throw damaged }
            blocks.append(PEMBlock(label: label, body: body))
            rest = rest[end.upperBound...]
        }
        return blocks
    }

    /// Explains what a text without any block probably is.
    static func reasonForNoBlock(in text: String) -> SigningKeyError {
        let core = text.withoutSpacesAndQuotesAround()
        if core.isEmpty { return SigningKeyError(.keyEmpty, "the key is empty") }
        if core.contains("BEGIN") || core.contains("-----END") { return damaged }
        if core.hasPrefix("{") {
            return SigningKeyError(.keyJSON, "this is JSON; the PEM text of the private key is required")
        }
        let isBinary = core.unicodeScalars.contains {
            $0 == "\u{FFFD}" || ($0.value < 0x20 && !$0.properties.isWhitespace)
        }
        if isBinary {
            return SigningKeyError(.keyBinary, "the key is in binary form (DER or PKCS #12); the PEM text is required")
        }
        if let bytes = base64(core) {
            if String(decoding: bytes, as: UTF8.self).contains(dashes + "BEGIN ") {
                return SigningKeyError(
                    .keyWrapped, "the whole key text is encoded in base64 again; decode it first")
            }
            if bytes.first == 0x30 {  // every DER key begins with this byte
                return SigningKeyError(
                    .keyMarkersMissing, "only the base64 body was given; paste the text with its BEGIN and END lines")
            }
        }
        if [".p8", ".pem", ".key", ".der", ".p12"].contains(where: { core.lowercased().hasSuffix($0) }) {
            return SigningKeyError(.keyFileName, "this is the name of a file; its content is required here")
        }
        return SigningKeyError(.keyTextInvalid, "this is not PEM text, which begins with -----BEGIN PRIVATE KEY-----")
    }

    /// Decodes a text that is only base64 in either alphabet, with or without line breaks and padding.
    private static func base64(_ text: String) -> [UInt8]? {
        let scalars = text.replacingEscapes(["n": ""]).unicodeScalars.filter {
            !$0.properties.isWhitespace && $0 != "="
        }
        var plain = String(String.UnicodeScalarView(scalars.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }))
        plain += String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        return Data(base64Encoded: plain).map { [UInt8]($0) }
    }

    private static let damaged = SigningKeyError(
        .keyMarkersDamaged, "the BEGIN or END line is damaged or missing; each needs five hyphens on either side")
}

// Replaces Foundation's methods, which FoundationEssentials does not have.
extension Substring {
    fileprivate func firstRange(ofText text: String) -> Range<Index>? {
        guard let start = utf8.indices.first(where: { utf8[$0...].starts(with: text.utf8) }) else { return nil }
        return start..<utf8.index(start, offsetBy: text.utf8.count)
    }
}

extension String {
    /// Replaces each escape, a backslash and a letter, as `replacements` says.
    fileprivate func replacingEscapes(_ replacements: [Unicode.Scalar: String]) -> String {
        var text = String.UnicodeScalarView()
        var rest = unicodeScalars[...]
        while let first = rest.popFirst() {
            // A text that was quoted twice has two backslashes before each letter, or more.
            let letters = rest.drop { $0 == "\\" }
            if first == "\\", let next = letters.first, let replacement = replacements[next] {
                rest = letters.dropFirst()
                text.append(contentsOf: replacement.unicodeScalars)
            } else {
                text.append(first)
            }
        }
        return String(text)
    }

    fileprivate func withoutSpacesAndQuotesAround() -> String {
        let quotes: Set<Unicode.Scalar> = ["\"", "'", "`", "\u{201C}", "\u{201D}", "\u{2018}", "\u{2019}", "\u{FEFF}"]
        func isAround(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace || quotes.contains(scalar) }
        let scalars = unicodeScalars.drop(while: isAround)
        guard let last = scalars.lastIndex(where: { !isAround($0) }) else { return "" }
        return String(scalars[...last])
    }
}
