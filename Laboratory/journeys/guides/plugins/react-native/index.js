const settings = require('../device')('settings');

exports.Settings = {
  get: key => settings.get(key),
  set: values => Object.entries(values).forEach(([key, value]) => settings.set(key, value)),
};
exports.Platform = { OS: process.env.PLATFORM };
