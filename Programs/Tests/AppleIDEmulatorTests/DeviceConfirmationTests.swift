import HTTPServing
import HTTPTypes
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

/// The step after "Continue": on the page, and in the control calls.
@Suite struct DeviceConfirmationTests {
    // MARK: the page

    @Test(arguments: [
        ("face_id", "Face ID", "recognised", ""), ("touch_id", "Touch ID", "recognised", ""),
        ("optic_id", "Optic ID", "recognised", ""), ("apple_watch", "Confirm with Apple Watch", "recognised", ""),
        ("passcode", "Enter the passcode", "typed", "000000"),
        ("login_password", "Enter the login password", "typed", "mac-login"),
        ("password", "Enter the password", "typed", "maya-password"),
    ])
    func `asks for what the device has, and gives the credential after it only`(
        _ method: String, _ title: String, _ answer: String, _ secret: String
    ) async throws {
        try await TestEmulator().run { (caller) async throws in
            _ = try await caller.control(
                "/device/accounts", #"{"device":"phone","person":"maya","confirmation_method":"\#(method)"}"#)
            var browser = try await SheetBrowser(opening: "phone", caller)
            try await browser.proceed()
            #expect(browser.title == title)
            #expect(secret.isEmpty || browser.reply.text.contains("is <code>\(secret)</code>"))
            #expect(try await caller.storedAtApple() == [0, 0])
            try await browser.press(answer, secret: secret)
            #expect(browser.title == "What the app gets" && browser.reply.text.contains("<dt>authorization_code</dt>"))
            #expect(try await caller.storedAtApple() == [1, 1])
        }
    }

    @Test(arguments: [("face_id", "Face ID"), ("touch_id", "Touch ID"), ("optic_id", "Optic ID")])
    func `asks for the passcode after two failures, and stores nothing before it is right`(
        _ method: String, _ name: String
    ) async throws {
        try await TestEmulator().run { (caller) async throws in
            _ = try await caller.control(
                "/device/accounts", #"{"device":"phone","person":"maya","confirmation_method":"\#(method)"}"#)
            var browser = try await SheetBrowser(opening: "phone", caller)
            try await browser.proceed()
            #expect(!browser.reply.text.contains("did not recognise you"))
            for title in [name, "Enter the passcode"] {
                try await browser.press("not_recognised")
                #expect(browser.title == title)
                #expect(browser.reply.text.contains(">\(name) did not recognise you.<"))
            }
            try await browser.press("typed", secret: "111111")
            #expect(browser.title == "Enter the passcode" && browser.reply.text.contains(">The passcode is wrong.<"))
            #expect(try await caller.storedAtApple() == [0, 0])
            try await browser.press("typed", secret: "000000")
            #expect(browser.reply.text.contains("<dt>authorization_code</dt>"))
            #expect(try await caller.storedAtApple() == [1, 1])
        }
    }

    @Test(arguments: [("mac", "touch_id", "Touch ID did not"), ("laptop", "apple_watch", "The Apple Watch did not")])
    func `asks on a Mac for the login password after two failures`(
        _ device: String, _ method: String, _ problem: String
    ) async throws {
        try await TestEmulator().run { (caller) async throws in
            _ = try await caller.control(
                "/device/accounts", #"{"device":"\#(device)","person":"maya","confirmation_method":"\#(method)"}"#)
            var browser = try await SheetBrowser(opening: device, caller)
            try await browser.proceed()
            try await browser.press("not_recognised")
            #expect(browser.reply.text.contains(problem) && browser.title != "Enter the login password")
            try await browser.press("not_recognised")
            #expect(browser.title == "Enter the login password" && browser.reply.text.contains(problem))
            try await browser.press("typed", secret: "000000")
            #expect(browser.reply.text.contains(">The login password is wrong.<"))
            try await browser.press("typed", secret: "mac-login")
            #expect(browser.reply.text.contains("<dt>authorization_code</dt>"))
        }
    }

    @Test(arguments: ["sheet", "first attempt", "second attempt", "passcode"])
    func `can be cancelled at every step, which gives the app error 1001`(_ step: String) async throws {
        try await TestEmulator().run { (caller) async throws in
            var browser = try await SheetBrowser(opening: "phone", caller)
            if step != "sheet" { try await browser.proceed() }
            if step == "second attempt" || step == "passcode" { try await browser.press("not_recognised") }
            if step == "passcode" { try await browser.press("not_recognised") }
            try await browser.press("cancel")
            #expect(browser.title == "What the app gets" && browser.reply.text.contains("<code>1001</code>"))
            #expect(browser.reply.text.contains("<code>com.apple.AuthenticationServices.AuthorizationError</code>"))
            #expect(!browser.reply.text.contains("authorization_code"))
            #expect(try await caller.storedAtApple() == [0, 0])
            let again = try await SheetBrowser(opening: "phone", caller)
            #expect(again.title == "Create an account with com.example.app?")
        }
    }

    @Test(arguments: [
        ("failures=2&answer=recognised", "Enter the passcode"),
        ("failures=9223372036854775807&answer=not_recognised", "Enter the passcode"),
        ("failures=-9&answer=not_recognised", "Face ID"), ("failures=2&answer=typed", "Enter the passcode"),
        ("answer=typed&secret=000000", "Face ID"), ("answer=perhaps", "Face ID"), ("", "Face ID"),
    ])
    func `asks again where an answer does not fit the question`(_ body: String, _ title: String) async throws {
        try await TestEmulator().run { (caller) async throws in
            let reply = try await caller.send(
                .post, "/device/confirmation", headers: SheetBrowser.form,
                body: "device=phone&app=com.example.app&" + body)
            #expect(reply.status == 200 && SheetBrowser(caller, reply).title == title)
            #expect(try await caller.storedAtApple() == [0, 0])
        }
    }

    // MARK: the control calls

    @Test(arguments: ["failed", "canceled"])
    func `gives the app error 1001 if the person does not confirm, and stores nothing`(
        _ confirmation: String
    ) async throws {
        try await TestEmulator().run { (caller) async throws in
            let call = #"{"person":"maya","bundle_id":"com.example.app","scopes":["name"]"#
            let reply = try await caller.control("/device/credentials", call + #","confirmation":"\#(confirmation)"}"#)
            let error = try reply.json
            #expect(reply.status == 200 && error.names == ["error", "domain", "code"])
            #expect(error.text("error") == "canceled" && error.double("code") == 1_001)
            #expect(error.text("domain") == "com.apple.AuthenticationServices.AuthorizationError")
            #expect(try await caller.storedAtApple() == [0, 0])
            let devices = try await caller.control("/device/accounts", "", method: .get).text
            #expect(!devices.contains("maya"), "signed in to the device")
            // the next sign-in is still a first one, so that the name comes
            let confirmed = try await caller.credential(call + #","confirmation":"confirmed"}"#)
            #expect(confirmed.contains("authorization_code") && confirmed.contains("name"))
        }
    }

    @Test func `remembers how a device confirms, whoever is signed in to it`() async throws {
        try await TestEmulator().run { (caller) async throws in
            func confirmation() async throws -> String? {
                let devices = try await caller.control("/device/accounts", "", method: .get).json["devices"]?.array
                return devices?.first?.object?.text("confirmation_method")
            }
            _ = try await caller.credential(#"{"person":"maya","bundle_id":"com.example.app"}"#)
            #expect(try await confirmation() == "face_id")
            let changed = try await caller.control(
                "/device/accounts", #"{"device":"phone","person":"maya","confirmation_method":"touch_id"}"#)
            #expect(changed.status == 200)
            _ = try await caller.control("/device/accounts", #"{"device":"phone","person":"tomas"}"#)
            _ = try await caller.credential(#"{"person":"maya","bundle_id":"com.example.app"}"#)
            _ = try await caller.send(
                .post, "/device/account", headers: SheetBrowser.form, body: "device=phone&person=tomas")
            #expect(try await confirmation() == "touch_id")
        }
    }
}

/// The native sheet in a browser without scripts: it presses a button, and sends the hidden fields of the last page.
struct SheetBrowser: Sendable {
    static let form: HTTPFields = [
        .contentType: "application/x-www-form-urlencoded", .origin: "http://localhost:9080",
    ]

    let caller: Caller
    private(set) var reply: Reply

    init(_ caller: Caller, _ page: Reply) {
        self.caller = caller
        reply = page
    }

    init(opening device: String, _ caller: Caller) async throws {
        self.init(caller, try await caller.send(.get, "/device/sheet?device=\(device)&app=com.example.app"))
    }

    var title: String? {
        reply.text.firstMatch(of: /<h1 id="heading">([^<]*)</).map { String($0.output.1) }
    }

    /// Presses "Continue" on the sheet.
    mutating func proceed(_ fields: [(name: String, value: String)] = []) async throws {
        let isOffered = reply.text.contains(#"<button class="primary">Continue</button>"#)
        #expect(isOffered)
        try await send(fields)
    }

    /// Presses a button that gives an answer.
    mutating func press(_ answer: String, secret: String = "") async throws {
        let isOffered = reply.text.contains(#"name="answer" value="\#(answer)""#)
        #expect(isOffered, "\(answer)")
        try await send([("answer", answer), ("secret", secret)])
    }

    private mutating func send(_ fields: [(name: String, value: String)]) async throws {
        let isSentThere = reply.text.contains(#"<form method="post" action="/device/confirmation""#)
        #expect(isSentThere)
        let hidden = reply.text.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/).map {
            (name: String($0.output.1), value: String($0.output.2))
        }
        reply = try await caller.send(
            .post, "/device/confirmation", headers: Self.form, body: FormFields.encode(hidden + fields))
    }
}

extension Caller {
    /// The numbers of consents and of unused codes.
    func storedAtApple() async throws -> [Int] {
        let snapshot = try await control("/snapshot", "", method: .get).json
        return [snapshot["consents"]?.array?.count ?? -1, Int(snapshot["alive"]?.object?.double("codes") ?? -1)]
    }
}
