import HTTPTypes
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

/// The sheet of a request that includes passwords, and the quiet search.
@Suite struct DevicePasswordTests {
    private static let both =
        #"{"device":"phone","bundle_id":"com.example.app","scopes":["name"],"includes_passwords":true"#

    // MARK: the control calls

    @Test(arguments: [
        (#","includes_passwords":true"#, "unknown", 1_000.0), (#","quiet":true"#, "canceled", 1_001),
        (#","includes_passwords":true,"quiet":true"#, "canceled", 1_001),
    ])
    func `never offers to create an account when passwords are asked for, or quietly`(
        _ request: String, _ error: String, _ code: Double
    ) async throws {
        try await TestEmulator().run { (caller) async throws in
            let call = #"{"person":"maya","bundle_id":"com.example.app","scopes":["name"]"#
            let nothing = try await caller.control("/device/credentials", call + request + "}")
            #expect(try nothing.status == 200 && nothing.json.names == ["error", "domain", "code"])
            #expect(try nothing.json.text("error") == error && nothing.json.double("code") == code)
            #expect(try await caller.storedAtApple() == [0, 0])
            _ = try await caller.credential(call + "}")
            let found = try await caller.credential(call + request + "}")
            #expect(found.contains("authorization_code") && !found.contains("name"))
        }
    }

    @Test func `gives the chosen error where nothing is found`() async throws {
        try await TestEmulator().run { (caller) async throws in
            _ = try await caller.control("/switches", #"{"nothing_found_error":"notInteractive"}"#)
            let nothing = try await caller.credential(Self.both + #","person":"maya"}"#)
            #expect(nothing.text("error") == "notInteractive" && nothing.double("code") == 1_005)
            let sheet = try await caller.sheet("person=maya&quiet")
            #expect(sheet["error"]?.object?.double("code") == 1_005)
            _ = try await caller.control("/switches", #"{"nothing_found_error":null}"#)
            #expect(try await caller.credential(Self.both + #","person":"maya"}"#).text("error") == "unknown")
        }
    }

    @Test func `gives a saved password to an app that is associated with its domain, and to no other`() async throws {
        try await TestEmulator().run { (caller) async throws in
            try await caller.signIn("maya", on: "phone")
            try await caller.savePassword(#""device":"phone","user":"maya","password":"s3cret","domain":"EXAMPLE.com""#)
            #expect(try await caller.credential(Self.both + "}").text("error") == "unknown")
            let declared = try await caller.control(
                "/device/apps", #"{"bundle_id":"com.example.app","associated_domains":["webcredentials:example.com"]}"#)
            #expect(declared.text.contains(#""associated_domains":["example.com"]"#))
            let found = try await caller.credential(Self.both + "}")
            #expect(found.names == ["user", "password"])
            #expect(found.text("user") == "maya" && found.text("password") == "s3cret")
            let other = Self.both.replacing("com.example.app", with: TestEmulator.lonelyApp)
            #expect(try await caller.credential(other + "}").text("error") == "unknown")
            #expect(try await caller.storedAtApple() == [0, 0])
            // a request that does not include passwords never gets one
            let alone = try await caller.credential(#"{"device":"phone","bundle_id":"com.example.app"}"#)
            #expect(alone.contains("identity_token") && !alone.contains("password"))
        }
    }

    @Test func `offers Sign in with Apple first to whoever has used it, and a password where it is chosen`()
        async throws
    {
        try await TestEmulator().run { (caller) async throws in
            try await caller.prepareTwoPasswords()
            let refused = try await caller.control("/device/credentials", Self.both + #","choice":"apple"}"#)
            #expect(try refused.status == 400 && refused.json.text("error") == "choice_not_offered")
            _ = try await caller.credential(#"{"person":"maya","bundle_id":"com.example.app","scopes":["name"]}"#)
            #expect(try await caller.credential(Self.both + "}").contains("identity_token"))
            let first = try await caller.credential(Self.both + #","choice":"password"}"#)
            #expect(first.text("user") == "maya")
            let second = try await caller.credential(
                Self.both + #","choice":"password","password_user":"maya@work"}"#)
            #expect(second.text("password") == "two")
            let unknown = try await caller.control(
                "/device/credentials", Self.both + #","choice":"password","password_user":"nobody"}"#)
            #expect(try unknown.status == 400 && unknown.json.text("error") == "choice_not_offered")
            let canceled = try await caller.credential(
                Self.both + #","choice":"password","confirmation":"failed"}"#)
            #expect(canceled.text("error") == "canceled")
        }
    }

    @Test func `tells what a sheet would offer, and changes nothing`() async throws {
        try await TestEmulator().run { (caller) async throws in
            try await caller.prepareTwoPasswords()
            let both = try await caller.sheet("includes_passwords")
            #expect(both.bool("apple") == false && both.bool("known") == false && both["error"] == .null)
            #expect(both["passwords"]?.array?.compactMap { $0.object?.text("user") } == ["maya", "maya@work"])
            let alone = try await caller.sheet("")
            #expect(alone.bool("apple") == true && alone["passwords"]?.array?.isEmpty == true)
            let quiet = try await caller.sheet("quiet")
            #expect(quiet["error"]?.object?.text("error") == "canceled")
            _ = try await caller.credential(#"{"person":"maya","bundle_id":"com.example.app"}"#)
            #expect(try await caller.sheet("quiet").bool("known") == true)
            #expect(try await caller.send(.get, "/_emulator/device/sheet?bundle_id=none&device=phone").status == 404)
        }
    }

    @Test func `brings an account's passwords to its other devices, and to nobody else`() async throws {
        try await TestEmulator().run { (caller) async throws in
            try await caller.prepareTwoPasswords()
            #expect(try await caller.passwords("device=tablet").isEmpty)
            try await caller.signIn("maya", on: "tablet")
            #expect(try await caller.passwords("device=tablet") == ["maya", "maya@work"])
            try await caller.signIn("tomas", on: "tablet")
            #expect(try await caller.passwords("device=tablet").isEmpty)
            try await caller.signIn(nil, on: "tablet")
            try await caller.savePassword(#""device":"tablet","user":"guest","password":"g","domain":"example.com""#)
            #expect(try await caller.passwords("device=tablet") == ["guest"])
            let call = Self.both.replacing("phone", with: "tablet") + "}"
            #expect(try await caller.credential(call).text("user") == "guest")
            #expect(try await caller.passwords("person=maya") == ["maya", "maya@work"])
            _ = try await caller.control("/account/delete", #"{"person":"maya"}"#)
            #expect(try await caller.passwords("device=phone").isEmpty)
        }
    }

    @Test func `saves a password of one user and domain once, and removes what is named`() async throws {
        try await TestEmulator().run { (caller) async throws in
            try await caller.prepareTwoPasswords()
            try await caller.savePassword(#""person":"maya","user":"maya","password":"new","domain":"example.com""#)
            #expect(try await caller.passwords("person=maya") == ["maya@work", "maya"])
            let found = try await caller.credential(Self.both + #","password_user":"maya"}"#)
            #expect(found.text("password") == "new")
            _ = try await caller.control(
                "/device/passwords", #"{"person":"maya","user":"maya","domain":"Example.com"}"#, method: .delete)
            #expect(try await caller.passwords("person=maya") == ["maya@work"])
            _ = try await caller.control("/device/passwords", #"{"person":"maya"}"#, method: .delete)
            #expect(try await caller.passwords("person=maya").isEmpty)
        }
    }

    @Test(arguments: [
        ("passwords", #"{"user":"a","password":"b","domain":"https://example.com"}"#, "domain_invalid"),
        ("passwords", #"{"user":"a","password":"b","domain":"a..b"}"#, "domain_invalid"),
        ("passwords", #"{"user":"","password":"b","domain":"example.com"}"#, "password_unfit"),
        ("passwords", #"{"person":"nobody","user":"a","password":"b","domain":"example.com"}"#, "person_unknown"),
        ("apps", #"{"bundle_id":"com.example.app","associated_domains":["a/b"]}"#, "domain_invalid"),
        ("apps", #"{"bundle_id":"com.example.web"}"#, "app_unknown"),
    ])
    func `says what is wrong with a password or a domain, and keeps nothing`(
        _ path: String, _ body: String, _ error: String
    ) async throws {
        try await TestEmulator().run { (caller) async throws in
            let refused = try await caller.control("/device/" + path, body)
            #expect(try (400...404).contains(refused.status) && refused.json.text("error") == error)
            #expect(try await caller.passwords("person=maya").isEmpty)
            #expect(try await caller.control("/device/apps", "", method: .get).text == #"{"apps":[]}"#)
        }
    }

    @Test func `refuses the hundred and first password`() async throws {
        try await TestEmulator().run { (caller) async throws in
            for number in 1...100 {
                try await caller.savePassword(
                    #""person":"maya","user":"u\#(number)","password":"p","domain":"a.example""#)
            }
            let call = #"{"person":"maya","user":"u101","password":"p","domain":"a.example"}"#
            #expect(try await caller.control("/device/passwords", call).status == 409)
        }
    }

    // MARK: the page

    @Test func `lets a person choose a password on the page, and confirm it`() async throws {
        try await TestEmulator().run { (caller) async throws in
            try await caller.prepareTwoPasswords()
            let address = "/device/sheet?device=phone&app=com.example.app&request="
            var browser = SheetBrowser(caller, try await caller.send(.get, address + "passwords"))
            #expect(browser.title == "Sign in to com.example.app")
            #expect(!browser.reply.text.contains(#"value="apple""#) && browser.reply.text.contains("maya@work"))
            let id = try #require(browser.reply.text.firstMatch(of: /value="(\d+)" checked/)?.output.1)
            try await browser.proceed([("choice", String(id))])
            #expect(browser.title == "Face ID")
            try await browser.press("not_recognised")
            try await browser.press("recognised")
            #expect(
                browser.reply.text.contains("ASPasswordCredential") && browser.reply.text.contains("<code>one</code>"))
            #expect(try await caller.storedAtApple() == [0, 0])
            _ = try await caller.credential(#"{"person":"maya","bundle_id":"com.example.app"}"#)
            browser = SheetBrowser(caller, try await caller.send(.get, address + "quiet"))
            #expect(browser.reply.text.contains(#"value="apple" checked"#))
            try await browser.proceed([("choice", "apple")])
            try await browser.press("recognised")
            #expect(browser.reply.text.contains("<dt>authorization_code</dt>"))
        }
    }

    @Test(arguments: [("passwords", "1000"), ("quiet", "1001")])
    func `shows no sheet where nothing is found`(_ request: String, _ code: String) async throws {
        try await TestEmulator().run { (caller) async throws in
            let page = try await caller.send(
                .get, "/device/sheet?device=phone&app=com.example.app&request=\(request)")
            #expect(page.text.contains("The device found nothing.") && page.text.contains("<code>\(code)</code>"))
            let forged = try await caller.send(
                .post, "/device/confirmation", headers: SheetBrowser.form,
                body: "device=phone&app=com.example.app&request=\(request)&choice=apple&answer=recognised")
            #expect(forged.status == 303)
            #expect(try await caller.storedAtApple() == [0, 0])
        }
    }

    @Test func `saves and removes a password on the page, for whoever is signed in`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let saved = try await caller.send(
                .post, "/device/passwords", headers: SheetBrowser.form,
                body: "device=phone&domain=example.com&user=%3Cb%3E&secret=s3cret")
            #expect(saved.status == 303)
            for bad in ["domain=%2F&user=a&secret=b", "domain=a.example&user=&secret=b", "domain=a.example&user=a"] {
                _ = try await caller.send(
                    .post, "/device/passwords", headers: SheetBrowser.form, body: "device=phone&" + bad)
            }
            let page = try await caller.send(.get, "/device").text
            #expect(page.contains("&lt;b&gt;") && page.contains("<code>s3cret</code>"))
            // a device that nobody used yet belongs to the first person
            #expect(try await caller.passwords("person=maya") == ["<b>"])
            let id = try #require(page.firstMatch(of: /name="password" value="(\d+)"/)?.output.1)
            _ = try await caller.send(
                .post, "/device/passwords/remove", headers: SheetBrowser.form, body: "device=phone&password=\(id)")
            #expect(try await caller.passwords("person=maya").isEmpty)
        }
    }
}

extension Caller {
    func signIn(_ person: String?, on device: String) async throws {
        let member = person.map { #","person":"\#($0)""# } ?? ""
        _ = try await control("/device/accounts", #"{"device":"\#(device)"\#(member)}"#)
    }

    func savePassword(_ members: String) async throws {
        #expect(try await control("/device/passwords", "{\(members)}").status == 200)
    }

    /// The users whose passwords are saved.
    func passwords(_ query: String) async throws -> [String] {
        let reply = try await control("/device/passwords?" + query, "", method: .get).json
        return (reply["passwords"]?.array ?? []).compactMap { $0.object?.text("user") }
    }

    func sheet(_ query: String) async throws -> JSONObject {
        try await control("/device/sheet?bundle_id=com.example.app&device=phone&" + query, "", method: .get).json
    }

    /// Two passwords of Maya for the app's domain, on her phone.
    func prepareTwoPasswords() async throws {
        try await signIn("maya", on: "phone")
        try await savePassword(#""device":"phone","user":"maya","password":"one","domain":"example.com""#)
        try await savePassword(#""device":"phone","user":"maya@work","password":"two","domain":"example.com""#)
        _ = try await control("/device/apps", #"{"bundle_id":"com.example.app","associated_domains":["example.com"]}"#)
    }
}
