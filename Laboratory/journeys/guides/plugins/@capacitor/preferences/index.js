const settings = require('../../device')('settings');

exports.Preferences = {
  get: async ({ key }) => ({ value: settings.get(key) ?? null }),
  set: async ({ key, value }) => settings.set(key, value),
};
