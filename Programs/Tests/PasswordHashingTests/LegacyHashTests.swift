#if LegacyPasswords
    import Testing

    @testable import PasswordHashing

    /// Only in builds with libcrypt and libargon2.
    struct `A hash of another algorithm` {
        private static let bcrypt = "$2b$05$hN7DVnm9v/oAigGva2kqBubujhxljqlAhyGL2BmJg/7FVlvLN7wia"
        private static let argon2 =
            "$argon2id$v=19$m=64,t=1,p=1$AAECAwQFBgcICQoLDA0ODw$"
            + "k+gV3B9EFO32YRmu0OFDzyB4vJssEW9b8CAjrFTZXuY"

        private func rejection(_ text: String) -> PasswordHashRejection? {
            do throws(PasswordHashRejection) {
                _ = try PasswordHash(parsing: text)
                return nil
            } catch {
                return error
            }
        }

        @Test func `is met by its password only, and by no shorter one`() throws {
            let password = try #require(Password("correct horse é 電池"))
            let others = ["correct horse é 電", "correct horse é 電池\0", "correct horse", "x"].compactMap { Password($0) }
            for text in [Self.bcrypt, Self.argon2, "bcrypt$" + Self.bcrypt, "argon2" + Self.argon2] {
                let hash = try PasswordHash(parsing: text)
                #expect(hash.matches(password) && hash.isOutdated(for: .standard))
                for other in others { #expect(!hash.matches(other)) }
            }
        }

        @Test(arguments: [
            "$2b$05$short", "$2b$5$hN7DVnm9v/oAigGva2kqBubujhxljqlAhyGL2BmJg/7FVlvLN7wia", bcrypt + "x", bcrypt + "$",
            "$2b$03$hN7DVnm9v/oAigGva2kqBubujhxljqlAhyGL2BmJg/7FVlvLN7wia",
            "$2b$05$hN7DVnm9v/oAigGva2kqBubujhxljqlAhyGL2BmJg/7FVlvLN7wi!",
        ])
        func `says bcrypt and is something else`(_ text: String) {
            #expect(rejection(text) == .malformed(.bcrypt))
        }

        @Test(arguments: [
            argon2.replacing("v=19", with: "v=18"), argon2.replacing("m=64,t=1", with: "t=1,m=64"),
            argon2.replacing("m=64", with: "m=0"), argon2 + "$", argon2.replacing("p=1", with: "p=1,x=1"),
            "$argon2id$v=19$m=64,t=1,p=1$AAEC$k+gV3B9EFO32YRmu0OFDzyB4vJssEW9b8CAjrFTZXuY",
        ])
        func `says Argon2id and is something else`(_ text: String) {
            #expect(rejection(text) == .malformed(.argon2id))
        }

        @Test func `would take too much memory or time`() {
            #expect(rejection(Self.bcrypt.replacing("$05$", with: "$16$")) == .tooCostly(.bcrypt))
            for parameters in ["m=262145,t=1,p=1", "m=262144,t=5,p=1", "m=64,t=99999999,p=1", "m=64,t=1,p=17"] {
                let text = Self.argon2.replacing("m=64,t=1,p=1", with: parameters)
                #expect(rejection(text) == .tooCostly(.argon2id), "\(parameters)")
            }
        }
    }
#endif
