#if canImport(AuthenticationServices)
    import Foundation

    /// Runs the action of a button. A tap while the action runs does nothing, unless Apple's sheet should have covered the
    /// button for a while. Then there is no sheet: the action that waits for it is cancelled, ends as if the person had
    /// closed the sheet, and runs again. Otherwise two actions would end with one sign-in, and an app that shows its next
    /// page at the end of the action would show it twice.
    @MainActor
    final class ButtonPress {
        private var running: Task<Void, Never>?
        private var count = 0

        /// Runs the action, and afterwards what makes the button ready for the next tap.
        func run(
            _ action: @escaping @MainActor () async -> Void, then prepare: @escaping @MainActor () async -> Void = {}
        ) {
            let earlier = running
            if let earlier {
                guard AuthorizationSheet.isMissing else { return }
                earlier.cancel()
            }
            count += 1
            let number = count
            running = Task { [weak self] in
                if let earlier { await earlier.value }
                await action()
                guard let self, self.count == number else { return }
                self.running = nil
                await prepare()
            }
        }
    }
#endif
