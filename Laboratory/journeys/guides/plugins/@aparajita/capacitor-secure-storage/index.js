const entries = require('../../device')('keychain');
exports.SecureStorage = {
  set: async (key, data) => { entries.set(key, data); },
  get: async key => entries.get(key) ?? null,
  remove: async key => entries.delete(key),
};
