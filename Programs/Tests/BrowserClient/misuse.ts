// Uses siwa.d.ts wrongly. The compiler must refuse each line that says so, and no other.
import { SiwaClient, SiwaError, finishSignIn, signInButton } from "siwa.js";
import type { SessionEvent } from "siwa.js";
import { SiwaSession } from "siwa.js";  // wrong: there is no such export

const options = { service: "https://id.example.com", clientID: "shop", redirectURI: "https://shop.example/callback.html" };
const siwa = new SiwaClient(options);

new SiwaClient();  // wrong: a client needs its options
new SiwaClient({ service: options.service, clientID: options.clientID });  // wrong: no redirect URI
new SiwaClient({ ...options, clientId: "shop" });  // wrong: a misspelt option
new SiwaClient({ ...options, storage: "cookie" });  // wrong: there is no such storage
new SiwaClient({ ...options, apiOrigins: "https://api.example" });  // wrong: one origin, not a list
siwa.user.name;  // wrong: nobody may be signed in
siwa.user = null;  // wrong: the person cannot be set
siwa.signInWithPopup({ returnTo: "/cart" });  // wrong: a popup leaves the page where it is
siwa.signInWithRedirect("/cart");  // wrong: the address is a member of the options
siwa.signOut(true);  // wrong: so is `everywhere`
siwa.fetch();  // wrong: no address

export async function token(): Promise<string> {
  const user: null = await siwa.signInWithPopup();  // wrong: a sign-in gives a person
  const forgotten: string = siwa.accessToken();  // wrong: a promise
  return forgotten + user;
}

siwa.addEventListener("signdin", (event: SessionEvent) => event.user);  // wrong: a misspelt event
siwa.addEventListener("popuplost", (event) => event.user);  // wrong: this event has no person
siwa.addEventListener("signedout", (event) => event.reason === "expired");  // wrong: there is no such reason
siwa.removeEventListener("signedout", (event: string) => event);  // wrong: an event is no text

export function advice(error: SiwaError): boolean {
  error.code = "refused";  // wrong: an error does not change
  return error.code === "popup_close";  // wrong: a misspelt code
}

new SiwaError("unknown", "for a test");  // wrong: there is no such code
finishSignIn(location.search);  // wrong: it reads the address itself
signInButton({ look: "blue" });  // wrong: there is no such look
signInButton({ title: "signin" }).title;  // wrong: a misspelt title
