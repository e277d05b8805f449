import AccountStorage
import Foundation
import TestDoubles
import Testing

@testable import SignInFlows

/// A mail is in the language of the request that causes it.
@Suite struct MailLanguageTests {
    private static func german(_ world: World) throws -> SignInEnvironment {
        let german = try Language.test("de")
        return world.environment.speaking { german }
    }

    @Test func `a mail to reset a password is in the language of the request`() async throws {
        let world = try World.withPasswords()
        try await world.importPerson(isProven: true)
        try await PasswordReset(Self.german(world)).request("ann@example.com")
        let mail = try #require(try await world.deliverMail().first)
        #expect(mail.subject == "Neues Passwort für localhost:8080 festlegen")
        #expect(mail.text.contains("öffne innerhalb von 10 Minuten diesen Link"))
        #expect(mail.text.contains("\nhttp://localhost:8080/web/password/reset#"))
        #expect(!mail.text.contains("{{"))
        world.clock.advance(3_600)
        try await PasswordReset(world.environment).request("ann@example.com")
        #expect(try await world.deliverMail().first?.subject == "Set a new password for localhost:8080")
    }

    @Test func `so is the notice that it was changed, with the number of Apple Accounts`() throws {
        let world = try World.withPasswords()
        let copy = MailCopy(try Self.german(world))
        #expect(copy.changed(appleAccounts: 0).subject == "Dein Passwort für localhost:8080 wurde geändert")
        #expect(!copy.changed(appleAccounts: 0).text.contains("Apple"))
        #expect(copy.changed(appleAccounts: 1).text.contains("Auch mit einem Apple Account kann man"))
        #expect(copy.changed(appleAccounts: 3).text.contains("Auch mit 3 Apple Accounts kann man"))
        #expect(copy.removed.subject == "Du meldest dich bei localhost:8080 jetzt mit Apple an")
        #expect(copy.noPassword.text.contains("\nhttp://localhost:8080/web/sign-in\n"))
    }

    @Test func `the language is chosen only for a mail`() async throws {
        let world = try World.withPasswords()
        let german = try Language.test("de")
        let chosen = Recorder<String>()
        let environment = world.environment.speaking {
            chosen.append("de")
            return german
        }
        try await PasswordReset(environment).request("nobody@example.com")
        #expect(chosen.all.isEmpty)
        try await world.importPerson(isProven: true)
        try await PasswordReset(environment).request("ann@example.com")
        #expect(!chosen.all.isEmpty)
    }
}
