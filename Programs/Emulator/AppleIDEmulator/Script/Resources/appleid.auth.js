/*
 * Sign in with Apple JS, as apple-id-emulator serves it. Written from Apple's documentation and from the observed
 * behaviour of version 1.5.6. It is not Apple's script, and contains nothing of it.
 *
 * It has no dependencies and keeps to the language of 2019, so it needs no build step.
 */
(function () {
  "use strict";

  // The emulator replaces this object when it serves the file (ServedScript.swift).
  const served = /* served */ {
    authorize: "http://idp.localhost:9080/auth/authorize",
    origin: "http://idp.localhost:9080",
    locale: "en_US",
    language: "en",
    isRightToLeft: false,
    titles: { "sign-in": "Sign in with Apple", "continue": "Continue with Apple", "sign-up": "Sign up with Apple" },
    mark: { size: 24, path: "" },
  } /* served */;

  // The version that this script behaves like. Apple's script sends its own as `v`.
  const version = "1.5.6";

  // ---------------------------------------------------------------------------------------------------------------
  // Configuration: meta tags, `AppleID.auth.init`, or both

  const metaNames = {
    clientId: "appleid-signin-client-id",
    redirectURI: "appleid-signin-redirect-uri",
    scope: "appleid-signin-scope",
    state: "appleid-signin-state",
    nonce: "appleid-signin-nonce",
    usePopup: "appleid-signin-use-popup",
    codeChallenge: "appleid-signin-code-challenge",
    codeChallengeMethod: "appleid-signin-code-challenge-method",
  };
  const keys = Object.keys(metaNames);

  let configuration = null;
  // The first digit of `m`: 1 for a set-up by script, 2 by meta tags, 3 by both.
  let setUpBy = "1";

  function readMetaTags() {
    const found = {};
    keys.forEach(function (key) {
      const meta = document.querySelector('meta[name="' + metaNames[key] + '"]');
      if (meta) found[key] = key === "usePopup" ? meta.content === "true" : meta.content;
    });
    return found;
  }

  /** One configuration over another. What is undefined in the upper one does not cover the lower one. */
  function combined(lower, upper) {
    const result = Object.assign({}, lower);
    keys.forEach(function (key) {
      if (upper && upper[key] !== undefined) result[key] = upper[key];
    });
    return result;
  }

  function requireTypes(config) {
    keys.forEach(function (key) {
      const type = key === "usePopup" ? "boolean" : "string";
      const isRequired = key === "clientId" || key === "redirectURI";
      if (config[key] === undefined && !isRequired) return;
      if (typeof config[key] !== type) throw new Error('AppleID.auth: "' + key + '" must be a ' + type + ".");
    });
  }

  function init(config) {
    const metaTags = readMetaTags();
    const wanted = combined(metaTags, config);
    requireTypes(wanted);
    configuration = wanted;
    setUpBy = Object.keys(metaTags).length > 0 ? "3" : "1";
    renderButton();
  }

  function useMetaTags() {
    const metaTags = readMetaTags();
    if (configuration || metaTags.clientId === undefined || metaTags.redirectURI === undefined) return;
    configuration = metaTags;
    setUpBy = "2";
  }

  // ---------------------------------------------------------------------------------------------------------------
  // Sign-in

  function signIn(overrides) {
    return begin(overrides, "1");
  }

  /** Begins a sign-in. `trigger` is the second digit of `m`: 1 for `signIn()`, 2 for the rendered button. */
  function begin(overrides, trigger) {
    if (!configuration) {
      throw new Error("AppleID.auth: call init first, or set the meta tags of client ID and redirect URI.");
    }
    const config = combined(configuration, overrides);
    config.clientId = configuration.clientId;
    requireTypes(config);
    const url = authorizeURL(config, setUpBy + trigger);
    if (config.usePopup) return openPopup(url);
    window.location.assign(url);
    return undefined;
  }

  /** The parameters are in the order that was observed. Those without a value are left out. */
  function authorizeURL(config, m) {
    const parameters = [
      ["client_id", config.clientId],
      ["redirect_uri", config.redirectURI],
      ["response_type", "code id_token"],
      ["state", config.state],
      ["scope", config.scope],
      ["nonce", config.nonce],
      ["code_challenge", config.codeChallenge],
      ["code_challenge_method", config.codeChallengeMethod],
      ["response_mode", config.usePopup ? "web_message" : "form_post"],
      ["frame_id", randomUUID()],
      ["m", m],
      ["v", version],
    ];
    const query = parameters
      .filter(function (parameter) { return parameter[1]; })
      .map(function (parameter) { return parameter[0] + "=" + encodeURIComponent(parameter[1]); });
    return served.authorize + "?" + query.join("&");
  }

  /** A UUID of version 4 (RFC 9562). `crypto.randomUUID` needs a secure context and is younger than 2019. */
  function randomUUID() {
    const bytes = window.crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = Array.from(bytes, function (byte) { return (byte + 0x100).toString(16).slice(1); }).join("");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  }

  // ---------------------------------------------------------------------------------------------------------------
  // The popup

  const popupSide = 700;
  const closedPollMilliseconds = 300;
  // The sign-in that waits for its popup: { popup, timer, resolve, reject }.
  let pending = null;

  function openPopup(url) {
    if (pending) fail("user_trigger_new_signin_flow");
    const left = window.screenX + Math.max(0, (window.outerWidth - popupSide) / 2);
    const top = window.screenY + Math.max(0, (window.outerHeight - popupSide) / 2);
    const popup = window.open(
      url, "_blank",
      "width=" + popupSide + ",height=" + popupSide + ",left=" + Math.round(left) + ",top=" + Math.round(top)
        + ",resizable=yes,scrollbars=yes");
    return new Promise(function (resolve, reject) {
      pending = { popup: popup, timer: null, resolve: resolve, reject: reject };
      if (!popup) {
        fail("popup_blocked_by_browser");
        return;
      }
      pending.timer = window.setInterval(function () {
        if (popup.closed) fail("popup_closed_by_user");
      }, closedPollMilliseconds);
    });
  }

  /** Ends the pending sign-in and closes its popup. */
  function takePending() {
    const ended = pending;
    pending = null;
    window.clearInterval(ended.timer);
    if (ended.popup && !ended.popup.closed) ended.popup.close();
    return ended;
  }

  function fail(code) {
    const ended = takePending();
    tell("AppleIDSignInOnFailure", { error: code });
    ended.reject({ error: code });
  }

  function succeed(data) {
    const ended = takePending();
    tell("AppleIDSignInOnSuccess", data);
    ended.resolve(data);
  }

  // Anybody can post messages to a page. Only the popup's, from the emulator's origin, count.
  window.addEventListener("message", function (event) {
    if (!pending || event.origin !== served.origin || event.source !== pending.popup) return;
    let message = null;
    try {
      message = JSON.parse(event.data);
    } catch (error) {
      return;
    }
    if (!message || message.method !== "oauthDone" || !message.data) return;
    if (message.data.error) fail(message.data.error);
    else succeed(message.data);
  });

  /** `event.detail` is the data itself. Apple's sample reads `event.detail.data`, so that works here, too. */
  function tell(name, data) {
    const detail = Object.assign({}, data);
    Object.defineProperty(detail, "data", {
      get: function () {
        console.warn("apple-id-emulator: Apple's script has no event.detail.data; event.detail is the data itself.");
        return data;
      },
    });
    document.dispatchEvent(new CustomEvent(name, { detail: detail }));
  }

  // ---------------------------------------------------------------------------------------------------------------
  // The rendered button

  const placeholderID = "appleid-signin";
  const fontFamily = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
  // The title is 43 % as high as the button (Human Interface Guidelines, "Custom buttons").
  const titleShare = 0.43;
  const leftMarkShares = { small: 0.43, medium: 0.53, large: 0.63 };
  let sizeObserver = null;

  function renderButton() {
    const placeholder = document.getElementById(placeholderID);
    if (!placeholder) return;
    while (placeholder.firstChild) placeholder.removeChild(placeholder.firstChild);
    if (sizeObserver) sizeObserver.disconnect();
    const look = readLook(placeholder.dataset);
    if (!look) return;
    const button = makeButton(look);
    placeholder.appendChild(button);
    paint(button, look);
    if (!window.ResizeObserver) return;
    sizeObserver = new window.ResizeObserver(function () { paint(button, look); });
    sizeObserver.observe(button);
  }

  /** What the data attributes ask for. Null if the mode is unknown, because nothing is drawn then. */
  function readLook(data) {
    let mode = "center-align";
    // Apple's script was seen to keep the locale in its variable for the mode. Without a mode, it then draws nothing.
    if (data.locale !== undefined) mode = data.locale;
    if (data.mode !== undefined) mode = data.mode;
    if (["center-align", "left-align", "logo-only"].indexOf(mode) < 0) {
      console.warn(
        'apple-id-emulator: no button is drawn for the mode "' + mode + '". '
          + "With data-locale, Apple's script needs data-mode, too; the language follows the script's address.");
      return null;
    }
    const type = (data.type || "sign-in").trim().replace(" ", "-");
    const isSquare = mode === "logo-only";
    return {
      mode: mode,
      title: served.titles[type] || served.titles["sign-in"],
      isWhite: data.color === "white",
      hasBorder: data.border !== "false",
      radius: number(data.borderRadius, 0, 50, 15),
      width: isSquare ? number(data.size, 30, 64, null) : number(data.width, 130, 375, null),
      height: isSquare ? number(data.size, 30, 64, null) : number(data.height, 30, 64, null),
      markShare: leftMarkShares[data.logoSize] || leftMarkShares.small,
      markPosition: number(data.logoPosition, 0, Infinity, null),
      titlePosition: number(data.labelPosition, 0, Infinity, 0),
    };
  }

  /** A number within its range, or the default if the attribute is absent, 100% or not a number. */
  function number(text, least, most, standard) {
    if (text === undefined || !/^\s*\d+(\.\d+)?(px)?\s*$/.test(text)) return standard;
    return Math.min(most, Math.max(least, parseFloat(text)));
  }

  /** Styles are set on the object, because a policy without 'unsafe-inline' forbids the attribute (CSP 3, 6.7.3). */
  function makeButton(look) {
    const button = document.createElement("div");
    button.setAttribute("role", "button");
    button.setAttribute("tabindex", "0");
    button.setAttribute("aria-label", look.title);
    button.setAttribute("lang", served.language);
    const least = look.mode === "logo-only" ? "30px" : "130px";
    const most = look.mode === "logo-only" ? "64px" : "375px";
    Object.assign(button.style, {
      position: "relative", boxSizing: "border-box", overflow: "hidden", cursor: "pointer",
      width: look.width === null ? "100%" : look.width + "px", minWidth: least, maxWidth: most,
      height: look.height === null ? "100%" : look.height + "px", minHeight: "30px", maxHeight: "64px",
    });
    // The promise of a click belongs to nobody. The events tell the page how it ended.
    const press = function () {
      const promise = begin(null, "2");
      if (promise) promise.catch(function () {});
    };
    button.addEventListener("click", press);
    button.addEventListener("keydown", function (event) {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      press();
    });
    return button;
  }

  function paint(button, look) {
    const width = button.clientWidth;
    const height = button.clientHeight;
    // While the page hides the button, it has no size. The observer calls again when it has one.
    if (!width || !height) return;
    const drawing = svg("svg", { width: width, height: height, "aria-hidden": "true", focusable: "false" });
    Object.assign(drawing.style, { position: "absolute", left: "0", top: "0", display: "block" });
    while (button.firstChild) button.removeChild(button.firstChild);
    button.appendChild(drawing);
    if (look.mode === "logo-only") paintMarkOnly(drawing, look, width, height);
    else paintTitled(drawing, look, width, height);
  }

  function paintMarkOnly(drawing, look, width, height) {
    const side = Math.min(width, height);
    // Otherwise the element, and with it the focus ring, would be wider than the square.
    drawing.parentNode.style.maxWidth = Math.min(64, height) + "px";
    paintShape(drawing, look, (width - side) / 2, (height - side) / 2, side, side);
    paintMark(drawing, look, (width - side / 2) / 2, height / 2, side / 2);
  }

  function paintTitled(drawing, look, width, height) {
    paintShape(drawing, look, 0, 0, width, height);
    const title = paintTitle(drawing, look, height);
    const margin = width * 0.08;
    const place = look.mode === "left-align"
      ? leftPlace(look, title, width, height, margin) : centerPlace(title, width, height, margin);
    const mirrored = function (x, extent) { return served.isRightToLeft ? width - x - extent : x; };
    paintMark(drawing, look, mirrored(place.markX, place.markSide), height / 2, place.markSide);
    title.element.setAttribute("font-size", title.size * place.scale);
    title.element.setAttribute("x", mirrored(place.titleX, title.width * place.scale));
  }

  /** Mark and title side by side in the middle, smaller if the button is too narrow for them. */
  function centerPlace(title, width, height, margin) {
    const gap = title.size * 0.35;
    const natural = title.size + gap + title.width;
    const scale = Math.min(1, (width - 2 * margin) / natural);
    const markX = (width - natural * scale) / 2;
    return { markX: markX, markSide: title.size * scale, titleX: markX + (title.size + gap) * scale, scale: scale };
  }

  /** Mark and title where the attributes want them, in points from the leading edge. Without, after a margin. */
  function leftPlace(look, title, width, height, margin) {
    const titlePosition = Math.min(look.titlePosition, width / 2);
    const wanted = look.markPosition === null ? margin : look.markPosition;
    const markX = titlePosition > 0 ? Math.min(wanted, titlePosition) : Math.min(wanted, width / 2);
    const markSide = height * look.markShare;
    const titleX = titlePosition > 0 ? titlePosition : markX + markSide + title.size * 0.35;
    return { markX: markX, markSide: markSide, titleX: titleX,
             scale: Math.min(1, Math.max(0.1, (width - titleX - margin) / title.width)) };
  }

  function paintShape(drawing, look, x, y, width, height) {
    const inset = look.hasBorder ? 0.5 : 0;
    drawing.appendChild(svg("rect", {
      x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset,
      rx: Math.min(look.radius, height / 2 - inset), fill: look.isWhite ? "#fff" : "#000",
      stroke: look.hasBorder ? "#000" : "none", "stroke-width": 1,
    }));
  }

  function paintMark(drawing, look, x, middle, side) {
    const scale = side / served.mark.size;
    drawing.appendChild(svg("path", {
      d: served.mark.path, fill: look.isWhite ? "#000" : "#fff",
      transform: "translate(" + x + " " + (middle - side / 2) + ") scale(" + scale + ")",
    }));
  }

  function paintTitle(drawing, look, height) {
    const size = height * titleShare;
    const element = svg("text", {
      y: height / 2, "dominant-baseline": "central", fill: look.isWhite ? "#000" : "#fff", "font-size": size,
      "font-family": fontFamily, "font-weight": 500, "letter-spacing": 0,
      direction: served.isRightToLeft ? "rtl" : "ltr", "text-anchor": served.isRightToLeft ? "end" : "start",
    });
    element.textContent = look.title;
    drawing.appendChild(element);
    return { element: element, size: size, width: element.getComputedTextLength() || size * look.title.length * 0.55 };
  }

  function svg(name, attributes) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    Object.keys(attributes).forEach(function (key) { element.setAttribute(key, attributes[key]); });
    return element;
  }

  // ---------------------------------------------------------------------------------------------------------------
  // The interface

  window.AppleID = { auth: { init: init, signIn: signIn, renderButton: renderButton } };

  function start() {
    useMetaTags();
    renderButton();
    // The name is spelled as Apple's script spells it.
    document.dispatchEvent(new CustomEvent("AppleIDSigInLoaded"));
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else window.setTimeout(start, 0);
})();
