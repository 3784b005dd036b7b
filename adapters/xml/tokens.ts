import { shownValue } from '../../src/domain/complaint.ts';
import { Attributes } from './attributes.ts';
import { isDeclaration, isEndless, isVersion11, notDeclared } from './declaration.ts';
import type { Fault } from './fault.ts';
import { attributesPerElementMax } from './limits.ts';
import { Names } from './names.ts';
import { type Place, placeAfter } from './place.ts';
import { forbidden, plainText } from './references.ts';
import { code, doctypeEnd, nameEnd, plainValueEnd, skipped } from './scan.ts';

/** What a document says. */
export interface TokenEvents {
  /** By qualified name, as attributes are. */
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  /** What is between two marks comes whole. */
  text(text: string): void;
  /** Why it is refused; undefined where it may be there: nothing that it names is read. */
  doctype(hasDeclarations: boolean): string | undefined;
}

/** More of the text is needed; or what came is refused. */
const stuck = -1;
const depthMax = 1_000;

/**
 * Takes the text of a document block by block: well-formed, or refused. An export or a sheet has millions of tags, and
 * hardly anything but tags and texts: a parser that looks at each character takes twice as long. Keeps what is between
 * two marks until it is whole, which the caller bounds.
 */
export class XmlTokens {
  readonly #events: TokenEvents;
  readonly #open: string[] = [];
  readonly #names = new Names();
  #text = '';
  #at = 0;
  /** Where the text begins. */
  #from: Place = { line: 1, column: 1 };
  /** A carriage return that ends a block: its line feed may begin the next one. */
  #return = '';
  #hasReference = false;
  #hasCdataEnd = false;
  #isVersion11 = false;
  #hasMark = false;
  #hasDoctype = false;
  #hasRoot = false;
  readonly #attributes = new Attributes();
  /** A tag that goes on in the next block: one of many attributes, read from its beginning again, takes its square. */
  #begun: { readonly name: string; readonly length: number } | undefined;
  #fault: Fault | undefined;

  constructor(events: TokenEvents) {
    this.#events = events;
  }

  /** Of the tag or text that is read, or of what is refused. */
  get place(): Place {
    return placeAfter(this.#from, this.#text.slice(0, this.#at));
  }

  write(block: string): Fault | undefined {
    const wrong = block.search(forbidden);
    this.#read(wrong === -1 ? block : block.slice(0, wrong));
    if (wrong === -1 || this.#fault !== undefined) return this.#fault;
    this.#refuse('a character that XML does not allow', 'character', this.#text.length);
    return this.#fault;
  }

  end(): Fault | undefined {
    const open = this.#open.at(-1);
    if (open !== undefined) this.#refuse(`<${open}> is never closed`);
    else if (this.#at < this.#text.length || !this.#hasRoot) this.#refuse('it ends too early');
    return this.#fault;
  }

  #read(block: string): void {
    const more = this.#withoutReturns(block);
    // What is not whole ends with one of these: searched again for each block, a long one would take its square.
    if (this.#at < this.#text.length && !/[<>]/.test(more)) {
      this.#text += more;
      return;
    }
    const text = this.#text.slice(this.#at) + more;
    this.#from = this.place;
    this.#text = text;
    this.#at = 0;
    this.#hasReference = text.includes('&');
    this.#hasCdataEnd = text.includes(']]>');
    while (this.#fault === undefined && this.#at < text.length) {
      const isMarkup = text.charCodeAt(this.#at) === code.less;
      const next = isMarkup ? this.#markup(text, this.#at) : this.#said(text, this.#at);
      if (next === stuck) return;
      this.#at = next;
    }
  }

  #withoutReturns(block: string): string {
    const whole = this.#return + block;
    if (!whole.includes('\r')) return whole;
    this.#return = whole.endsWith('\r') ? '\r' : '';
    return whole.slice(0, whole.length - this.#return.length).replace(/\r\n?/g, '\n');
  }

  #refuse(words: string, kind: Fault['kind'] = 'markup', at = this.#at): typeof stuck {
    this.#fault = { kind, words: shownValue(words) };
    this.#at = at;
    return stuck;
  }

  #said(text: string, at: number): number {
    if (this.#open.length === 0) return this.#outside(text, at);
    const end = text.indexOf('<', at);
    if (end === -1) return stuck;
    const raw = text.slice(at, end);
    if (this.#hasCdataEnd && raw.includes(']]>'))
      return this.#refuse('the end of a CDATA section without its beginning');
    const said = this.#plain(raw, at);
    if (said === undefined) return stuck;
    this.#events.text(said);
    return end;
  }

  /** Programs that put files together leave a byte order mark at each border, or two at the beginning. */
  #outside(text: string, at: number): number {
    const end = skipped(text, at);
    if (end === text.length || text.charCodeAt(end) === code.less) return end;
    if (text.charCodeAt(end) !== code.byteOrderMark)
      return this.#refuse('text outside the root', 'markup', end);
    if (!this.#hasMark && !this.#hasRoot) return end + 1;
    return this.#refuse('a byte order mark that is not at the beginning', 'declaration', end);
  }

  #markup(text: string, at: number): number {
    const second = text.charCodeAt(at + 1);
    if (second === code.slash) return this.#closeTag(text, at + 2);
    if (second === code.mark) return this.#declared(text, at);
    if (second === code.question) return this.#instruction(text, at + 2);
    return at + 1 < text.length ? this.#openTag(text, at + 1) : stuck;
  }

  /** Without a name it is a damaged tag: what is behind it must not be skipped. */
  #instruction(text: string, at: number): number {
    const end = text.indexOf('?>', at);
    if (end === -1) return isEndless(text, at) ? this.#refuse(notDeclared) : stuck;
    const stop = Math.min(end, nameEnd(text, at));
    const name = this.#names.in(text, at, stop);
    if (name === undefined || (stop < end && skipped(text, stop) === stop))
      return this.#refuse('an instruction without a name');
    if (name.toLowerCase() === 'xml' && !this.#isDeclaration(text.slice(stop, end))) return stuck;
    this.#hasMark = true;
    return end + 2;
  }

  /** XML allows nothing before it; programs that write it into a page leave blank lines there. */
  #isDeclaration(said: string): boolean {
    if (this.#hasMark || this.#hasRoot)
      this.#refuse('an XML declaration that is not at the beginning', 'declaration');
    else if (!isDeclaration(said)) this.#refuse(notDeclared);
    this.#isVersion11 = isVersion11(said);
    return this.#fault === undefined;
  }

  /** Ends with the first `--`: two comments of which one has lost its end would hide all that is between them. */
  #comment(text: string, at: number): number {
    const end = text.indexOf('--', at);
    if (end === -1 || end + 2 === text.length) return stuck;
    return text.charCodeAt(end + 2) === code.greater
      ? end + 3
      : this.#refuse('a comment with -- inside');
  }

  #declared(text: string, at: number): number {
    this.#hasMark = true;
    if (text.startsWith('<!--', at)) return this.#comment(text, at + 4);
    if (text.startsWith('<![CDATA[', at)) return this.#cdata(text, at + 9);
    if (text.startsWith('<!DOCTYPE', at)) return this.#doctype(text, at + 9);
    const isUnfinished = ['<!--', '<![CDATA[', '<!DOCTYPE'].some((one) =>
      one.startsWith(text.slice(at)),
    );
    return isUnfinished ? stuck : this.#refuse('markup that is none of XML');
  }

  #doctype(text: string, at: number): number {
    if (this.#hasRoot || this.#hasDoctype) return this.#refuse('a DOCTYPE that is out of place');
    const end = doctypeEnd(text, at);
    if (end === -1) return stuck;
    this.#hasDoctype = true;
    const refused = this.#events.doctype(text.charAt(end) === '[');
    return refused === undefined ? end + 1 : this.#refuse(refused);
  }

  #cdata(text: string, at: number): number {
    const end = text.indexOf(']]>', at);
    if (end === -1) return stuck;
    if (this.#open.length === 0) return this.#refuse('text outside the root');
    this.#events.text(text.slice(at, end));
    return end + 3;
  }

  #closeTag(text: string, at: number): number {
    const open = this.#open.at(-1);
    if (open === undefined) return this.#refuse('a closing tag without its element');
    if (text.startsWith(open, at)) {
      const end = skipped(text, at + open.length);
      if (text.charCodeAt(end) === code.greater) return this.#closed(open, end + 1);
    }
    if (!text.includes('>', at)) return stuck;
    return this.#refuse(`<${open}> is not closed where it should be`);
  }

  #closed(name: string, end: number): number {
    this.#open.pop();
    this.#events.close(name);
    return end;
  }

  #openTag(text: string, at: number): number {
    const begun = this.#begun;
    this.#begun = undefined;
    if (begun !== undefined) return this.#named(begun.name, text, this.#at + begun.length);
    const end = nameEnd(text, at);
    if (end === text.length) return stuck;
    const name = this.#names.in(text, at, end);
    if (name === undefined) return this.#refuse('a tag without a valid name', 'name');
    this.#attributes.clear();
    return this.#named(name, text, end);
  }

  #named(name: string, text: string, at: number): number {
    for (let end = at; ; ) {
      const blank = skipped(text, end);
      const next = text.charCodeAt(blank);
      if (next === code.greater) return this.#opened(name, blank + 1);
      if (next === code.slash) return this.#openedAndClosed(name, text, blank);
      if (blank === end && blank < text.length)
        return this.#refuse(`<${name}> has an attribute without a blank before it`);
      if (this.#attributes.count === attributesPerElementMax && blank < text.length)
        return this.#refuse(`<${name}> has too many attributes`, 'attributes');
      const after = blank === text.length ? stuck : this.#attribute(text, blank);
      if (after === stuck) {
        this.#begun = { name, length: end - this.#at };
        return stuck;
      }
      end = after;
    }
  }

  #attribute(text: string, at: number): number {
    const nameStop = nameEnd(text, at);
    const equals = skipped(text, nameStop);
    const opening = skipped(text, equals + 1);
    if (opening >= text.length) return stuck;
    const name = this.#names.in(text, at, nameStop);
    const plainEnd = plainValueEnd(text, opening);
    if (name === undefined || text.charCodeAt(equals) !== code.equals || plainEnd === -1)
      return this.#refuse('an attribute that is not valid');
    if (this.#attributes.has(name)) return this.#refuse(`the attribute ${name} is there twice`);
    const isPlain = text.charCodeAt(plainEnd) === text.charCodeAt(opening);
    const closing = isPlain ? plainEnd : text.indexOf(text.charAt(opening), plainEnd);
    const raw = text.slice(opening + 1, closing === -1 ? text.length : closing);
    if (!isPlain && raw.includes('<')) return this.#refuse(`the attribute ${name} has no end`);
    if (closing === -1) return stuck;
    const value = isPlain ? raw : this.#plain(raw.replace(/[\n\t]/g, ' '), opening + 1);
    if (value === undefined) return stuck;
    this.#attributes.add(name, value);
    return closing + 1;
  }

  #opened(name: string, end: number): number {
    if (this.#open.length === 0 && this.#hasRoot) return this.#refuse('a second root', 'root');
    if (this.#open.length === depthMax) return this.#refuse(`more than ${depthMax} levels`);
    this.#hasRoot = true;
    this.#open.push(name);
    this.#events.open(name, this.#attributes.all);
    return end;
  }

  #openedAndClosed(name: string, text: string, at: number): number {
    if (at + 1 >= text.length) return stuck;
    if (text.charCodeAt(at + 1) !== code.greater)
      return this.#refuse(`the tag <${name}> is malformed`);
    const end = this.#opened(name, at + 2);
    return end === stuck ? stuck : this.#closed(name, end);
  }

  /** Undefined where it is refused. */
  #plain(raw: string, at: number): string | undefined {
    if (!this.#hasReference || !raw.includes('&')) return raw;
    const plain = plainText(raw, this.#isVersion11);
    if (typeof plain === 'string') return plain;
    const words = `${plain.reference} is not a reference to a character`;
    this.#refuse(words, plain.isNumber ? 'character' : 'reference', at + plain.at);
    return undefined;
  }
}
