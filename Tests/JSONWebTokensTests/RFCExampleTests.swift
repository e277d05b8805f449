import JSONWebTokens
import Testing

/// The examples printed in the RFCs, which are independent of this project and its fixtures.
@Suite struct RFCExampleTests {
    private let claims =
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

    private let rsaKey = JSONWebKey(
        rsaModulus: """
            ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZ\
            S-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2\
            R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcD\
            TW9gb54h4FRWyuXpoQ
            """, exponent: "AQAB", keyID: nil)

    private let p256Key = JSONWebKey(
        p256X: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
        keyID: nil)

    @Test func `verifies RFC 7515, appendix A.2, RS256`() throws {
        let signature = """
            cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CU\
            Ar7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_d\
            O--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0ig\
            cN_IoypGlUPQGe77Rw
            """
        let jws = try CompactJWS("eyJhbGciOiJSUzI1NiJ9.\(claims).\(signature)")
        #expect(jws.isSigned(by: try rsaKey.verificationKey()))
        let read = try StrictJSONReader.readObject(jws.payload)
        #expect(read.names == ["iss", "exp", "http://example.com/is_root"])
        #expect(read.double("exp") == 1_300_819_380)
        // The same signature is not valid under ES256's header.
        #expect(!(try CompactJWS("eyJhbGciOiJFUzI1NiJ9.\(claims).\(signature)").isSigned(by: rsaKey.verificationKey())))
    }

    @Test func `verifies RFC 7515, appendix A.3, ES256`() throws {
        let signature = "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
        let jws = try CompactJWS("eyJhbGciOiJFUzI1NiJ9.\(claims).\(signature)")
        #expect(jws.isSigned(by: try p256Key.verificationKey()))
        #expect(!jws.isSigned(by: try rsaKey.verificationKey()))
        // Appendix A.3.1 also lists r and s as numbers.
        #expect(jws.signature.prefix(4) == [14, 209, 33, 83])
        #expect(jws.signature.suffix(4) == [131, 163, 84, 213])
    }

    @Test func `refuses RFC 7515, appendix A.5, a token without a signature`() throws {
        #expect(throws: TokenFormatError(.tokenSegments)) { try CompactJWS("eyJhbGciOiJub25lIn0.\(claims).") }
    }

    @Test func `does not take RFC 7515, appendix A.1, for one of ours`() throws {
        let token = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.\(claims).dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        let jws = try CompactJWS(token)
        #expect(jws.header.algorithmName == "HS256")
        #expect(jws.header.algorithm == nil)
        #expect(jws.header.type == "JWT")
        #expect(!jws.isSigned(by: try rsaKey.verificationKey()))
    }

    @Test func `refuses the unknown extension of RFC 7515, appendix E, in no way but by showing it`() throws {
        let name = "http://example.invalid/UNDEFINED"
        let text = "{\"alg\":\"none\",\r\n \"crit\":[\"\(name)\"],\r\n \"\(name)\":true\r\n}"
        let header = Base64URL.encode(Array(text.utf8))
        let jws = try CompactJWS("\(header).RkFJTA.AA")
        #expect(jws.header.contains("crit"))
        #expect(jws.header.algorithm == nil)
        #expect(jws.payload == Array("FAIL".utf8))
    }

    @Test func `verifies RFC 7520, section 4.1, RS256 with a kid`() throws {
        let key = JSONWebKey(
            rsaModulus: """
                n4EPtAOCc9AlkeQHPzHStgAbgs7bTZLwUBZdR8_KuKPEHLd4rHVTeT-O-XV2jRojdNhxJWTDvNd7nqQ0VEiZQHz_AJmSCpMaJMRBSFKr\
                Kb2wqVwGU_NsYOYL-QtiWN2lbzcEe6XC0dApr5ydQLrHqkHHig3RBordaZ6Aj-oBHqFEHYpPe7Tpe-OfVfHd1E6cS6M1FZcD1NNLYD5l\
                FHpPI9bTwJlsde3uhGqC0ZCuEHg8lhzwOHrtIQbS0FVbb9k3-tVTU4fg_3L_vniUFAKwuCLqKnS2BYwdq_mzSnbLY7h_qixoR7jig3__\
                kRhuaxwUkRz5iaiQkqgc5gHdrNP5zw
                """, exponent: "AQAB", keyID: "bilbo.baggins@hobbiton.example")
        let token = """
            eyJhbGciOiJSUzI1NiIsImtpZCI6ImJpbGJvLmJhZ2dpbnNAaG9iYml0b24uZXhhbXBsZSJ9.\
            SXTigJlzIGEgZGFuZ2Vyb3VzIGJ1c2luZXNzLCBGcm9kbywgZ29pbmcgb3V0IHlvdXIgZG9vci4gWW91IHN0ZXAgb250byB0aGUgcm9hZCwg\
            YW5kIGlmIHlvdSBkb24ndCBrZWVwIHlvdXIgZmVldCwgdGhlcmXigJlzIG5vIGtub3dpbmcgd2hlcmUgeW91IG1pZ2h0IGJlIHN3ZXB0IG9m\
            ZiB0by4.\
            MRjdkly7_-oTPTS3AXP41iQIGKa80A0ZmTuV5MEaHoxnW2e5CZ5NlKtainoFmKZopdHM1O2U4mwzJdQx996ivp83xuglII7PNDi84wnB-BDk\
            oBwA78185hX-Es4JIwmDLJK3lfWRa-XtL0RnltuYv746iYTh_qHRD68BNt1uSNCrUCTJDt5aAE6x8wW1Kt9eRo4QPocSadnHXFxnt8Is9Uzp\
            ERV0ePPQdLuW3IS_de3xyIrDaLGdjluPxUAhb6L2aXic1U12podGU0KLUQSE_oI-ZnmKJ3F4uOZDnd6QZWJushZ41Axf_fcIe8u9ipH84ogo\
            ree7vjbU5y18kDquDg
            """
        let jws = try CompactJWS(token)
        let published = JSONWebKeySet(keys: [key])
        let keyID = try #require(jws.header.keyID)
        #expect(jws.isSigned(by: try #require(published.key(withID: keyID, algorithm: .rs256))))
        #expect(String(decoding: jws.payload, as: UTF8.self).hasPrefix("It’s a dangerous business, Frodo"))
    }

    /// RFC 7517, appendix A.1: an EC key for encryption, and an RSA key.
    @Test func `reads RFC 7517, appendix A.1, and leaves out the key for encryption`() throws {
        let text = #"""
            {"keys":
              [
                {"kty":"EC",
                 "crv":"P-256",
                 "x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
                 "y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM",
                 "use":"enc",
                 "kid":"1"},

                {"kty":"RSA",
                 "n": "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw",
                 "e":"AQAB",
                 "alg":"RS256",
                 "kid":"2011-04-29"}
              ]
            }
            """#
        let set = try JSONWebKeySet(json: Array(text.utf8))
        #expect(set.keys.map(\.keyID) == ["2011-04-29"])
        #expect(set.skipped.map(\.reason) == [.keyUse])
    }
}
