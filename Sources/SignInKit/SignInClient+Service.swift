import Foundation
import SignInAPI

/// The calls to the device's sheet and to the service. Each one ends with one input.
extension SignInClient {
    func openAttempt(_ purpose: SheetPurpose) async {
        do throws(SignInFailure) {
            await take(.attemptOpened(try await attempts.attempt(), purpose))
        } catch {
            await take(.attemptFailed(error, purpose))
        }
    }

    func present(_ request: SheetRequest) async {
        await take(.sheetEnded(await device.present(request), attempt: request.attempt.id))
    }

    func submit(_ pending: PendingSignIn) async {
        let answer: SubmissionAnswer
        do throws(SignInFailure) {
            let reply = try await service.complete(pending.message)
            answer = .accepted(
                StoredSession(reply, appleUser: pending.appleUser, attempt: pending.attempt, at: clock.now()))
        } catch {
            answer =
                if case .unreachable(let retryAfter) = error {
                    .unreachable(retryAfter: retryAfter)
                } else {
                    .refused(error)
                }
        }
        await take(.submissionAnswered(answer, attempt: pending.attempt))
    }

    func confirmSession() async {
        do throws(SignInFailure) {
            try await keeper.renew()
            await take(.sessionAnswered(.alive))
        } catch {
            // Whoever renewed the session has already reported that it ended.
            await take(.sessionAnswered(error == .sessionEnded ? .ended : .unreachable))
        }
    }

    /// Ends a session at the service if possible. Without a network, it exists there until it expires.
    ///
    /// If the device reported the credential as revoked, the service asks Apple, and applies the answer to other
    /// devices, too.
    func end(_ session: StoredSession, because reason: SignedOutReason = .byPerson) async {
        let request: OwnSessionEndRequest = reason == .credentialRevoked ? .credentialRevoked : .person
        do throws(SignInFailure) {
            try await service.endSession(session.accessToken, request)
        } catch {
            guard error.isRefusal(.accessTokenExpired) else { return }
            guard let reply = try? await service.refresh(session.refreshToken) else { return }
            try? await service.endSession(Secret(reply.accessToken), request)
        }
    }

    func erase() async {
        do throws(SignInFailure) {
            let reply = try await service.deleteAccount(try await keeper.accessToken())
            await take(
                .deletionDone(reply.revocation == "queued" ? .queued : .byHand(address: reply.byHand)))
        } catch {
            await take(.deletionFailed(error.isRefusal(.sessionEnded) ? .sessionEnded : error))
        }
    }
}
