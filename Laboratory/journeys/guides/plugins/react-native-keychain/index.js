// Version 10. Without an entry, it returns false.
const entries = require('../device')('keychain');
exports.setGenericPassword = async (username, password, { service }) => {
  entries.set(service, { username, password, service, storage: 'keychain' });
  return { service, storage: 'keychain' };
};
exports.getGenericPassword = async ({ service }) => entries.get(service) ?? false;
exports.resetGenericPassword = async ({ service }) => entries.delete(service);
