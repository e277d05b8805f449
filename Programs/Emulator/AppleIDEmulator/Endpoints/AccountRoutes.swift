import HTTPServing
import Hummingbird

/// The pages and posts of `/account`.
struct AccountRoutes: Sendable {
    let state: EmulatorState
    let languages: PageLanguages

    func add(to router: Router<EmulatorContext>, _ runner: EndpointRunner) {
        let account = AccountEndpoint(state: state, languages: languages)
        let posts = AccountPosts(state: state, languages: languages)
        runner.add(.get, "/account", .pages, to: router, account.overview)
        runner.add(.get, "/account/app", .pages, to: router, account.app)
        runner.add(.get, "/account/password", .pages, to: router, account.password)
        runner.add(.get, "/account/delete", .pages, to: router, account.delete)
        runner.add(.get, "/account/mail", .pages, to: router, account.mail)
        runner.add(.get, "/account/mail/message", .pages, to: router, account.message)
        let anybodys: [(RouterPath, AccountPosts.Post)] = [
            ("/account/sign-in", posts.signIn), ("/account/sign-out", posts.signOut),
        ]
        for (path, post) in anybodys {
            runner.add(.post, path, .pages, to: router) { try await posts.take($0, post) }
        }
        let personal: [(RouterPath, AccountPosts.PersonalPost)] = [
            ("/account/forwarding", posts.forwarding), ("/account/stop-using", posts.stopUsing),
            ("/account/password", posts.password), ("/account/delete", posts.delete),
            ("/account/mail/reply", posts.reply),
        ]
        for (path, post) in personal {
            runner.add(.post, path, .pages, to: router) { try await posts.take($0, post) }
        }
    }
}
