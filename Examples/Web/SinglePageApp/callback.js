import { finishSignIn } from "http://localhost:8080/oauth/siwa/1/siwa.js";

const show = (text) => { document.getElementById("state").textContent = text; };
finishSignIn().then(
  () => show("Done. You can close this window."),
  () => show("The sign-in cannot go on here. Please begin again in the shop."));
