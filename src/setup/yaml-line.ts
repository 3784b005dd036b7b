const noteColumn = 39;

/** `key: value   # note`; the value stands there as it is written in the file. */
export function line(key: string, value: string, note = ''): string {
  const written = `${key}: ${value}`;
  return note === '' ? written : `${written.padEnd(noteColumn - 1)} # ${note}`;
}

/** A condition of `where:` that leaves out rows with one of these values. */
export function notInRule(column: string, values: readonly string[]): string {
  return `{ column: ${scalar(column)}, notIn: [${values.map(scalar).join(', ')}] }`;
}

const plain = /^[\p{L}\p{N}_./][\p{L}\p{N}_./ ()%*+-]*$/u;
const special =
  /^(?:true|false|null|yes|no|on|off|\.inf|\.nan|0x[\da-f]+|[-+.\d][\deo.+_-]*)$|\s$|^\.?\/?$/i;

/** A text as YAML, in quotes where it needs them. `${` is doubled, so that it does not read the environment. */
export function scalar(text: string): string {
  const written = text.replaceAll('${', () => '$${');
  const isPlain = plain.test(written) && !special.test(written);
  return isPlain || /^(?:0|[1-9]\d{0,3})$/.test(written) ? written : quoted(written);
}

/** Characters that steer a terminal, end a line or turn its direction are written by their numbers. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
