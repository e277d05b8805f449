import HTTPTypes
import HummingbirdTesting
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

/// What people do with several accounts and several devices.
@Suite struct DeviceAccountTests {
    private static func call(_ person: String, on device: String) -> String {
        #"{"person":"\#(person)","device":"\#(device)","bundle_id":"com.example.app","scopes":["name"]}"#
    }

    @Test func `switches to a second account and back, with a subject for each`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let maya = try await caller.credential(Self.call("maya", on: "phone")).text("user") ?? ""
            try await caller.signIn("tomas", on: "phone")
            #expect(try await caller.credentialState(maya, device: "phone") == "not_found")
            let quiet = #"{"device":"phone","bundle_id":"com.example.app","quiet":true}"#
            #expect(try await caller.credential(quiet).text("error") == "canceled")
            let tomas = try await caller.credential(Self.call("tomas", on: "phone"))
            let other = tomas.text("user") ?? ""
            #expect(tomas.contains("name") && other != maya)
            #expect(try await caller.credentialState(other, device: "phone") == "authorized")
            try await caller.signIn("maya", on: "phone")
            #expect(try await caller.credentialState(maya, device: "phone") == "authorized")
            #expect(try await caller.credentialState(other, device: "phone") == "not_found")
            #expect(try await caller.credential(quiet).text("user") == maya)
        }
    }

    @Test func `says revoked of another account where the switch says so`() async throws {
        try await TestEmulator().run { (caller) async throws in
            _ = try await caller.control("/switches", #"{"other_account_state":"revoked"}"#)
            let maya = try await caller.credential(Self.call("maya", on: "phone")).text("user") ?? ""
            #expect(try await caller.credentialState(maya, device: "phone") == "authorized")
            for next in ["tomas", nil] {
                try await caller.signIn(next, on: "phone")
                #expect(try await caller.credentialState(maya, device: "phone") == "revoked")
            }
            // who never signed in to the app is not found, as ever
            #expect(try await caller.credentialState("000000.unknown.0000", device: "phone") == "not_found")
            #expect(try await caller.credentialState(maya, app: TestEmulator.lonelyApp, device: "phone") == "not_found")
        }
    }

    @Test func `knows a person on a second device without asking again, and revokes on both`() async throws {
        try await TestEmulator().runLive { (caller) async throws in
            let first = try await caller.credential(Self.call("maya", on: "phone"))
            let user = first.text("user") ?? ""
            try await caller.signIn("maya", on: "tablet")
            let quiet = #"{"device":"tablet","bundle_id":"com.example.app","scopes":["name"],"quiet":true}"#
            let second = try await caller.credential(quiet)
            #expect(first.contains("name") && !second.contains("name") && second.text("user") == user)
            try await caller.signIn("tomas", on: "desk")
            let port = try #require(caller.port)
            let stream = "http://127.0.0.1:\(port)/_emulator/device/signals?device="
            async let onPhone = SignalLines.read(1, from: stream + "phone")
            async let onTablet = SignalLines.read(1, from: stream + "tablet")
            _ = try await caller.control("/account/stop-using", #"{"person":"maya","client":"com.example.app"}"#)
            for device in ["phone", "tablet"] {
                #expect(try await caller.credentialState(user, device: device) == "revoked")
            }
            #expect(try await caller.credentialState(user, device: "desk") == "not_found")
            let told = (try await onPhone, try await onTablet)
            #expect(told.0.first?.contains(user) == true && told.1.first?.contains(user) == true)
        }
    }

    @Test func `keeps a family apart on the device that they share`() async throws {
        try await TestEmulator().run { (caller) async throws in
            var users: [String: String] = [:]
            for person in ["maya", "tomas", "aiko"] {
                users[person] = try await caller.credential(Self.call(person, on: "family")).text("user")
            }
            #expect(Set(users.values).count == 3)
            for holder in ["maya", "tomas", "aiko"] {
                try await caller.signIn(holder, on: "family")
                for (person, user) in users {
                    let state = try await caller.credentialState(user, device: "family")
                    #expect(state == (person == holder ? "authorized" : "not_found"))
                }
            }
            // one of them leaves the app; the others stay signed in
            _ = try await caller.control("/account/stop-using", #"{"person":"tomas","client":"com.example.app"}"#)
            #expect(try await caller.credentialState(users["aiko"] ?? "", device: "family") == "authorized")
            try await caller.signIn("tomas", on: "family")
            #expect(try await caller.credentialState(users["tomas"] ?? "", device: "family") == "revoked")
        }
    }

    @Test func `lets a website use another account than the device`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let maya = try await caller.credential(Self.call("maya", on: "phone")).text("user") ?? ""
            let token = try await caller.approve("tomas")["fields"]?.object?.text("id_token")
            let tomas = try payload(of: token).text("sub") ?? ""
            #expect(tomas != maya)
            #expect(try await caller.credentialState(maya, device: "phone") == "authorized")
            #expect(try await caller.credentialState(tomas, device: "phone") == "not_found")
            try await caller.signIn("tomas", on: "phone")
            #expect(try await caller.credentialState(tomas, device: "phone") == "authorized")
        }
    }
}
