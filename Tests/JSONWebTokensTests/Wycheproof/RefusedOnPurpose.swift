/// The cases of Project Wycheproof that this package refuses although the files call them valid or acceptable, with the
/// reasons.
///
/// The list is complete: a test fails if a case that is not listed is refused, or if a listed one is accepted.
enum RefusedOnPurpose {
    struct Entry {
        let file: String
        let cases: [Int]
        let reason: String
    }

    static let all = [
        Entry(
            file: "json_web_signature_test", cases: [1, 348, 352, 357, 358, 359, 372, 373, 376, 377],
            reason: "HS256: a secret that both sides hold proves nothing of Apple; we have no symmetric algorithm"),
        Entry(
            file: "json_web_signature_test", cases: Array(264...271),
            reason: "RS384 and RS512: Apple signs with RS256 only, and an algorithm nobody needs is one more way in"),
        Entry(
            file: "json_web_signature_test",
            cases: Array(272...275) + [287, 288] + Array(320...323) + Array(325...328) + [346, 350],
            reason: "PS256, PS384 and PS512: as RS384"),
        Entry(
            file: "json_web_signature_test", cases: [347, 351],
            reason: "P-521 under the name ES521, which RFC 7518 does not have; as RS384"),
        Entry(
            file: "json_web_signature_test", cases: [259],
            reason:
                "an empty payload: RFC 7515 allows one, but there are no claims in it, and all three parts must be there"
        ),
        Entry(file: "json_web_key_test", cases: [2, 13, 14, 15], reason: "HS256, HS384 and HS512: as above"),
        Entry(
            file: "rsa_signature_2048_sha256_test", cases: [8],
            reason: "acceptable: a digest without its NULL. RFC 8017, section 9.2, note 2, lets verifiers refuse it"),
        Entry(
            file: "rsa_signature_2048_sha256_test", cases: [258, 259],
            reason: "the exponent 3: FIPS 186-5, section 5.1, wants more than 65,536, and Apple's keys have 65,537"),
    ]

    static func cases(of file: String) -> [Int] {
        all.filter { $0.file == file }.flatMap(\.cases).sorted()
    }
}
