import SignInKit
import SignInKitTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct SignInTests {
    @Test func `a person is greeted by name`() async throws {
        let test = try TestSignIn()
        let status = await test.signIn(as: .grace)
        #expect(status.state.person?.account.name?.given == "Grace")
    }
}
