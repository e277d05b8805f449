import Foundation
import SignInWithApple
import Testing

/// Identifiers in code, in JSON and in text.
@Suite struct IdentifierTests {
    private struct Row: Codable, Equatable {
        var person: AppleUserID
        var app: ClientID
        var team: TeamID
        var key: KeyID
        var transfer: TransferIdentifier?
    }

    @Test func `an identifier is a plain text in JSON`() throws {
        let row = Row(
            person: AppleUserID(rawValue: "001234.abc.0001"), app: "com.example.app", team: "TEAM123456",
            key: "KEY1234567", transfer: TransferIdentifier("760417.x.1827"))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = try encoder.encode(row)
        let text =
            #"{"app":"com.example.app","key":"KEY1234567","person":"001234.abc.0001","team":"TEAM123456","transfer":"760417.x.1827"}"#
        #expect(String(decoding: json, as: UTF8.self) == text)
        #expect(try JSONDecoder().decode(Row.self, from: json) == row)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([ClientID].self, from: Data(#"[{"rawValue":"com.example.app"}]"#.utf8))
        }
    }

    @Test func `an identifier is the text it was made of, octet by octet`() {
        for text in ["com.example.app", " K\u{212A} ", ""] {
            #expect(ClientID(text).rawValue.utf8.elementsEqual(text.utf8) && "\(ClientID(text))" == text)
            #expect(String(AppleUserID(text)) == text && AppleUserID(text) == AppleUserID(rawValue: text))
        }
        #expect(["a", "b"].map(TeamID.init(_:)) == [TeamID(rawValue: "a"), "b"])
    }
}
