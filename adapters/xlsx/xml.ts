import { Buffer } from 'node:buffer';
import type { Complaint } from '../../src/domain/complaint.ts';
import { type Decoder, decoderOf } from '../text/decode.ts';
import { localName } from '../xml/local-name.ts';
import { type TokenEvents, XmlTokens } from '../xml/tokens.ts';
import type { Container } from './container.ts';
import { damaged, tooLarge } from './damage.ts';
import { inflated } from './inflate.ts';
import { xmlTokenBytesMax } from './limits.ts';

/** What a part's content is handed to, by local names: programs choose their own prefixes. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
  /** Set by the handler where the content breaks a rule: the reading ends. */
  readonly complaint?: Complaint | undefined;
}

/** Reads one part of the workbook; gives undefined after each block, and a complaint as the last thing. */
export async function* readPart(
  container: Container,
  path: string,
  handler: XmlHandler,
): AsyncGenerator<Complaint | undefined, void> {
  const entry = container.entries.get(path.toLowerCase());
  if (!entry) {
    yield damaged(container.file, `The workbook lacks its part ${path}.`);
    return;
  }
  const part = new XmlPart({ file: container.file, path }, handler);
  for await (const bytes of inflated(container, entry)) {
    const complaint = 'rule' in bytes ? bytes : part.write(bytes);
    yield complaint;
    if (complaint) return;
  }
  yield part.end();
}

/** Reads a small part to its end. */
export async function readWholePart(
  container: Container,
  path: string,
  handler: XmlHandler,
): Promise<Complaint | undefined> {
  for await (const complaint of readPart(container, path, handler)) {
    if (complaint) return complaint;
  }
  return undefined;
}

class XmlPart implements TokenEvents {
  readonly #place: { readonly file: string; readonly path: string };
  readonly #handler: XmlHandler;
  readonly #tokens = new XmlTokens(this);
  #decoder: Decoder | undefined;
  /** The first bytes of a character that ends in the next block. */
  #tail: Uint8Array = new Uint8Array();
  #complaint: Complaint | undefined;
  #bytesOfToken = 0;

  constructor(place: { readonly file: string; readonly path: string }, handler: XmlHandler) {
    this.#place = place;
    this.#handler = handler;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#bytesOfToken = 0;
    this.#handler.open(localName(name), attributes);
  }

  close(name: string): void {
    this.#bytesOfToken = 0;
    this.#handler.close?.(localName(name));
  }

  text(text: string): void {
    this.#handler.text?.(text);
  }

  doctype(): string {
    this.#complaint ??= {
      code: 'FILE_DOCTYPE',
      file: this.#place.file,
      rule: `${this.#place.path} in the workbook has a DOCTYPE, which no workbook needs.`,
      remedy:
        'Save the workbook again in a spreadsheet program; a DOCTYPE can make a small file expand to fill the memory.',
    };
    return 'a DOCTYPE';
  }

  write(bytes: Uint8Array): Complaint | undefined {
    this.#bytesOfToken += bytes.length;
    if (this.#bytesOfToken > xmlTokenBytesMax) {
      const rule = `${this.#place.path} in the workbook has more than ${xmlTokenBytesMax} bytes between two tags.`;
      return tooLarge(this.#place.file, rule);
    }
    const text = this.#text(bytes);
    this.#damaged(text === undefined ? 'bytes that are no text' : this.#tokens.write(text)?.words);
    return this.#complaint ?? this.#handler.complaint;
  }

  end(): Complaint | undefined {
    this.#damaged(this.#tokens.end()?.words);
    if (this.#tail.length > 0) this.#damaged('it ends within a character');
    return this.#complaint ?? this.#handler.complaint;
  }

  #text(block: Uint8Array): string | undefined {
    const bytes = this.#tail.length === 0 ? block : Buffer.concat([this.#tail, block]);
    this.#decoder ??= decoderOf(bytes[0] === 0xff ? 'utf-16le' : 'utf-8');
    const end = this.#decoder.whole(bytes);
    this.#tail = bytes.subarray(end);
    return this.#decoder.decode(bytes.subarray(0, end));
  }

  #damaged(reason: string | undefined): void {
    if (reason === undefined) return;
    const rule = `${this.#place.path} in the workbook is not well-formed XML (${reason}).`;
    this.#complaint ??= damaged(this.#place.file, rule);
  }
}
