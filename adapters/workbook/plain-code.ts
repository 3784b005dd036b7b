/** A quotation mark ends the text that it is in, so it stands behind a backslash beside it. */
const signs: Readonly<Record<string, string>> = {
  apos: "'",
  quot: '"\\""',
  amp: '&',
  lt: '<',
  gt: '>',
};

/** A format code with the texts that a person sees: of an ODS style the library leaves them as the part writes them. */
export function plainCode(code: string): string {
  return code.replace(/&(\w+);/g, (written, name: string) => signs[name] ?? written);
}
