export interface XmlElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly content: string | readonly XmlElement[];
}

/** An attribute without a value is left out. */
export type XmlAttributes = Readonly<Record<string, string | undefined>>;

/** A part that is not there is left out: no format wants empty elements. */
export type XmlPart = XmlElement | undefined;

/** What XML 1.0 has no way to write: C0 controls, lone surrogates, U+FFFE and U+FFFF. */
export const unholdableInXml =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/u;

export function element(
  name: string,
  parts: readonly XmlPart[],
  attributes: XmlAttributes = {},
): XmlElement {
  return { name, attributes, content: parts.filter((part) => part !== undefined) };
}

/** An element that is there only with content. */
export function group(name: string, parts: readonly XmlPart[]): XmlPart {
  const whole = element(name, parts);
  return whole.content.length === 0 ? undefined : whole;
}

/** An element that is there only with a text. */
export function leaf(
  name: string,
  text: string | undefined,
  attributes: XmlAttributes = {},
): XmlPart {
  return text === undefined ? undefined : { name, attributes, content: text };
}

/** The whole file, UTF-8: the same tree is the same bytes, elements and attributes in the order they were given. */
export function xmlBytes(root: XmlElement, doctype?: string): Uint8Array {
  return new TextEncoder().encode(xmlText(root, doctype === undefined ? {} : { doctype }));
}

export function xmlText(
  root: XmlElement,
  { doctype, encoding = 'UTF-8' }: { readonly doctype?: string; readonly encoding?: string } = {},
): string {
  const lines = [`<?xml version="1.0" encoding="${encoding}"?>`];
  if (doctype !== undefined) lines.push(doctype);
  write(root, '', lines);
  return `${lines.join('\n')}\n`;
}

function write({ name, attributes, content }: XmlElement, indent: string, lines: string[]): void {
  const start = `${indent}<${name}${attributesText(attributes)}`;
  if (content.length === 0) lines.push(`${start}/>`);
  else if (typeof content === 'string') lines.push(`${start}>${escaped(content)}</${name}>`);
  else {
    lines.push(`${start}>`);
    for (const part of content) write(part, `${indent}  `, lines);
    lines.push(`${indent}</${name}>`);
  }
}

function attributesText(attributes: XmlAttributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${attributeText(value)}"`))
    .join('');
}

/** Readers turn line breaks and tabs in attributes into blanks, unless they are written as numbers. */
function attributeText(text: string): string {
  return escaped(text)
    .replaceAll('"', '&quot;')
    .replaceAll(/[\t\n]/g, (character) => `&#${character.charCodeAt(0)};`);
}

const everyUnholdable = new RegExp(unholdableInXml, 'gu');

/** The text with U+FFFD for what XML has no way to write. */
export function holdableInXml(text: string): string {
  return text.replaceAll(everyUnholdable, '\ufffd');
}

/** Readers turn a bare carriage return into a line break, so it is written as a number. */
function escaped(text: string): string {
  return holdableInXml(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}
