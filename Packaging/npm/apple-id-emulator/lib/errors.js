"use strict";

class NamedError extends Error {
  constructor(message) {
    super(message);
    this.name = new.target.name;
  }
}

/** The program could not be found, ended, or said nothing in time. The message holds what it wrote. */
class EmulatorDidNotStart extends NamedError {}

/** The emulator refused a call: the answer's status, the stable code of the refusal, and the answer itself. */
class EmulatorError extends NamedError {
  constructor(path, status, answer) {
    const members = answer !== null && typeof answer === "object" ? answer : {};
    super(`${path}: ${status}: ${members.message ?? members.error ?? answer}`);
    this.status = status;
    this.code = members.error ?? null;
    this.answer = answer;
  }
}

/** The sheet gave the app no credential. The message has the domain and the code of the error that the app gets. */
class SignInFailed extends NamedError {}

/** The person did not confirm on the sheet. An app gets `ASAuthorizationError.canceled`. */
class SignInCanceled extends SignInFailed {}

/** More than a thousand events came since the last wait, so the one that was waited for may be among the lost. */
class EventsMissed extends NamedError {}

/** No such event came in time. */
class TimeoutError extends NamedError {}

module.exports = { EmulatorDidNotStart, EmulatorError, SignInFailed, SignInCanceled, EventsMissed, TimeoutError };
