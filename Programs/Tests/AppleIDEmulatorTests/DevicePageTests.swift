import HTTPServing
import HTTPTypes
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

@Suite struct DevicePageTests {
    private static let form: HTTPFields = [
        .contentType: "application/x-www-form-urlencoded", .origin: "http://localhost:9080",
    ]

    @Test func `signs somebody in on the sheet, and shows the app what the control call would give`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let before = try await caller.send(.get, "/device")
            #expect(before.status == 200 && before.text.contains("credential state: not found"))
            let sheet = try await caller.send(.get, "/device/sheet?device=phone&app=com.example.app")
            #expect(sheet.text.contains("Create an account with com.example.app?"))
            #expect(sheet.text.contains("<h2>What the person sees</h2>"))
            #expect(sheet.text.contains("<h2>What the app asks for</h2>"))
            var browser = SheetBrowser(caller, sheet)
            try await browser.proceed([
                ("asks_name", "on"), ("asks_email", "on"), ("first_name", "Zoë"), ("email_choice", "hide"),
                ("nonce", "n1"), ("real_user_status", "1"),
            ])
            #expect(try await caller.send(.get, "/device").text.contains("credential state: not found"))
            try await browser.press("recognised")
            #expect(browser.reply.text.contains("Zoë") && browser.reply.text.contains("@privaterelay.appleid.com"))
            let token = browser.reply.text.firstMatch(of: /<dt>identity_token<\/dt><dd><code>([^<]+)</)
            let claims = try payload(of: token.map { String($0.output.1) })
            #expect(claims.text("nonce") == "n1" && claims.double("real_user_status") == 1)
            #expect(try await caller.send(.get, "/device").text.contains("credential state: authorized"))
            let again = try await caller.send(.get, "/device/sheet?device=phone&app=com.example.app")
            #expect(again.text.contains("Continue to com.example.app?"))
            #expect(!again.text.contains(#"type="checkbox""#), "boxes without an effect")
            var later = SheetBrowser(caller, again)
            try await later.proceed([("nonce", "n2")])
            try await later.press("recognised")
            let second = later.reply.text.firstMatch(of: /<dt>identity_token<\/dt><dd><code>([^<]+)</)
            let repeated = try payload(of: second.map { String($0.output.1) })
            #expect(repeated.text("email")?.hasSuffix("@privaterelay.appleid.com") == true)
        }
    }

    @Test func `switches the account, and tells no other person's credentials`() async throws {
        try await TestEmulator().run { (caller) async throws in
            _ = try await caller.credential(#"{"person":"maya","bundle_id":"com.example.app"}"#)
            for person in ["tomas", ""] {
                let switched = try await caller.send(
                    .post, "/device/account", headers: Self.form, body: "device=phone&person=\(person)")
                #expect(switched.status == 303)
                #expect(try await caller.send(.get, "/device").text.contains("credential state: authorized") == false)
            }
            #expect(try await caller.send(.get, "/device/sheet?device=phone&app=com.example.app").status == 303)
        }
    }

    @Test(arguments: ["https://evil.example", "null", nil])
    func `takes no form of another site, nor one that does not say where it is from`(_ origin: String?) async throws {
        try await TestEmulator().run { (caller) async throws in
            var headers = Self.form
            headers[.origin] = origin
            let reply = try await caller.send(
                .post, "/device/account", headers: headers, body: "device=phone&person=tomas")
            #expect([400, 403].contains(reply.status))
            #expect(try await caller.send(.get, "/device").text.contains("Tomás Ferreira (now)") == false)
            let confirmed = try await caller.send(
                .post, "/device/confirmation", headers: headers,
                body: "device=phone&app=com.example.app&answer=recognised")
            #expect([400, 403].contains(confirmed.status))
            #expect(try await caller.storedAtApple() == [0, 0])
        }
    }

    @Test func `is off where control calls are off`() async throws {
        try await TestEmulator { $0.listen = ListenAddress(host: "0.0.0.0", port: 9_080) }.run {
            (caller) async throws in
            #expect(try await caller.send(.get, "/device").status == 404)
        }
    }
}
