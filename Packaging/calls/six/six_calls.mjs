import { createEmulator } from "apple-id-emulator";

const emulator = await createEmulator();
const team = await emulator.createTeam();
await emulator.createPerson("ada", { first: "Ada", last: "Lovelace" });
await emulator.setFault("keys", "status", { status: 503, times: 1 });
const credential = await emulator.signIn("ada", { app: team.app, nonce: "n-1" });
const event = await emulator.waitFor("code_issued", { person: "ada" });
console.log(credential.email, event.client_id === team.app);
await emulator.close();
