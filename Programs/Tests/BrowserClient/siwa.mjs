// siwa.js as a module for its tests. Node.js 18 would take a file with this name for CommonJS.
import { readFile } from "node:fs/promises";

const file = new URL("../../Service/SignInServer/BrowserClient/Files/siwa.js", import.meta.url);
const source = encodeURIComponent(await readFile(file, "utf8"));
export const { SiwaClient, SiwaError, version } = await import(`data:text/javascript,${source}`);
