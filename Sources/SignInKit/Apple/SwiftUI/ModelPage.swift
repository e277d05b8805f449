#if canImport(AuthenticationServices) && canImport(SwiftUI) && canImport(Combine)
    import SwiftUI

    extension SignInModel: SignInPageModel {}

    /// The model that a page follows.
    enum PageModel {
        case observed(SignInModel)
        /// An ``ObservableSignInModel``, which older systems do not have.
        case observable(any SignInPageModel)
    }

    /// A page that is made anew at each change of its model.
    ///
    /// Pass the status on as a value: SwiftUI leaves a view alone whose values are those of before.
    struct ModelPage<Page: View>: View {
        let model: PageModel
        let page: @MainActor (any SignInPageModel) -> Page

        var body: some View {
            switch model {
            case .observed(let model): ObservedPage(model: model, page: page)
            case .observable(let model): page(model)
            }
        }
    }

    private struct ObservedPage<Page: View>: View {
        @ObservedObject var model: SignInModel
        let page: @MainActor (any SignInPageModel) -> Page

        var body: some View { page(model) }
    }
#endif
