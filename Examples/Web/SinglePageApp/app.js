import { SiwaClient, signInButton } from "http://localhost:8080/oauth/siwa/1/siwa.js";

const siwa = new SiwaClient({
  service: "http://localhost:8080",
  clientID: "shop",
  redirectURI: "http://localhost:5173/callback.html",
  storage: "sessionStorage",
});

const signIn = signInButton();
signIn.onclick = async () => {
  try {
    await siwa.signInWithPopup();
  } catch (error) {
    if (error.code === "popup_blocked") await siwa.signInWithRedirect();
    else if (error.code !== "cancelled" && error.code !== "popup_closed") show(error);
  }
};

const signOut = document.createElement("button");
signOut.textContent = "Sign out";
signOut.onclick = () => siwa.signOut();

function show(error) {
  const user = siwa.user;
  document.getElementById("state").textContent =
    user ? `You are ${user.name ?? user.email ?? user.sub}.` : `Nobody is signed in. ${error?.message ?? ""}`;
  document.getElementById("actions").replaceChildren(user ? signOut : signIn);
}

for (const event of ["signedin", "renewed", "signedout"]) siwa.addEventListener(event, () => show());
siwa.start().then(() => show(), show);
