import { shownValue } from '../../src/domain/complaint.ts';
import type { Fault } from './fault.ts';
import { attributesPerElementMax, charactersPerRecordMax, depthMax } from './limits.ts';
import { localName } from './local-name.ts';
import { isWebPage, Refused, tooLarge, webPage } from './refused.ts';
import { type TokenEvents, XmlTokens } from './tokens.ts';

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
export class XmlParser implements TokenEvents {
  readonly #tokens = new XmlTokens(this);
  readonly #file: string;
  readonly #sink: XmlSink;
  #root: string | undefined;
  #depth = 0;
  /** Since the last tag or text that ended. */
  #quietCharacters = 0;

  constructor(file: string, sink: XmlSink) {
    this.#file = file;
    this.#sink = sink;
  }

  /** @throws Refused where the document breaks a rule or a limit. */
  write(chunk: string): void {
    this.#quietCharacters += chunk.length;
    const fault = this.#tokens.write(chunk);
    if (fault !== undefined) throw this.#refused(fault);
    // A text, a tag or a comment is kept until it ends: without a bound one of 2 GB would fill the memory.
    if (this.#quietCharacters <= charactersPerRecordMax) return;
    const { line } = this.#tokens.place;
    const what = `is longer than ${charactersPerRecordMax} characters`;
    throw tooLarge(this.#file, `A text, tag or comment near line ${line} ${what}.`);
  }

  /** Call after the last chunk. @throws Refused where the file was cut off. */
  end(): void {
    if (this.#root === undefined) throw this.#cut('before its first element');
    if (this.#depth > 0) {
      const { line } = this.#tokens.place;
      throw this.#cut(`before </${shownValue(this.#root)}>; its last tag is in line ${line}`);
    }
    if (this.#tokens.end() !== undefined)
      throw this.#cut('in the middle of what follows the last element');
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#quietCharacters = 0;
    this.#depth += 1;
    this.#root ??= name;
    if (this.#depth > depthMax) {
      const { line } = this.#tokens.place;
      throw tooLarge(
        this.#file,
        `Elements are nested deeper than ${depthMax} levels at line ${line}.`,
      );
    }
    this.#sink.open(localName(name), withoutNamesakes(attributes));
  }

  text(text: string): void {
    this.#quietCharacters = 0;
    this.#sink.text(text);
  }

  close(): void {
    this.#quietCharacters = 0;
    this.#depth -= 1;
    this.#sink.close();
  }

  doctype(hasDeclarations: boolean): undefined {
    if (!hasDeclarations) return;
    const rule = 'The XML file has a DOCTYPE with declarations of its own.';
    throw new Refused({ code: 'FILE_DOCTYPE', file: this.#file, rule });
  }

  #refused({ kind, words }: Fault): Refused {
    const { line, column } = this.#tokens.place;
    if (kind === 'attributes') {
      const what = `more than ${attributesPerElementMax} attributes`;
      return tooLarge(this.#file, `An element at line ${line} has ${what}.`);
    }
    const subject = this.#root === undefined ? 'The file is not XML' : 'The XML is not well-formed';
    const what = kind === 'reference' ? 'a & that begins none of the five entities of XML' : words;
    const rule = `${subject}: line ${line}, column ${column}: ${what}.`;
    const remedy = isWebPage(this.#root) ? webPage : remedies[kind];
    return new Refused({ code: 'FILE_STRUCTURE', file: this.#file, rule, ...remedy });
  }

  #cut(where: string): Refused {
    const rule = `The XML file ends ${where}.`;
    return new Refused({ code: 'FILE_TRUNCATED', file: this.#file, rule });
  }
}

/** Of `type` and `xsi:type`, which have one local name, the element's own counts, whichever is first. */
function withoutNamesakes(
  attributes: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  for (const name in attributes) {
    if (isNamesake(name, attributes))
      return Object.fromEntries(
        Object.entries(attributes).filter(([other]) => !isNamesake(other, attributes)),
      );
  }
  return attributes;
}

function isNamesake(name: string, attributes: Readonly<Record<string, string>>): boolean {
  return name.includes(':') && Object.hasOwn(attributes, localName(name));
}

const remedies: Readonly<Partial<Record<Fault['kind'], { readonly remedy: string }>>> = {
  character: {
    remedy: 'Take this character out of the text in the ERP, or let the export leave it out.',
  },
  name: {
    remedy:
      'Let the export write &lt; for each < of a text. The name of an element begins with a letter.',
  },
  reference: { remedy: 'Let the export write &amp; for each &.' },
  declaration: {
    remedy:
      'Let the export write each XML document into its own file, which begins with its declaration.',
  },
  root: {
    remedy:
      "Let the export write one element around all others, as FOR XML … , ROOT('articles') of SQL Server does.",
  },
};
