import Testing

@testable import SignInFlows

/// Parameters of OAuth requests: empty ones are absent, repeated ones have no value (RFC 6749 section 3.1).
struct OAuthParametersTests {
    private func parameters(_ names: [String], value: String = "v") -> OAuthParameters {
        OAuthParameters(names.map { (name: $0, value: value) })
    }

    @Test func `an empty value is absent, and a repeated parameter has no value, be one of the two empty`() {
        let sent = [("a", "1"), ("b", ""), ("c", "1"), ("c", "2"), ("d", ""), ("d", "1"), ("", "x")]
        let parameters = OAuthParameters(sent.map { (name: $0, value: $1) })
        #expect(parameters["a"] == "1")
        #expect(parameters[""] == "x")
        for name in ["b", "c", "d", "e"] { #expect(parameters[name] == nil, "\(name)") }
        #expect(parameters.repeatedNames == ["c", "d"])
        #expect(parameters.pairs.map(\.value) == ["1", "1", "2", "1", "x"])
    }

    @Test func `no parameters have no value and no repetition`() {
        #expect(OAuthParameters([]).repeatedNames.isEmpty)
        #expect(OAuthParameters([])["a"] == nil)
    }

    @Test(arguments: [2, 3, 15, 16, 17, 18, 1_000])
    func `every repeated name is found, however many parameters there are`(_ count: Int) {
        let names = (1..<count).map { "n\($0)" }
        #expect(parameters(names).repeatedNames.isEmpty)
        #expect(parameters(names, value: "").repeatedNames.isEmpty)
        for name in [names[0], names[names.count / 2], names[names.count - 1]] {
            let repeated = parameters(names + [name])
            #expect(repeated.repeatedNames == [name])
            #expect(repeated[name] == nil)
        }
        #expect(parameters(names + names + names).repeatedNames == Set(names))
        #expect(parameters(names + names, value: "").repeatedNames == Set(names))
    }

    @Test(arguments: [0, 20])
    func `two spellings of one text are one name`(_ others: Int) {
        let names = (0..<others).map { "n\($0)" } + ["\u{E9}", "e\u{301}"]
        #expect(parameters(names).repeatedNames == ["\u{E9}"])
    }

    @Test func `a selection keeps the order and the repetitions of what it has`() {
        let selected = parameters(["state", "x", "scope", "y", "scope"]).only(["scope", "state"])
        #expect(selected.pairs.map(\.name) == ["state", "scope", "scope"])
        #expect(selected.repeatedNames == ["scope"])
    }
}
