import { Buffer } from 'node:buffer';
import { CFB } from 'xlsx';

/** JDOM, and jOpenDocument with it, puts a blank before the end of an empty element. */
const spacedTag = /(<text:(?:s|tab|line-break)\b[^<>]*?)\s+\/>/g;
/** What is above a text or below its page; a spreadsheet shows neither. */
const asides = /<text:(ruby-text|note)(?:\s[^<>]*)?(?<!\/)>(?:(?!<text:\1[\s>]).)*?<\/text:\1>/gs;
const letterByNumber = /&#x([\da-f]{5,6});/gi;
const lastLetter = 0x10ffff;
/** A tag that may have an attribute in single quotes, and the text behind it: most have none. */
const tagAndText = /<[^<]*?='[^<]*/g;
const tag = /^<[\w:.-]+(?:\s+[^\s=<>"']+=(?:"[^"]*"|'[^']*'))+\s*\/?>/;
const quoted = /"[^"]*"|'([^']*)'/g;
const cdata = /<!\[CDATA\[(.*?)\]\]>/gs;
const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * An ODS workbook in which the library finds every cell, all blanks, tabs, line breaks and letters of its texts,
 * and what a cell shows alone: it knows these elements only without a blank at their end, by their number no
 * letters beyond 16 bits, and nothing of a CDATA section, takes what is read beside a text for a part of it, and
 * leaves out a cell, so that those beside it stand a column too early, where an attribute is in single quotes, as
 * Python writes the one that holds a double quote.
 */
export function withKnownTags(bytes: Uint8Array): Uint8Array {
  const container: unknown = CFB.read(Buffer.from(bytes), { type: 'buffer' });
  const part = CFB.find(container, '/content.xml') as { readonly content: Uint8Array } | null;
  // A byte a character: nothing else of the part is touched.
  const written = Buffer.from(part?.content ?? []).toString('latin1');
  const plain = written.replace(cdata, (_, text: string) => escaped(text));
  const known = inDoubleQuotes(plain)
    .replace(asides, '')
    .replace(spacedTag, '$1/>')
    .replace(letterByNumber, letter);
  if (known === written) return bytes;
  CFB.utils.cfb_add(container, '/content.xml', Buffer.from(known, 'latin1'));
  return CFB.write(container, { type: 'buffer', fileType: 'zip' }) as Buffer;
}

function inDoubleQuotes(written: string): string {
  return written.replace(tagAndText, (part) => part.replace(tag, quotedDouble));
}

function quotedDouble(whole: string): string {
  return whole.replace(quoted, (attribute, text?: string) =>
    text === undefined ? attribute : `"${text.replaceAll('"', '&quot;')}"`,
  );
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (sign) => references[sign] ?? sign);
}

function letter(written: string, code: string): string {
  const point = Number.parseInt(code, 16);
  if (point > lastLetter) return written;
  return Buffer.from(String.fromCodePoint(point)).toString('latin1');
}
