import Testing

@testable import SignInFlows

/// The scopes of a text (RFC 6749 section 3.3).
struct OpenIDScopesTests {
    @Test(
        arguments: [
            ("", ""), (" ", ""), ("openid", "openid"), (" openid ", "openid"), ("openid  email", "openid email"),
            ("email offline_access openid", "email offline_access openid"),
            ("groups email offline_access openid email openid", "email offline_access openid"),
            ("openid profile email offline_access", "openid profile email offline_access"),
            ("OPENID Email", ""), ("openid\temail", ""), ("openid,email", ""), ("openid+email", ""), ("openi", ""),
            ("openid\u{301} email", "email"), ("\u{FF4F}penid email", "email"), ("é € 🍎 email", "email"),
            ("openid\u{0} email", "email"), ("openid \u{301}email", "openid"),
        ])
    func `what the provider knows keeps its order, and is there once`(_ text: String, _ known: String) {
        #expect(OpenIDScopes(text).text == known)
        #expect(OpenIDScopes(OpenIDScopes(text).text) == OpenIDScopes(OpenIDScopes(text).all))
        #expect(OpenIDScopes(text).isEmpty == known.isEmpty)
    }

    @Test func `a thousand names are read`() {
        let names = (0..<1_000).map { $0 % 10 == 7 ? "profile" : "name\($0)" }
        #expect(OpenIDScopes(names.joined(separator: " ")).all == [.profile])
        #expect(OpenIDScopes(String(repeating: "openid ", count: 1_000)).text == "openid")
    }

    @Test func `no text is a part of another if it names something unknown`() {
        let granted: OpenIDScopes = [.openid, .email]
        for part in ["", "openid", "email openid", "openid openid"] {
            #expect(granted.isSuperset(of: OpenIDScopes(part)), "\(part)")
        }
        for more in ["profile", "openid profile", "groups", "openid groups", "OPENID", "openid email offline_access"] {
            #expect(!granted.isSuperset(of: OpenIDScopes(more)), "\(more)")
        }
        #expect(!OpenIDScopes("openid groups").isSuperset(of: OpenIDScopes("groups")))
    }

    @Test func `a consent adds to those before, in the order of the alphabet`() {
        let agreed = OpenIDScopes("openid profile")
        #expect(agreed.union(OpenIDScopes("offline_access openid")).sortedText == "offline_access openid profile")
        #expect(agreed.union([]).sortedText == "openid profile")
        #expect(OpenIDScopes("").union(OpenIDScopes("profile email")).sortedText == "email profile")
        #expect(OpenIDScopes(OpenIDScope.allCases).sortedText == "email offline_access openid profile")
    }

    /// Every text of up to five of these names, as lists of names were granted before there was a type for them.
    @Test func `a client is granted what a list of names gave it`() {
        let names = ["openid", "email", "profile", "offline_access", "groups"]
        var texts = [""]
        for _ in 0..<4 { texts += texts.flatMap { text in names.map { text.isEmpty ? $0 : text + " " + $0 } } }
        let clients = [
            OpenIDClient.sample(scopes: [.openid, .email]), .sample(scopes: [], mayWorkOffline: true), .sample(),
        ]
        for client in clients {
            let allowed = Set(client.scopes.all.map(\.rawValue))
                .union(["openid"]).union(client.mayWorkOffline ? ["offline_access"] : [])
            for text in Set(texts) {
                var granted: [String] = []
                for name in text.split(separator: " ").map(String.init)
                where allowed.contains(name) && !granted.contains(name) { granted.append(name) }
                #expect(client.allowed(of: OpenIDScopes(text)).text == granted.joined(separator: " "), "\(text)")
            }
        }
    }
}
