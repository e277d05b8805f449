import emulator from "./index.js";

export const {
  createEmulator, program, EmulatorDidNotStart, EmulatorError, SignInFailed, SignInCanceled, EventsMissed, TimeoutError,
} = emulator;
