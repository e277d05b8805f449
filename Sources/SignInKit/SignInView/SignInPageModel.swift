/// A model that the kit's pages follow.
@MainActor
protocol SignInPageModel: AnyObject {
    var status: SignInStatus { get }
    var client: SignInClient? { get }
    func findExistingAccount() async
    func answer(_ answer: AccountAnswer) async
    func cancel() async
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ObservableSignInModel: SignInPageModel {}
