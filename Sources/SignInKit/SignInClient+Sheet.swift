import Foundation

/// Apple's sheet, from the request to its end.
extension SignInClient {
    /// Shows the sheet in a task of its own. A sheet that was given up may still end, much later or never. Until then
    /// the task keeps neither the client nor the time limit.
    func present(_ request: SheetRequest) -> Task<Void, Never> {
        let limit = Task { await giveUp(request.attempt) }
        return Task { [weak self, device] in
            let result = await withTaskCancellationHandler {
                await device.present(request)
            } onCancel: {
                limit.cancel()
            }
            limit.cancel()
            await self?.sheetEnded(result, attempt: request.attempt.id)
        }
    }

    /// Waits until the attempt expires, because an answer would be refused from then on, but no longer than an hour.
    private func giveUp(_ attempt: SignInAttempt) async {
        let seconds = attempt.expiresAt.timeIntervalSince(clock.now())
        do { try await clock.sleep(min(max(0, seconds), 3600)) } catch { return }
        await take(.sheetOverdue(attempt: attempt.id))
    }

    /// The result of a sheet that was given up says nothing about the work of now.
    private func sheetEnded(_ result: SheetResult, attempt: Secret) async {
        // Like a search, a sheet that offers what the device has may find nothing. The next one follows.
        if let purpose = lifeCycle.purpose(ofSheet: attempt) {
            note(result, of: lifeCycle.options.offersPasswords ? .search : purpose)
        }
        await take(.sheetEnded(result, attempt: attempt, kept: keptName(for: result)))
    }

    /// The name that any client of the app keeps for the person whom Apple returned. A sign-in that another client has
    /// not completed may have it.
    private func keptName(for result: SheetResult) -> FirstTimeData? {
        guard case .apple(let credential) = result else { return nil }
        if let other = records.pendingSignIn()?.firstTimeData { names.change(.keep(other)) }
        return names.name(of: credential.user)
    }
}
