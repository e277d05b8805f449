import ChildPrograms
import Foundation
import SignInAPI
import Testing

/// `siwa explain` on what a person really did, with the database and the log of the running service.
@Suite(.serialized, .sharedEmulator) struct ExplainTests {
    @Test func `a sign-in, a refused request and a deletion are explained without naming the person`() async throws {
        let system = try SharedSystem.system
        try await system.startService()
        let person = try await system.newPerson()
        let reply = try await NativeApp(person, system).signsIn()
        let signedIn = try await explain(reply.account.id, system)
        #expect(signedIn.output.contains("The person signed in with Apple in the client app"))
        #expect(signedIn.output.contains("for the first time: the account was created"))
        #expect(signedIn.output.contains("is valid. It began at"))
        #expect(
            signedIn.output.contains("A token of Apple's for Apple Account 1 and the client com.example.app is held"))

        let refused = try await system.get(Paths.account, accessToken: "x")
        let refusal = try refused.decoded(APIError.self)
        let left = try await Browser.send(
            .delete, system.publicURL + Paths.account, headers: ["authorization": "Bearer " + reply.accessToken])
        #expect(left.status == 200)
        let gone = try await explain(reply.account.id, system)
        #expect(gone.output.contains("The account was deleted by the person with everything in it"))
        #expect(gone.output.contains("ended because of account_deleted."))
        #expect(gone.output.contains("There is no account with this ID any more."))

        // The service has written its log when it has stopped.
        await system.service?.stop()
        let told = try await Program.siwa.run([
            "explain", "request", refusal.requestID, "--log", system.folder + "/siwa.log",
        ])
        #expect(told.status == 0, "\(told.errors)")
        #expect(told.output.contains("The request was refused with \(refusal.error)."))
        #expect(told.output.contains("The service answered GET \(Paths.account) with the status \(refused.status)"))

        let hour = Date().timeIntervalSince1970.rounded(.down)
        let period = try await Program.siwa.run([
            "explain", "period", "--config", system.configuration, String(Int(hour) - 3_600), String(Int(hour) + 3_600),
        ])
        #expect(period.status == 0 && period.output.contains("There was 1 sign-in. Outcomes: new 1."))

        for ended in [signedIn, gone, told, period] {
            for name in [person, "Grace", "Hopper"] {
                #expect(!ended.output.contains(name), "\(name) is printed")
            }
        }
    }

    private func explain(_ account: String, _ system: SignInSystem) async throws -> Program.Ended {
        let ended = try await Program.siwa.run(["explain", "account", account, "--config", system.configuration])
        #expect(ended.status == 0, "\(ended.errors)")
        return ended
    }
}
