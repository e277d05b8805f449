#if canImport(AuthenticationServices)
    import Foundation

    /// Runs the action of a button. A tap while the action runs does nothing, unless Apple's sheet should have covered the
    /// button for a while: then there is no sheet, and the action runs again, so that the client shows another one.
    @MainActor
    final class ButtonPress {
        private var running = 0

        func run(_ action: @escaping @MainActor () async -> Void) {
            guard running == 0 || AuthorizationSheet.isMissing else { return }
            running += 1
            Task { [weak self] in
                await action()
                self?.running -= 1
            }
        }
    }
#endif
