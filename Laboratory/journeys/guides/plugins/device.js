// What a device keeps when it closes the app: a file for each `name`, the keychain or the settings.
const { existsSync, readFileSync, writeFileSync } = require('fs');

module.exports = name => {
  const file = `${process.env.DEVICE}/${name}.json`;
  const all = () => existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return {
    get: key => all()[key],
    set: (key, value) => writeFileSync(file, JSON.stringify({ ...all(), [key]: value })),
    delete(key) {
      const { [key]: value, ...others } = all();
      writeFileSync(file, JSON.stringify(others));
      return value !== undefined;
    },
  };
};
