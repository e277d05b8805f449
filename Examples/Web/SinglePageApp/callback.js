import { finishSignIn } from "http://localhost:8080/oauth/siwa/1/siwa.js";

finishSignIn().catch(() => {
  document.getElementById("state").textContent = "The sign-in cannot go on here. Please begin again in the shop.";
});
