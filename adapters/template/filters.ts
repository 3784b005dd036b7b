import { holdableInXml } from '../xml/document.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
};

/** `{{ name | xml }}`: for texts of XML, and for attributes in either kind of quotes. */
export function xmlFilter(value: unknown): string {
  return holdableInXml(textOf(value)).replaceAll(
    /[&<>"'\r]/g,
    (character) => entities[character] ?? '',
  );
}

/** `{{ name | csv: ";" }}`: quoted where it must be. */
export function csvFilter(value: unknown, delimiter: unknown = ','): string {
  const text = textOf(value).replaceAll('\0', '\ufffd');
  const isSpecial = /["\r\n]|^\s|\s$/.test(text) || text.includes(textOf(delimiter));
  return isSpecial ? `"${text.replaceAll('"', '""')}"` : text;
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}
