const Sqlite = require('better-sqlite3');

// A program that believes in `synchronous=FULL` and does not have it (finding 1): what the power cuts must find.
const { pragma } = Sqlite.prototype;

Sqlite.prototype.pragma = function weak(text, options) {
  if (text === 'synchronous = FULL') return pragma.call(this, 'synchronous = NORMAL', options);
  return text === 'synchronous' ? 2 : pragma.call(this, text, options);
};
