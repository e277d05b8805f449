import Settings
import Testing

@testable import SignInServer

@Suite struct MailConfigurationTests {
    @Test func `the configuration says who takes mail, or what is wrong`() throws {
        func faults(_ json: String) -> [String] {
            do throws(ConfigurationFaults) {
                _ = try ServerConfiguration(json: Array(json.utf8), directory: "/srv")
                return []
            } catch {
                return error.lines.filter { $0.hasPrefix("mail") || $0.hasPrefix("passwords") }
            }
        }
        #expect(faults(#"{"mail":{"folder":"out"}}"#) == ["mail.from: must be a valid email address"])
        #expect(faults(#"{"mail":{"folder":"out","from":"a@b\nBcc: x"}}"#).count == 1)
        #expect(faults(#"{"mail":{"folder":"out","from":"a@b.example"}}"#).isEmpty)
        #expect(faults(#"{"mail":{"command":["sendmail"],"from":"a@b.example"}}"#).count == 1)
        #expect(faults(#"{"mail":{"command":["/x"],"folder":"y","from":"a@b.example"}}"#).count == 1)
        #expect(faults(#"{"mail":{"from":"a@b.example"}}"#).count == 1)
        #expect(faults(#"{"passwords":{"scrypt_log_n":30}}"#).count == 1)
        #expect(faults(#"{"mail":{"senders":["example.com","news@example.com"]}}"#).isEmpty)
        for wrong in [
            #""senders":["com"]"#, #""senders":["a b.example"]"#, #""senders":["@example.com"]"#,
            #""envelope_domain":"x@example.com""#, #""dkim_selectors":["a b"]"#,
            #""sending_addresses":["mail.example"]"#,
        ] {
            #expect(faults(#"{"mail":{\#(wrong)}}"#).count == 1, "\(wrong)")
        }
        #expect(faults(#"{"mail":{"folder":"out","from":"a@b.example","api":true,"daily_budget":5}}"#).isEmpty)
        #expect(faults(#"{"mail":{"api":true}}"#).count == 1)
        #expect(faults(#"{"mail":{"daily_budget":0}}"#).count == 1)
        let many = (0...100).map { "\"d\($0).example\"" }.joined(separator: ",")
        #expect(faults(#"{"mail":{"senders":[\#(many)]}}"#) == ["mail.senders: Apple takes at most 100"])
    }

    @Test func `a sender is registered by its address or its domain, but not by a parent domain`() {
        var mail = RelayMailConfiguration()
        #expect(mail.warnings(from: nil).isEmpty)
        #expect(mail.warnings(from: "a@example.com").first?.hasPrefix("mail.senders is empty") == true)
        mail.senders = ["example.com", "news@mail.example.org"]
        for address in ["a@example.com", "A@Example.COM", "News@mail.example.org"] {
            #expect(mail.warnings(from: address).isEmpty, "\(address)")
        }
        for address in ["a@mail.example.com", "other@mail.example.org", "a@example.org"] {
            #expect(mail.warnings(from: address).count == 1, "\(address)")
        }
    }
}
