"""The library's checks that are conditions in its text: where each one is, and its replacement when it is off.

{on} is the switch. Without a replacement, `guard X else` becomes `guard {on} || X else`.
"""

JWT = "Sources/JSONWebTokens/"
APPLE = "Sources/SignInWithApple/"
SCANNER = JWT + "JSON/JSONScanner.swift"
ESCAPE = JWT + "JSON/JSONEscape.swift"
KEY = JWT + "Keys/JSONWebKey.swift"
KEY_SET = JWT + "Keys/JSONWebKeySet.swift"
HEADER = APPLE + "TokenChecks/HeaderChecks.swift"
CLAIMS = APPLE + "TokenChecks/ClaimChecks.swift"
IDENTITY = APPLE + "IdentityToken/IdentityTokenChecks.swift"
EVENT = APPLE + "Notifications/AppleNotificationEvent+Claims.swift"
VISIBLE = APPLE + "Identifiers/VisibleText.swift"
IMPOSSIBLE = APPLE + "Identifiers/ImpossibleIdentifier.swift"
CONFIGURATION = APPLE + "Configuration/AppleAppConfiguration.swift"
FAULT = JWT + "JSON/JSONTextFault.swift"
CALLBACK = APPLE + "WebAuthorization/AuthorizationCallback.swift"
FORM = APPLE + "WebAuthorization/FormEncoding.swift"
PACE = APPLE + "TeamTransfer/TransferPace.swift"

# The verifiers' lists have a mutant for each line. This table lists the rules inside a line.
GUARDS = {
    "form": [
        (JWT + "CompactJWS.swift", "token size", "guard token.utf8.count <= limits.maximumBytes else", None),
        (JWT + "CompactJWS.swift", "empty header", "first > 0,", "{on} || first > 0,"),
        (JWT + "CompactJWS.swift", "empty payload", "second > first + 1,", "{on} || second > first + 1,"),
        (JWT + "CompactJWS.swift", "empty signature", "second + 1 < token.count,", "{on} || second + 1 < token.count,"),
        (JWT + "Base64URL.swift", "alphabet and spare bits", "return seen & 0xFF00_0000 == 0", "return {on} || seen & 0xFF00_0000 == 0"),
        (JWT + "Base64URL.swift", "spare bits behind one octet", "seen |= bits | (bits & 0xFFFF) << 16", "seen |= {on} ? bits : bits | (bits & 0xFFFF) << 16"),
        (JWT + "Base64URL.swift", "spare bits behind two octets", "seen |= bits | (bits & 0xFF) << 24", "seen |= {on} ? bits : bits | (bits & 0xFF) << 24"),
        (JWT + "TokenHeader.swift", "limits of a header", "limits.narrowed(to: .header)", "{on} ? limits : limits.narrowed(to: .header)"),
        (JWT + "TokenHeader.swift", "alg is text", 'guard members.kind(of: "alg") == .string else', None),
        (JWT + "TokenHeader.swift", "kid is text", 'guard members.kind(of: "kid") ?? .string == .string else', None),
        (JWT + "TokenHeader.swift", "typ is text", 'guard members.kind(of: "typ") ?? .string == .string else', None),
    ],
    "header": [
        (JWT + "TokenHeader.swift", "alg octet by octet", 'members.text("alg", is: $0.rawValue) }', 'members.text("alg", is: $0.rawValue) || {on} && $0.rawValue == members.text("alg")?.uppercased() }'),
        *[(HEADER, f"extension {name}", f'header.contains("{name}")', f'header.contains({{on}} ? "" : "{name}")') for name in ("crit", "b64", "zip", "cty")],
        (HEADER, "no second key", "evidence.trust.keys.key(withID: keyID, algorithm: .rs256)", "evidence.trust.keys.key(withID: keyID, algorithm: .rs256) ?? ({on} ? evidence.trust.keys.keys.first : nil)"),
        (HEADER, "one key without kid", "usable.count == 1 ?", "{on} || usable.count == 1 ?"),
        (KEY_SET, "kid octet by octet", "$0.keyID?.hasSameBytes(as: keyID) == true", "($0.keyID?.hasSameBytes(as: keyID) == true || {on} && $0.keyID == keyID)"),
    ],
    "signature": [
        (JWT + "CompactJWS.swift", "the key's algorithm", "guard header.algorithm == key.algorithm else", None),
    ],
    "claims": [
        (JWT + "JSON/JSONObject.swift", "one audience", "guard count == 1, let first", "guard {on} || count == 1, let first"),
        (CLAIMS, "audience in a list octet by octet", "$0.rawValue.utf8.elementsEqual(audience.utf8)", "({on} ? audience.hasPrefix($0.rawValue) : $0.rawValue.utf8.elementsEqual(audience.utf8))"),
        (CLAIMS, "audience octet by octet", 'first { claims.text("aud", is: $0.rawValue) }', 'first { claims.text("aud", is: $0.rawValue) || {on} && claims.text("aud") == $0.rawValue }'),
        (CLAIMS, "issuer octet by octet", 'text("iss", is: evidence.trust.issuer) == true', 'text("iss", is: evidence.trust.issuer) == true || {on} && evidence.claims?.text("iss")?.hasPrefix(evidence.trust.issuer) == true'),
        (CLAIMS, "exp later than now", "evidence.now < expiry +", "{on} && evidence.now == expiry || evidence.now < expiry +"),
        (CLAIMS, "exp a number", 'guard let expiry = evidence.claims?.double("exp") else', 'guard let expiry = evidence.claims?.double("exp") ?? ({on} ? .infinity : nil) else'),
        (CLAIMS, "iat a number", 'guard let issuedAt = evidence.claims?.double("iat") else', 'guard let issuedAt = evidence.claims?.double("iat") ?? ({on} ? 0 : nil) else'),
        (CLAIMS, "iat 60 seconds ahead", "issuedAt <= evidence.now + 60", "issuedAt <= evidence.now + ({on} ? 61 : 60)"),
        (CLAIMS, "exp after iat", "expiry > issuedAt &&", "({on} || expiry > issuedAt) &&"),
        (CLAIMS, "seven days at most", "expiry - issuedAt <= longest", "({on} || expiry - issuedAt <= longest)"),
        (CLAIMS, "seven days and no more", "expiry - issuedAt <= longest", "expiry - issuedAt <= longest + ({on} ? 0.5 : 0)"),
        (CLAIMS, "seven days and no less", "expiry - issuedAt <= longest", "expiry - issuedAt < longest + ({on} ? 0 : 0.25)"),
        (CLAIMS, "nbf a number", 'guard let notBefore = claims.double("nbf") else { return .notYetValid }', 'guard let notBefore = claims.double("nbf") else { return {on} ? nil : .notYetValid }'),
        (CLAIMS, "nbf not ahead", "notBefore <= evidence.now +", "{on} || notBefore <= evidence.now +"),
        (IDENTITY, "sub a visible text", 'text("sub", satisfies: { $0.isIdentifier }) == true', 'text("sub", satisfies: { $0.isIdentifier || {on} }) == true'),
        (VISIBLE, "identifiers of 255 characters", "(1...255).contains(count)", "({on} || (1...255).contains(count))"),
        (VISIBLE, "identifiers visible", "&& isVisibleASCII", "&& ({on} || isVisibleASCII)"),
        (IDENTITY, "nonce there", 'return .nonceMissing\n', 'return {on} ? nil : .nonceMissing\n'),
        (IDENTITY, "nonce expected", "!expected.isEmpty && isExpected", "({on} || !expected.isEmpty) && isExpected"),
        (IDENTITY, "nonce compared", "&& isExpected ?", "&& ({on} || isExpected) ?"),
        (IDENTITY, "c_hash there", 'claims.contains("c_hash") else { return .codeHashMissing }', 'claims.contains("c_hash") else { return {on} ? nil : .codeHashMissing }'),
        (IDENTITY, "c_hash compared", 'claims.text("c_hash", is:', '{on} || claims.text("c_hash", is:'),
        (IDENTITY, "at_hash compared", 'claims.text("at_hash", is:', '{on} || claims.text("at_hash", is:'),
        (IDENTITY, "auth_time there", 'return .authenticationTimeMissing }', 'return {on} ? nil : .authenticationTimeMissing }'),
        (IDENTITY, "auth_time not ahead", "guard authenticatedAt <= evidence.now + 60 else", None),
        (IDENTITY, "auth_time 60 seconds ahead", "authenticatedAt <= evidence.now + 60", "authenticatedAt <= evidence.now + ({on} ? 61 : 60)"),
        (IDENTITY, "auth_time recent", "evidence.now - authenticatedAt <= maximumAge ?", "{on} || evidence.now - authenticatedAt <= maximumAge ?"),
        (EVENT, "event type", 'event.identifier("type"),', 'event.identifier("type") ?? ({on} ? "x" : nil),'),
        (EVENT, "event sub", 'event.identifier("sub"),', 'event.identifier("sub") ?? ({on} ? "x" : nil),'),
        (EVENT, "event time", "let time = Self.seconds(event)", "let time = Self.seconds(event) ?? ({on} ? 1 : nil)"),
        (EVENT, "event time above zero", "time > 0,", "{on} || time > 0,"),
        (EVENT, "event time below the end of time", "time < 1e14", "({on} || time < 1e14)"),
        (EVENT, "event time of digits only", "text.utf8.allSatisfy({ (0x30...0x39).contains($0) })", "({on} || text.utf8.allSatisfy({ (0x30...0x39).contains($0) }))"),
    ],
    "reader": [
        (SCANNER, "size", "guard bytes.count - position <= limits.maximumBytes else", None),
        (SCANNER, "depth of objects and lists", "guard depth <= limits.maximumDepth else", "guard depth <= ({on} ? 200 : limits.maximumDepth) else"),
        (SCANNER, "members of an object", "guard members.count - first < limits.maximumMembers else", None),
        (SCANNER, "doubled names", "guard names.admits(member, among: members, from: first, in: bytes) else", None),
        (SCANNER, "text behind the object", "guard position == bytes.count else", None),
        (SCANNER, "leading zero", "guard !isDigit() else", None),
        (SCANNER, "a digit where one must be", "guard isDigit() else", None),
        (SCANNER, "bare control characters", "throw TokenFormatError(.jsonString)  // a bare control character", "if {on} { position += 1 } else { throw TokenFormatError(.jsonString) }"),
        (SCANNER, "UTF-8", "position += try UTF8Sequence.length(at: position, in: bytes)", "position += {on} ? 1 : try UTF8Sequence.length(at: position, in: bytes)"),
        (ESCAPE, "lone surrogates", "guard unit & 0xF800 == 0xD800 else { return 6 }", "guard !{on}, unit & 0xF800 == 0xD800 else { return 6 }"),
        (ESCAPE, "a low surrogate behind a high one", "low & 0xFC00 == 0xDC00 else", "{on} || low & 0xFC00 == 0xDC00 else"),
        (ESCAPE, "unknown escapes", "        default:\n            throw TokenFormatError(.jsonString)\n        }\n    }\n\n    /// The UTF-8 bytes", "        default:\n            if {on} { return 2 }\n            throw TokenFormatError(.jsonString)\n        }\n    }\n\n    /// The UTF-8 bytes"),
        (ESCAPE, "overlong, surrogates and beyond Unicode", "second.contains(bytes[position + 1]) else", "{on} || second.contains(bytes[position + 1]) else"),
        (ESCAPE, "continuation octets", "for offset in 2..<max(2, length) where bytes[position + offset] & 0xC0 != 0x80 {", "for offset in 2..<max(2, length) where !{on} && bytes[position + offset] & 0xC0 != 0x80 {"),
    ],
    "key set": [
        (KEY_SET, "a list of keys", 'guard let list = document["keys"]?.array else', 'guard let list = document["keys"]?.array ?? ({on} ? [] : nil) else'),
        (KEY_SET, "one key for an id", "skipped += Self.ambiguous(usable)", "if !{on} { skipped += Self.ambiguous(usable) }"),
        (KEY_SET, "neither of two keys of an id", "(areEqual ? group.dropFirst() : group[...])", "(areEqual || {on} ? group.dropFirst() : group[...])"),
        (KEY, "no private members", "for name in Self.privateMembers where object.contains(name)", "for name in Self.privateMembers where !{on} && object.contains(name)"),
        (KEY, "members are text", "guard kind == .string else", None),
        (KEY, "key operations", 'guard let list = operations.array, list.contains(.string("verify")) else', 'guard {on} || operations.array?.contains(.string("verify")) == true else'),
        (KEY, "use", 'if let use, !use.utf8.elementsEqual("sig".utf8)', 'if !{on}, let use, !use.utf8.elementsEqual("sig".utf8)'),
        (KEY, "algorithm of an RSA key", "guard alg == nil || alg == SignatureAlgorithm.rs256.rawValue else", None),
        (KEY, "algorithm of a point", "guard alg == nil || alg == SignatureAlgorithm.es256.rawValue else", None),
        (KEY, "a modulus without a zero before", "first != 0,", "{on} || first != 0,"),
        (KEY, "an exponent without a zero before", "exponent.first != 0 else", "{on} || exponent.first != 0 else"),
        (KEY, "modulus of 2,048 bits", "guard bits >= 2_048, bits <= 8_192 else", "guard {on} || bits >= 2_048, bits <= 8_192 else"),
        (KEY, "modulus of 8,192 bits", "bits <= 8_192 else", "{on} || bits <= 8_192 else"),
        (KEY, "flawed modulus", "guard !FlawedModulus.isMarked(modulus) else", None),
        (KEY, "exponent above 65,536", "value > 65_536,", "{on} || value > 65_536,"),
        (KEY, "exponent of 33 bits", "value < 1 << 33,", "{on} || value < 1 << 33,"),
        (KEY, "curve", 'guard crv == "P-256" else', None),
        (KEY, "coordinates of 32 octets", "guard abscissa.count == 32, ordinate.count == 32,", "guard {on} || abscissa.count == 32 && ordinate.count == 32,"),
    ],
    "written": [
        (FAULT, "the first of two names", "members.dropLast().last {", "({on} ? [] : members.dropLast()).last {"),
        (FAULT, "comments", 'if next.starts(with: "//".utf8)', 'if !{on}, next.starts(with: "//".utf8)'),
        (FAULT, "where a text begins", "before.stringStart ?? position", "({on} ? nil : before.stringStart) ?? position"),
        (FAULT, "characters instead of bytes", "$0 & 0xC0 != 0x80", "({on} || $0 & 0xC0 != 0x80)"),
        (FAULT, "a comma that stands alone", "?? comma ??", "?? ({on} ? nil : comma) ??"),
        (FAULT, "a colon before a comma", 'if open.byte == UInt8(ascii: "{"), !before.hasColon {', 'if !{on}, open.byte == UInt8(ascii: "{"), !before.hasColon {'),
        (FAULT, "braces in a text", "guard stringStart == nil else {", "guard {on} || stringStart == nil else {"),
    ],
    "identifiers": [
        (IMPOSSIBLE, "ten characters", "text.utf8.count == 10 &&", "({on} || text.utf8.count == 10) &&"),
        (IMPOSSIBLE, "capital letters and digits", "allSatisfy { isDigit($0) ||", "allSatisfy { {on} || isDigit($0) ||"),
        (IMPOSSIBLE, "no Team ID as Key ID", "if !rawValue.isEmpty, rawValue", "if !{on}, !rawValue.isEmpty, rawValue"),
        (IMPOSSIBLE, "255 characters", "if text.utf8.count > 255 {", "if !{on}, text.utf8.count > 255 {"),
        (IMPOSSIBLE, "no white space around a client ID", "if trimmed != text {", "if !{on}, trimmed != text {"),
        (IMPOSSIBLE, "no URL", 'if text.hasPrefix("http://")', 'if !{on}, text.hasPrefix("http://")'),
        (IMPOSSIBLE, "no email address", 'if text.contains("@") {', 'if !{on}, text.contains("@") {'),
        (IMPOSSIBLE, "no wildcard", 'if text.contains("*") {', 'if !{on}, text.contains("*") {'),
        (IMPOSSIBLE, "characters of a client ID", "first(where: { !Self.isOfClient($0) })", "first(where: { !{on} && !Self.isOfClient($0) })"),
        (IMPOSSIBLE, "dots of a client ID", "contains(where: \\.isEmpty) {", "contains(where: { $0.isEmpty && !{on} }) {"),
        (IMPOSSIBLE, "no number", "if text.utf8.allSatisfy(Self.isDigit) {", "if !{on}, text.utf8.allSatisfy(Self.isDigit) {"),
        (IMPOSSIBLE, "no Team ID as client ID", "if let team, text == team {", "if !{on}, let team, text == team {"),
        (IMPOSSIBLE, "no Team ID in front", "if let team, !team.isEmpty,", "if !{on}, let team, !team.isEmpty,"),
        (IMPOSSIBLE, "no Key ID as client ID", "if Self.isTenCharacters(text), text.utf8.contains", "if !{on}, Self.isTenCharacters(text), text.utf8.contains"),
        (IMPOSSIBLE, "no name of a key's file", 'guard text.hasPrefix("AuthKey_") else', 'guard !{on}, text.hasPrefix("AuthKey_") else'),
        (CONFIGURATION, "Team ID of a configuration", "if let fault = teamID.fault {", "if !{on}, let fault = teamID.fault {"),
        (CONFIGURATION, "Key ID of a configuration", "if let fault = KeyID(rawValue: id).fault(in: teamID) {", "if !{on}, let fault = KeyID(rawValue: id).fault(in: teamID) {"),
        (CONFIGURATION, "client IDs of a configuration", "for id in clientIDs { if let", "for id in clientIDs { if !{on}, let"),
        (CONFIGURATION, "primary App IDs of a configuration", "for id in primaryAppIDs { if let", "for id in primaryAppIDs { if !{on}, let"),
        (APPLE + "ClientSecret/ClientSecretFactory.swift", "Team ID of a client secret", "if let fault = teamID.fault {", "if !{on}, let fault = teamID.fault {"),
    ],
    "pace": [
        (PACE, "one call at least", "self.mostAtOnce = max(1, mostAtOnce)", "self.mostAtOnce = max({on} ? 0 : 1, mostAtOnce)"),
        (PACE, "two calls at first", "atOnce = min(2, self.mostAtOnce)", "atOnce = min({on} ? 8 : 2, self.mostAtOnce)"),
        (PACE, "fifty answers", "guard answersSinceChange == Self.answersBeforeNext else { return nil }", "guard {on} || answersSinceChange == Self.answersBeforeNext else { return nil }"),
        (PACE, "the most at once", "atOnce = min(atOnce + 1, mostAtOnce)", "atOnce = {on} ? atOnce + 1 : min(atOnce + 1, mostAtOnce)"),
        (PACE, "half after a failure", "atOnce = max(1, atOnce / 2)", "atOnce = {on} ? atOnce : max(1, atOnce / 2)"),
        (PACE, "half once for a wave", "guard wave == self.wave else { return 0 }", "guard {on} || wave == self.wave else { return 0 }"),
        (PACE, "as long as Apple asks", "retryAfter.map { TimeInterval($0) } ?? doubled", "({on} ? nil : retryAfter.map { TimeInterval($0) }) ?? doubled"),
        (PACE, "an hour at most", "?? doubled, Self.longestWait)", "?? doubled, {on} ? .infinity : Self.longestWait)"),
        (PACE, "twenty refusals and no answer", "refusals == answers && answers >= $0", "({on} || refusals == answers) && answers >= $0"),
        (PACE, "eight failures in a row", "{ failuresInARow >= Self.failuresBeforeStop }", "{ !{on} && failuresInARow >= Self.failuresBeforeStop }"),
        (PACE, "twenty refusals", "answers >= $0 }", "({on} || answers >= $0) }"),
    ],
    "callback": [
        (CALLBACK, "size", "guard body.count <= 65_536 else", None),
        (CALLBACK, "size of a popup's answer", "guard json.count <= 65_536 else", None),
        (CALLBACK, "text in a popup's answer", "guard let value = given.text(name) else", 'guard let value = given.text(name) ?? ({on} ? "x" : nil) else'),
        (CALLBACK, "no token or name in a query", '!["id_token", "user"].contains($0.key)', '{on} || !["id_token", "user"].contains($0.key)'),
        (CALLBACK, "no name in a fragment", '$0.key != "user"', '{on} || $0.key != "user"'),
        (CALLBACK, "form", "guard let decoded = FormEncoding.decode(body) else", "guard let decoded = FormEncoding.decode(body) ?? ({on} ? [] : nil) else"),
        (CALLBACK, "32 parameters", "guard decoded.count <= 32 else", None),
        (CALLBACK, "repeated parameters", "where parameters.updateValue(value, forKey: name) != nil {", "where parameters.updateValue(value, forKey: name) != nil && !{on} {"),
        (CALLBACK, "state there", 'guard let state = try visible("state", limit: 2_048, in: parameters) else', 'guard let state = try visible("state", limit: 2_048, in: parameters) ?? ({on} ? "" : nil) else'),
        (CALLBACK, "size of user", "guard user.count <= 4_096 else", None),
        (CALLBACK, "size of a parameter", "guard value.utf8.count <= limit else", None),
        (CALLBACK, "visible parameters", "guard value.isVisibleASCII else", None),
        (CALLBACK, "code or error", "throw .codeMissing", "if {on} { return .cancelled(state: state) } else { throw .codeMissing }"),
        (CALLBACK, "not code and error", "throw .codeAndError", "if {on} { return .cancelled(state: state) } else { throw .codeAndError }"),
        (FORM, "UTF-8", "return text.utf8.elementsEqual(octets) ? text : nil", "return {on} || text.utf8.elementsEqual(octets) ? text : nil"),
        (FORM, "escapes", "                else { return nil }\n                decoded.append(high << 4 | low)", "                else {\n                    if {on} { continue }\n                    return nil\n                }\n                decoded.append(high << 4 | low)"),
    ],
}
