internal import AccountStorage

extension ConformanceCase {
    static let credentials: [ConformanceCase] = [
        ConformanceCase("a credential comes back with every set of scopes, and is listed in order") { database in
            let every = ServiceCredential.Scope.allCases
            let wanted = (0..<(1 << every.count)).map { bits in
                var credential = ServiceCredential.sample(bits + 1)
                credential.scopes = Set(every.enumerated().filter { bits & (1 << $0.offset) != 0 }.map(\.element))
                credential.name = difficultTexts[bits % difficultTexts.count]
                return credential
            }
            let (found, listed) = try await database.keep { records throws(StorageFailure) in
                for credential in wanted.reversed() { try records.recordCredential(credential) }
                return (
                    try wanted.map { credential throws(StorageFailure) in try records.findCredential(credential.id) },
                    try records.findCredentials()
                )
            }
            try expect(found, is: wanted.map { $0 }, "the credentials")
            try expect(listed, is: wanted, "the list")
        },
        ConformanceCase("a credential is made once and revoked once") { database in
            try await database.keep { records throws(StorageFailure) in try records.recordCredential(.sample()) }
            try await expect(.conflict, "a second credential of that id") { () async throws(StorageFailure) in
                try await database.keep { records throws(StorageFailure) in try records.recordCredential(.sample()) }
            }
            let answers = try await race { _ in
                try await database.keep { records throws(StorageFailure) in
                    try records.revokeCredential(.numbered(1), at: noon(plus: 1))
                }
            }
            try expect(answers.count { $0 }, is: 1, "who revoked it")
            let (found, unknown) = try await database.keep { records throws(StorageFailure) in
                (
                    try records.findCredential(.numbered(1)),
                    try records.revokeCredential(.numbered(2), at: noon)
                )
            }
            try expect(found?.revokedAt, is: noon(plus: 1), "when it was revoked")
            try expect(unknown, is: false, "whether an unknown one was revoked")
        },
    ]
}
