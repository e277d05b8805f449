extension SignInClient {
    /// Launches, and does what each signal asks for. Calls the function once the storage was read, or could not be.
    ///
    /// Nothing here waits for a person or for the device: the next signal may be the way out of a sheet that does not
    /// appear.
    @MainActor
    func follow(_ signals: AsyncStream<AppSignal>, launched: @MainActor (SignInStatus) -> Void = { _ in }) async {
        launched(await statusAfterReading())
        for await signal in signals { await notice(signal) }
    }

    private func statusAfterReading() async -> SignInStatus {
        await launchOnce()
        return status
    }

    private func notice(_ signal: AppSignal) async {
        switch signal {
        case .foreground: await noticeForeground()
        case .background: await enterBackground()
        case .unlocked: await launchOnce()
        }
    }
}
