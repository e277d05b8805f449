import JSONWebTokens

/// Codes and tokens in the format observed at Apple: `<c|a|r><32 hex>.0.<3-5 letters>.<22 base64url>`.
enum OpaqueToken: String, Sendable {
    case code = "c"
    case access = "a"
    case refresh = "r"

    func make(_ randomBytes: (Int) -> [UInt8]) -> String {
        let bytes = randomBytes(16 + 6 + 16)
        let word = bytes[17..<(17 + 3 + Int(bytes[16]) % 3)].map { UInt8(ascii: "a") + $0 % 26 }
        return rawValue + TeamSubjects.hex(bytes[0..<16]) + ".0." + String(decoding: word, as: UTF8.self) + "."
            + Base64URL.encode(bytes[22..<38])
    }
}
