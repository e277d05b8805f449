#if AsyncHTTPClient
    import Foundation
    import SignInWithApple

    /// Calls to Apple, keys, notifications and transfers, as the guides show them.
    enum AppleSnippets {
        // MARK: Exchange, refresh and revoke

        static func exchange(_ code: AuthorizationCode, _ apple: AppleClient) async throws -> (
            TokenReply, RefreshToken?
        ) {
            let app: ClientID = "com.example.app"
            let reply = try await apple.exchange(code, for: app, redirectURI: nil)
            let kept = reply.refreshToken  // encrypt it before you store it
            return (reply, kept)
        }

        static func exchangeFromWeb(_ code: AuthorizationCode, _ apple: AppleClient) async throws -> TokenReply {
            let web: ClientID = "com.example.web"
            return try await apple.exchange(
                code, for: web, redirectURI: "https://example.com/apple/callback")
        }

        /// What to do with a person's sign-in after the daily check.
        enum Standing: Equatable {
            case stands
            case withdrawn
            case askAgain(inSeconds: Int)
        }

        static func check(_ kept: RefreshToken, for app: ClientID, _ apple: AppleClient) async -> Standing {
            do {
                _ = try await apple.refresh(kept, for: app)
                return .stands
            } catch {
                // Only this says that the person withdrew: end the sessions.
                if error.code == TokenEndpointError.invalidGrant { return .withdrawn }
                return .askAgain(inSeconds: error.retryAfter ?? 3_600)
            }
        }

        /// The next state of a deletion.
        enum Deletion: Equatable {
            case done
            case tryLater(inSeconds: Int)
            case tellTheOperator(String)
        }

        static func delete(
            _ kept: RefreshToken, for app: ClientID, seenAliveAt: Date?, _ apple: AppleClient
        ) async -> Deletion {
            do {
                let outcome = try await apple.revokeAndConfirm(
                    kept, for: app, seenAliveAt: seenAliveAt)
                if outcome == .confirmed { return .done }
                if outcome == .alreadyDead || outcome == .otherClient {
                    return .tellTheOperator(outcome.code)  // nothing was revoked
                }
                return .tryLater(inSeconds: 60)  // perhaps revoked, but not proved
            } catch {
                // Apple did not take the request.
                return .tryLater(inSeconds: error.retryAfter ?? 60)
            }
        }

        // MARK: Apple's keys

        static func keys(
            path: String, transport: any HTTPTransport, now: @escaping @Sendable () -> Date,
            count: @escaping @Sendable (String) -> Void
        ) async throws -> AppleKeySet {
            let keys = AppleKeySet(
                transport: transport, now: now,
                store: FileKeySetStore(path: path),
                observe: { event in count("apple_keys_" + event.name) })
            try? await keys.fetchIfDue()  // if this fails, a sign-in fetches them
            return keys
        }

        // MARK: Notifications

        /// The change that a notification requires.
        enum Change: Equatable {
            case endSessions(AppleUserID)
            case removeIdentity(AppleUserID)
            case mail(AppleUserID, isForwarded: Bool)
            case nothing
        }

        static func take(_ body: [UInt8], _ verifier: AppleTokenVerifier) async throws -> (AppleNotification, Change) {
            let notification = try await verifier.verifyNotification(body: body)
            let person = notification.event.subject
            let change: Change =
                switch notification.event.kind {
                case .consentRevoked: .endSessions(person)
                case .accountDeleted: .removeIdentity(person)
                case .emailDisabled: .mail(person, isForwarded: false)
                case .emailEnabled: .mail(person, isForwarded: true)
                default: .nothing  // a kind that Apple may add later: answer 200
                }
            return (notification, change)
        }

        // MARK: Team transfer

        /// Stands for a table of a database.
        actor TransferTable {
            private(set) var identifiers: [AppleUserID: TransferIdentifier] = [:]
            private(set) var people: [TransferIdentifier: TransferredPerson] = [:]
            /// Who was refused, with Apple's error.
            private(set) var refused: [String] = []

            func store(_ answer: Result<TransferIdentifier, AppleCallFailure>, for person: AppleUserID) {
                switch answer {
                case .success(let identifier): identifiers[person] = identifier
                case .failure(let failure): refused.append(failure.code)
                }
            }

            func store(_ answer: Result<TransferredPerson, AppleCallFailure>, for identifier: TransferIdentifier) {
                switch answer {
                case .success(let person): people[identifier] = person
                case .failure(let failure): refused.append(failure.code)
                }
            }
        }

        static func giveAway(_ people: [AppleUserID], _ apple: AppleClient, _ table: TransferTable) async throws {
            let transfer = TeamTransfer(apple, of: "com.example.app")
            var pace = TransferPace()
            try await transfer.fetchTransferIdentifiers(of: people, to: "NEWTEAM001", pace: &pace) { person, answer in
                await table.store(answer, for: person)
            }
        }

        static func takeOver(
            _ identifiers: [TransferIdentifier], _ apple: AppleClient, _ table: TransferTable
        ) async throws {
            let transfer = TeamTransfer(apple, of: "com.example.app")
            var pace = TransferPace()
            try await transfer.fetchPeople(behind: identifiers, pace: &pace) { identifier, answer in
                await table.store(answer, for: identifier)
            }
        }
    }
#endif
