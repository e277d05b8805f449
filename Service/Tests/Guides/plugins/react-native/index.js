exports.Platform = { OS: process.env.PLATFORM };
