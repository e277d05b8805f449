import Testing

@testable import SignInFlows
@testable import SignInServer

@Suite struct BrandedMailTests {
    @Test func `mails have the name of the service, or its host if it has none`() throws {
        let named = MailCopy(try TestService(brands: try TestBrands.read()).environment)
        let plain = MailCopy(try TestService().environment)
        for (copy, name) in [(named, "Example & Sons"), (plain, "localhost:8080")] {
            for content in [copy.removed, copy.noPassword, copy.changed(appleAccounts: 1)] {
                #expect(content.subject.contains(name), "\(content.subject)")
                #expect(content.text.contains("account at \(name)"), "\(content.text)")
            }
        }
        #expect(!named.noPassword.subject.contains("localhost"))
        #expect(named.noPassword.text.contains("http://localhost:8080/web/sign-in"), "a link tells the address")
    }
}
