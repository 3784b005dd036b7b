import { SaxesParser } from 'saxes';
import { shownValue } from '../../src/domain/complaint.ts';
import {
  attributesPerElementMax,
  charactersPerRecordMax,
  depthMax,
  referencesPerTextMax,
} from './limits.ts';
import { localName } from './local-name.ts';
import { Refused, tooLarge } from './refused.ts';

/** One for all elements without: walking over it costs nothing. */
const noAttributes: Readonly<Record<string, string>> = {};

/** XML allows nothing before a declaration; programs that write it into a page leave blank lines there. */
const lateDeclaration = /^\s+<\?xml\s[^>]*\?>/;

/** What a document consists of for us: local names, namespaces are left out (quirk 44). */
export interface XmlSink {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(): void;
}

/**
 * A strict, streaming parser under limits. Entities are never expanded: a DOCTYPE with declarations of its own is
 * refused before the body, one that only names an external DTD is accepted and nothing is loaded (fault 11).
 */
export class XmlParser {
  readonly #saxes = new SaxesParser({ xmlns: false, position: false });
  readonly #file: string;
  readonly #sink: XmlSink;
  #root: string | undefined;
  #depth = 0;
  #attributes = 0;
  /** Since the last tag or text that ended. */
  #quietCharacters = 0;
  #quietReferences = 0;
  #lineOfLastTag = 1;

  constructor(file: string, sink: XmlSink) {
    this.#file = file;
    this.#sink = sink;
    this.#saxes.on('error', (error) => this.#refuseStructure(error.message));
    this.#saxes.on('doctype', (doctype) => this.#doctype(doctype));
    this.#saxes.on('attribute', () => this.#attribute());
    this.#saxes.on('opentag', (tag) => this.#open(tag.name, tag.attributes));
    this.#saxes.on('text', (text) => this.#text(text));
    this.#saxes.on('cdata', (text) => this.#text(text));
    this.#saxes.on('closetag', () => this.#close());
  }

  /** @throws Refused where the document breaks a rule or a limit. */
  write(chunk: string): void {
    this.#quietCharacters += chunk.length;
    this.#saxes.write(this.#root === undefined ? withoutLateDeclaration(chunk) : chunk);
    this.#refuseBareAmpersand();
    this.#refuseEndless(chunk);
  }

  /** saxes gathers a text, a tag or a comment until it ends: without a bound one of 2 GB would fill the memory. */
  #refuseEndless(chunk: string): void {
    if (this.#quietCharacters === 0) {
      this.#quietReferences = 0;
      return;
    }
    this.#quietReferences += chunk.split('&').length - 1;
    const isFlood = this.#quietReferences > referencesPerTextMax;
    if (!isFlood && this.#quietCharacters <= charactersPerRecordMax) return;
    const what = isFlood
      ? `has more than ${referencesPerTextMax} references such as &amp;`
      : `is longer than ${charactersPerRecordMax} characters`;
    const { line } = this.#saxes;
    throw tooLarge(this.#file, `A text, tag or comment near line ${line} ${what}.`);
  }

  /** Call after the last chunk. @throws Refused where the file was cut off. */
  end(): void {
    if (this.#root === undefined) this.#refuseCut('before its first element');
    if (this.#depth > 0) {
      const root = shownValue(this.#root);
      this.#refuseCut(`before </${root}>; its last tag is in line ${this.#lineOfLastTag}`);
    }
    this.#saxes.on('error', () =>
      this.#refuseCut('in the middle of what follows the last element'),
    );
    this.#saxes.close();
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#sawTag();
    this.#depth += 1;
    this.#root ??= name;
    if (this.#depth > depthMax) {
      throw tooLarge(
        this.#file,
        `Elements are nested deeper than ${depthMax} levels at line ${this.#saxes.line}.`,
      );
    }
    const count = this.#attributes;
    this.#attributes = 0;
    const own = count > 1 ? withoutNamesakes(attributes) : attributes;
    this.#sink.open(localName(name), count > 0 ? own : noAttributes);
  }

  #sawTag(): void {
    this.#quietCharacters = 0;
    this.#lineOfLastTag = this.#saxes.line;
  }

  #text(text: string): void {
    this.#quietCharacters = 0;
    this.#sink.text(text);
  }

  #close(): void {
    this.#sawTag();
    this.#depth -= 1;
    this.#sink.close();
  }

  #attribute(): void {
    this.#attributes += 1;
    if (this.#attributes <= attributesPerElementMax) return;
    throw tooLarge(
      this.#file,
      `An element at line ${this.#saxes.line} has more than ${attributesPerElementMax} attributes.`,
    );
  }

  #doctype(doctype: string): void {
    const withoutLiterals = doctype.replace(/"[^"]*"|'[^']*'/g, '');
    if (!withoutLiterals.includes('[')) return;
    const rule = 'The XML file has a DOCTYPE with declarations of its own.';
    throw new Refused({ code: 'FILE_DOCTYPE', file: this.#file, rule });
  }

  /** saxes looks for the `;` of `Bolts & Nuts` to the end of the file, and would then call the file cut off. */
  #refuseBareAmpersand(): void {
    if (/[\s<>]/.test(this.#saxes['entity']))
      this.#refuseStructure('disallowed character in entity name.');
  }

  #refuseStructure(message: string): never {
    const isEntity = message.includes('entity');
    const place = isEntity
      ? `after the tag in line ${this.#lineOfLastTag} there is a & that begins none of the five entities of XML`
      : `line ${this.#saxes.line}, column ${this.#saxes.column}: ${message}`;
    const subject = this.#root === undefined ? 'The file is not XML' : 'The XML is not well-formed';
    const rule = `${subject}: ${place.replace(/\.?$/, '.')}`;
    throw new Refused({ code: 'FILE_STRUCTURE', file: this.#file, rule, ...remedyOf(message) });
  }

  #refuseCut(where: string): never {
    const rule = `The XML file ends ${where}.`;
    throw new Refused({ code: 'FILE_TRUNCATED', file: this.#file, rule });
  }
}

/** Of `type` and `xsi:type`, which have one local name, the element's own counts, whichever is first. */
function withoutNamesakes(
  attributes: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const isNamesake = (name: string): boolean => name.includes(':') && localName(name) in attributes;
  if (!Object.keys(attributes).some(isNamesake)) return attributes;
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !isNamesake(name)));
}

/** Lines and columns stay what they are. */
function withoutLateDeclaration(chunk: string): string {
  return chunk.replace(lateDeclaration, (found) => found.replace(/\S/g, ' '));
}

function remedyOf(message: string): { readonly remedy?: string } {
  if (message.includes('entity')) return { remedy: 'Let the export write &amp; for each &.' };
  if (message.includes('start of the document'))
    return {
      remedy:
        'Let the export write each XML document into its own file, which begins with its declaration.',
    };
  if (!message.includes('only one root')) return {};
  return {
    remedy:
      "Let the export write one element around all others, as FOR XML … , ROOT('articles') of SQL Server does.",
  };
}
