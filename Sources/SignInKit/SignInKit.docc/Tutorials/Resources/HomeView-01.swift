import Foundation
import SignInKit
import SwiftUI

struct HomeView: View {
    @ObservedObject var signIn: SignInModel
    let person: SignedInPerson

    var body: some View {
        Form {
            Section("Notes") {
                Text("Welcome, \(person.account.name?.given ?? "friend")!")
            }
        }
    }
}
