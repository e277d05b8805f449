import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// Imports batches of users into the database.
@Suite struct UserImportingTests {
    private let world: World
    private let file = UserImportID(high: 7, low: 7)

    init() throws {
        world = try World(policy: .telling)
    }

    private func work(
        _ lines: [String?], of before: UserImport? = nil, dryRun: Bool = false, isLast: Bool = false
    ) async throws -> (results: [ImportOutcome.Result], after: UserImport) {
        let importing = UserImporting(world.environment, isDryRun: dryRun)
        let before = before ?? importing.begin(file)
        let batch = lines.enumerated().map { offset, line in
            ImportLine(number: before.lines + offset + 1, bytes: line.map { Array($0.utf8) })
        }
        let (outcomes, after) = try await importing.work(
            on: batch, of: before, upTo: before.offset + 100, isLast: isLast)
        #expect(outcomes.map(\.line) == batch.map(\.number))
        return (outcomes.map(\.result), after)
    }

    private func account(_ externalID: String) async throws -> Account? {
        try await world.read { transaction throws(StorageFailure) in try transaction.findAccount(externalID: externalID)
        }
    }

    private let ada = #"""
        {"external_id":"ada","email":"ada@example.com","email_verified":true,"name":{"given":"Ada"},
         "created_at":"2019-12-10T08:00:00Z","identities":[{"issuer":"https://accounts.google.com","subject":"1"}]}
        """#

    @Test func `a user becomes an account that is known by its external id, with a line in its history`() async throws {
        let (results, after) = try await work([ada, #"{"external_id":"bob"}"#], isLast: true)
        #expect(results == [.made, .made])
        #expect(after.made == 2 && after.lines == 2 && after.offset == 100 && after.finishedAt != nil)
        let made = try #require(try await account("ada"))
        #expect(made.email == "ada@example.com" && made.isEmailVerified && made.givenName == "Ada" && made.hasOwnName)
        #expect(made.createdAt == Date(timeIntervalSince1970: 1_575_964_800) && made.disabledAt == nil)
        #expect(try await world.audit(made.id) == ["account_imported"])
        #expect(try await account("bob")?.hasOwnName == false)
        // The backend already knows its own users.
        #expect(try await world.events().isEmpty)
        let stored = try await UserImporting(world.environment).find(file)
        #expect(stored == after)
    }

    @Test func `a second run changes nothing, and says what differs without overwriting it`() async throws {
        _ = try await work([ada])
        let first = try await account("ada")
        #expect(try await work([ada, ada]).results == [.unchanged, .unchanged])
        let (results, after) = try await work([
            ada.replacing("ada@example.com", with: "eve@example.com").replacing("2019", with: "2018"),
            ada.replacing(#""Ada""#, with: #""Eve""#),
            #"{"external_id":"ada","identities":[{"issuer":"i","subject":"s"}]}"#,
            ada.replacing("true", with: "false"),
        ])
        #expect(
            results == [
                .conflict(["email", "created_at"]), .conflict(["name"]), .conflict(["identities.0"]),
                .conflict(["email_verified"]),
            ])
        #expect(after.conflicts == 4 && after.made == 0)
        #expect(try await account("ada") == first)
    }

    /// The refusal of a line that is not JSON.
    private static func refusal(of line: String) throws -> ImportRefusal {
        let fault = try #require(throws: JSONTextFault.self) { try StrictJSONReader.readWritten(Array(line.utf8)) }
        return ImportRefusal(.jsonInvalid, fault: fault)
    }

    @Test func `a refused line leaves nothing behind, and the lines around it are taken`() async throws {
        _ = try await work([ada])
        let (results, after) = try await work([
            #"{"external_id":"one"}"#, "{", nil, #"{"external_id":"two","password":"x"}"#,
            #"{"external_id":"eve","identities":[{"issuer":"i","subject":"s"},{"issuer":"https://accounts.google.com","subject":"1"}]}"#,
            #"{"external_id":"three"}"#,
        ])
        #expect(
            results == [
                .made, .refused(try Self.refusal(of: "{")), .refused(ImportRefusal(.lineTooLong)),
                .refused(ImportRefusal(.passwordInPlain, "password")),
                .refused(ImportRefusal(.identityTaken, "identities.1")), .made,
            ])
        #expect(after.made == 2 && after.refused == 4 && after.lines == 6)
        #expect(try await account("eve") == nil)
        let free = try await world.read { transaction throws(StorageFailure) in
            try transaction.findForeignIdentity(ImportedUser.Identity(issuer: "i", subject: "s").id)
        }
        #expect(free == nil)
    }

    @Test func `one external id twice in a batch is one account, and the second line is compared`() async throws {
        let other = #"{"external_id":"ada","email":"other@example.com"}"#
        #expect(try await work([ada, other]).results == [.made, .conflict(["email"])])
    }

    @Test func `a batch that fails leaves neither users nor its place, and is worked on again`() async throws {
        world.database.fail(.unavailable, after: 0)
        #expect(try await failure { try await work([ada]) } != nil)
        #expect(try await account("ada") == nil)
        #expect(try await UserImporting(world.environment).find(file) == nil)
        world.database.fail(.conflict, after: 0)
        #expect(try await work([ada]).results == [.made])
    }

    @Test func `places and sums add up over batches`() async throws {
        let first = try await work([ada, "{"]).after
        let second = try await work([ada, #"{"external_id":"bob"}"#], of: first, isLast: true).after
        #expect(second.lines == 4 && second.made == 2 && second.unchanged == 1 && second.refused == 1)
        #expect(second.offset == 200 && second.startedAt == first.startedAt)
        #expect(try await UserImporting(world.environment).find(file) == second)
    }

    @Test func `a dry run says the same and keeps nothing`() async throws {
        let (results, after) = try await work([ada, ada, "{"], dryRun: true, isLast: true)
        #expect(results == [.made, .unchanged, .refused(try Self.refusal(of: "{"))])
        #expect(after.made == 1)
        #expect(try await account("ada") == nil)
        #expect(try await UserImporting(world.environment).find(file) == nil)
    }

    @Test func `an imported user links Apple by a ticket, and keeps the name the app knew`() async throws {
        _ = try await work([ada])
        let made = try #require(try await account("ada"))
        let signedIn = try await world.signIn(.ann, with: world.ticket("ada"))
        #expect(signedIn.account.id == made.id && !signedIn.isNewAccount)
        #expect(signedIn.account.email == "ada@example.com" && signedIn.account.givenName == "Ada")
    }

    @Test func `nobody signs in by a foreign identity, and it is left once Apple leads to the account`() async throws {
        _ = try await work([ada])
        let made = try #require(try await account("ada"))
        let signedIn = try await world.signIn(.ann, with: world.ticket("ada"))
        let session = try await world.session(of: signedIn)
        let foreign = ForeignIdentities(world.environment)
        let listed = try await foreign.list(of: session)
        #expect(listed.identities.map(\.issuer) == ["https://accounts.google.com"] && listed.canLeave)
        let id = try #require(listed.identities.first).id.text
        // An identity of another person, and a malformed identifier.
        let stranger = try await world.signedInSession(.ben)
        #expect(try await foreign.leave(id, by: stranger) == false)
        #expect(try await foreign.leave("x", by: session) == false)
        let told = try await world.told {
            let isLeft = try await foreign.leave(id, by: session)
            #expect(isLeft)
        }
        #expect(told == [.init(.accountUnlinked, "person", "ada")])
        #expect(try await foreign.list(of: session).identities.isEmpty)
        #expect(try await foreign.leave(id, by: session) == false)
        #expect(try await world.audit(made.id).contains("foreign_identity_left"))
    }

    @Test func `a foreign identity is left minutes after a sign-in, and not later`() async throws {
        _ = try await work([ada])
        let signedIn = try await world.signIn(.ann, with: world.ticket("ada"))
        let foreign = ForeignIdentities(world.environment)
        let session = try await world.session(of: signedIn)
        let id = try #require(try await foreign.list(of: session).identities.first).id.text
        world.clock.advance(601)
        let told = try await world.told {
            let error = try await failure { try await foreign.leave(id, by: session) }
            #expect(error == .refused(.freshSignInRequired))
        }
        #expect(told.isEmpty)
        #expect(try await foreign.list(of: session).identities.count == 1)
        let again = try await world.session(of: world.signInNatively(.ann))
        #expect(try await foreign.leave(id, by: again))
    }

    @Test func `without Apple a foreign identity stays`() async throws {
        _ = try await work([ada])
        let signedIn = try await world.signIn(.ann, with: world.ticket("ada"))
        let session = try await world.session(of: signedIn)
        try await world.write { [world] transaction throws(StorageFailure) in
            _ = try transaction.removeIdentity(world.identity(of: .ann))
        }
        let foreign = ForeignIdentities(world.environment)
        let listed = try await foreign.list(of: session)
        #expect(!listed.canLeave)
        let id = try #require(listed.identities.first).id.text
        #expect(try await failure { try await foreign.leave(id, by: session) } == .refused(.lastWayIn))
    }

    @Test func `foreign identities go with a merge and leave with a deletion`() async throws {
        _ = try await work([ada])
        let identity = ImportedUser.Identity(issuer: "https://accounts.google.com", subject: "1").id
        func owner() async throws -> AccountID? {
            try await world.read { transaction throws(StorageFailure) in
                try transaction.findForeignIdentity(identity)?.accountID
            }
        }
        _ = try await world.signIn(.ben, with: world.ticket("ada"))
        let ann = try await world.signInNatively(.ann)
        let session = try await world.session(of: ann)
        let outcome = try await NativeSignIn(world.environment).completeOrAsk(
            world.submission(.ben, linking: .session(session)), under: session)
        guard case .asks(let question) = outcome else { throw World.NobodyAsked() }
        _ = try await AccountAnswers(world.environment).answerMerge(question.question, as: session)
        #expect(try await owner() == ann.account.id)
        _ = try await AccountDeletion(world.environment).erase(ann.account.id, reason: "test")
        #expect(try await owner() == nil)
    }

    @Test func `a file is known by its content`() {
        func id(_ pieces: String...) -> UserImportID {
            var digest = ImportFileDigest()
            for piece in pieces { digest.add(Array(piece.utf8)) }
            return digest.id
        }
        #expect(id("ab", "c") == id("abc") && id("abc") != id("abd"))
    }

    @Test func `a password comes with its names, and nobody else's name is taken`() async throws {
        func line(_ externalID: String, _ names: String) -> String {
            #"{"external_id":"\#(externalID)","email":"ada@example.com","email_verified":true,"#
                + #""password_hash":"$scrypt$ln=14,r=8,p=1$c2FsdHNhbHRzYWx0c2FsdA$a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2U","login_names":\#(names)}"#
        }
        let (results, _) = try await work([
            line("ada", #"["ada@example.com","ada"]"#), line("eve", #"["eve","ada"]"#),
            line("ada", #"["ada@EXAMPLE.com"]"#),
            #"{"external_id":"eve","login_names":["eve"]}"#, line("ada", #"["eve"]"#),
        ])
        #expect(
            results == [
                .made, .refused(ImportRefusal(.loginNameTaken, "login_names.1")), .unchanged, .made,
                .conflict(["login_names.0"]),
            ])
        let id = try #require(try await account("ada")).id
        let (password, names) = try await world.read { transaction throws(StorageFailure) in
            (try transaction.findPassword(of: id), try transaction.findLoginNames(of: id))
        }
        #expect(password?.hash.hasPrefix("$scrypt$ln=14") == true)
        #expect(Set(names.map(\.name)) == ["ada@example.com", "ada"])
        #expect(names.filter { $0.provenAt != nil }.map(\.name) == ["ada@example.com"])
    }

    @Test func `an imported person signs in with the password that the app knew`() async throws {
        let world = try World.withPasswords()
        let importing = UserImporting(world.environment)
        let hash = try World.hash(of: World.password)
        let line = #"{"external_id":"ada","password_hash":"\#(hash)","login_names":["ada"]}"#
        let (outcomes, _) = try await importing.work(
            on: [ImportLine(number: 1, bytes: Array(line.utf8))], of: importing.begin(file), upTo: 1, isLast: true)
        #expect(outcomes.map(\.result) == [.made])
        #expect(try await world.signIn("ada").account.externalID == "ada")
        #expect(try await world.failedSignIn("ada") == .refused(.passwordWrong))
    }
}
