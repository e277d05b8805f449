import { SiwaClient, signInButton } from "http://localhost:8080/oauth/siwa/1/siwa.js";

const siwa = new SiwaClient({
  service: "http://localhost:8080",
  clientID: "shop",
  redirectURI: "http://localhost:5173/callback.html",
  storage: "sessionStorage",
});

const signIn = signInButton();
signIn.onclick = () => siwa.signInWithPopup().catch((error) => {
  if (error.code === "popup_blocked") redirect();
  else if (error.code === "popup_closed") offerRedirect();
  else if (error.code !== "cancelled" && error.code !== "superseded") show(error);
});

const withoutPopup = document.createElement("button");
withoutPopup.textContent = "Sign in on this page instead";
withoutPopup.onclick = redirect;

const signOut = document.createElement("button");
signOut.textContent = "Sign out";
signOut.onclick = () => siwa.signOut();

function redirect() {
  siwa.signInWithRedirect().catch(show);
}

function offerRedirect() {
  show();
  document.getElementById("actions").append(withoutPopup);
}

function show(error) {
  const user = siwa.user;
  document.getElementById("state").textContent =
    user ? `You are ${user.name ?? user.email ?? user.sub}.` : `Nobody is signed in. ${error?.message ?? ""}`;
  document.getElementById("actions").replaceChildren(user ? signOut : signIn);
}

for (const event of ["signedin", "renewed", "signedout"]) siwa.addEventListener(event, () => show());
siwa.addEventListener("popuplost", offerRedirect);
siwa.start().then(() => show(), show);
