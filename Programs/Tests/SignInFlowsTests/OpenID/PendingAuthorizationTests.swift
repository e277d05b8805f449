import JSONWebTokens
import Testing

@testable import SignInFlows

/// What a browser can carry of an authorization request.
struct PendingAuthorizationTests {
    /// The octets of the parameters in the signed form.
    private func octets(_ parameters: OAuthParameters) -> Int {
        let pairs = parameters.pairs.filter { $0.name != "id_token_hint" }
            .map { JSONValue.array([.string($0.name), .string($0.value)]) }
        return JSONValue.array(pairs).json.count
    }

    @Test(arguments: [("a", 2_665), ("\"", 1_332), ("\u{1}", 444), ("\n", 1_332), ("é", 1_332), ("🍎", 666)])
    func `parameters are carried up to the limit of their signed form, whatever they contain`(
        _ character: String, _ longest: Int
    ) {
        for length in [0, 1, 100, 300, 400, 420, 430, 440, longest - 1, longest, longest + 1, 2 * longest] {
            let parameters = OAuthParameters([
                (name: "client_id", value: "shop"), (name: "state", value: String(repeating: character, count: length)),
                (name: "id_token_hint", value: "h"),
            ])
            #expect(PendingAuthorization.canBeCarried(parameters) == (length <= longest), "\(length)")
            #expect((octets(parameters) <= PendingAuthorization.maximumParameterBytes) == (length <= longest))
        }
    }

    @Test func `a long hint is not carried, and many short parameters are counted`() {
        let hint = OAuthParameters([(name: "id_token_hint", value: String(repeating: "h", count: 4_000))])
        #expect(PendingAuthorization.canBeCarried(hint))
        for count in stride(from: 1, through: 400, by: 3) {
            let parameters = OAuthParameters((0..<count).map { (name: "n\($0)", value: "v") })
            let fits = octets(parameters) <= PendingAuthorization.maximumParameterBytes
            #expect(PendingAuthorization.canBeCarried(parameters) == fits, "\(count)")
        }
    }
}
