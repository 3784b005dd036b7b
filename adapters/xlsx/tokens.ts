/** What the markup of a part says. */
export interface TokenEvents {
  /** By qualified name, as attributes are. */
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  /** A text may come in pieces. */
  text(text: string): void;
  doctype(): void;
}

const code = {
  blank: 32,
  mark: 33,
  double: 34,
  and: 38,
  single: 39,
  slash: 47,
  less: 60,
  equals: 61,
} as const;
const greater = 62;
const question = 63;
/** More of the text is needed; or what came is refused. */
const stuck = -1;
const depthMax = 1_000;
/** `&#x10FFFF;` is the longest that there is. */
const entityMax = 16;
/** Control characters but tab and line ends, and the two that are no characters. */
const forbidden = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]/u;
const nameShape = /^[\p{L}_:][\p{L}\p{M}\p{N}_:.\-\xb7]*$/u;
const noAttributes: Readonly<Record<string, string>> = Object.freeze({});
/** A map: of an object `&constructor;` would be a name (fault 10). */
const named = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/**
 * Takes the text of a part block by block. A sheet has millions of tags, and nothing but tags and
 * texts: a workbook takes a fifth less time and memory than with a parser for any XML. Well-formed or
 * refused; a DOCTYPE is told to the caller.
 */
export class XmlTokens {
  readonly #events: TokenEvents;
  readonly #open: string[] = [];
  /** Names that were looked at before. */
  readonly #names = new Set<string>();
  #rest = '';
  #hasRoot = false;
  #fault: string | undefined;

  constructor(events: TokenEvents) {
    this.#events = events;
  }

  /** Why the part is not well-formed, in a few words. */
  write(block: string): string | undefined {
    if (forbidden.test(block)) this.#refuse('a character that XML does not allow');
    const text = this.#rest + block;
    let at = 0;
    while (this.#fault === undefined && at < text.length) {
      const isMarkup = text.charCodeAt(at) === code.less;
      const next = isMarkup ? this.#markup(text, at) : this.#text(text, at);
      if (next === stuck) break;
      at = next;
    }
    this.#rest = text.slice(at);
    return this.#fault;
  }

  end(): string | undefined {
    const open = this.#open.at(-1);
    if (open !== undefined) this.#refuse(`<${open}> is never closed`);
    else if (!isBlank(this.#rest) || !this.#hasRoot) this.#refuse('it ends too early');
    return this.#fault;
  }

  #refuse(fault: string): typeof stuck {
    this.#fault ??= fault;
    return stuck;
  }

  #text(text: string, at: number): number {
    const tag = text.indexOf('<', at);
    const end = tag === -1 ? wholeText(text, at) : tag;
    if (end === at)
      return text.length - at > entityMax ? this.#refuse('an & without its ;') : stuck;
    const raw = text.slice(at, end);
    if (raw.includes(']]>'))
      return this.#refuse('the end of a CDATA section without its beginning');
    if (this.#open.length > 0) this.#events.text(this.#plain(raw));
    else if (!isBlank(raw)) return this.#refuse('text outside the root');
    return end;
  }

  #markup(text: string, at: number): number {
    const second = text.charCodeAt(at + 1);
    if (second === code.slash) return this.#closeTag(text, at + 2);
    if (second === code.mark) return this.#declaration(text, at);
    if (second === question) return this.#instruction(text, at + 2);
    return at + 1 < text.length ? this.#openTag(text, at + 1) : stuck;
  }

  /** Without a name it is a damaged tag: what is behind it must not be skipped. */
  #instruction(text: string, at: number): number {
    const end = text.indexOf('?>', at);
    if (end === -1) return stuck;
    const stop = Math.min(end, nameEnd(text, at));
    const isNamed =
      this.#isName(text.slice(at, stop)) && (stop === end || skipped(text, stop) > stop);
    return isNamed ? end + 2 : this.#refuse('an instruction without a name');
  }

  /** Ends with the first `--`: two comments of which one has lost its end would hide all that is between them. */
  #comment(text: string, at: number): number {
    const end = text.indexOf('--', at);
    if (end === -1 || end + 2 === text.length) return stuck;
    return text.charCodeAt(end + 2) === greater
      ? end + 3
      : this.#refuse('a comment with -- inside');
  }

  #declaration(text: string, at: number): number {
    if (text.startsWith('<!--', at)) return this.#comment(text, at + 4);
    if (text.startsWith('<![CDATA[', at)) return this.#cdata(text, at + 9);
    if (text.startsWith('<!DOCTYPE', at)) {
      this.#events.doctype();
      return this.#refuse('a DOCTYPE');
    }
    const isUnfinished = ['<!--', '<![CDATA[', '<!DOCTYPE'].some((one) =>
      one.startsWith(text.slice(at)),
    );
    return isUnfinished ? stuck : this.#refuse('markup that no workbook has');
  }

  #cdata(text: string, at: number): number {
    const end = text.indexOf(']]>', at);
    if (end === -1) return stuck;
    if (this.#open.length === 0) return this.#refuse('text outside the root');
    this.#events.text(withoutReturns(text.slice(at, end)));
    return end + 3;
  }

  #closeTag(text: string, at: number): number {
    const open = this.#open.at(-1);
    if (open === undefined) return this.#refuse('a closing tag without its element');
    const end = text.indexOf('>', at);
    if (end === -1) return stuck;
    if (!text.startsWith(open, at) || skipped(text, at + open.length) !== end)
      return this.#refuse(`<${open}> is not closed where it should be`);
    this.#open.pop();
    this.#events.close(open);
    return end + 1;
  }

  #openTag(text: string, at: number): number {
    let end = nameEnd(text, at);
    const name = text.slice(at, end);
    let attributes = noAttributes;
    for (;;) {
      const blank = skipped(text, end);
      const next = text.charCodeAt(blank);
      if (blank >= text.length) return stuck;
      if (next === greater) return this.#opened(name, attributes, blank + 1);
      if (next === code.slash) return this.#openedAndClosed(name, attributes, { text, at: blank });
      if (blank === end)
        return this.#refuse(`<${name}> has an attribute without a blank before it`);
      if (attributes === noAttributes) attributes = {};
      end = this.#attribute(text, blank, attributes as Record<string, string>);
      if (end === stuck) return stuck;
    }
  }

  #attribute(text: string, at: number, into: Record<string, string>): number {
    const nameStop = nameEnd(text, at);
    const equals = skipped(text, nameStop);
    const opening = skipped(text, equals + 1);
    if (opening >= text.length) return stuck;
    const quote = text.charCodeAt(opening);
    const name = text.slice(at, nameStop);
    const isSound = text.charCodeAt(equals) === code.equals && this.#isName(name);
    // What every object has counts as standing twice: no workbook has such an attribute (fault 10).
    if (!isSound || (quote !== code.double && quote !== code.single) || name in into)
      return this.#refuse(`the attribute ${name} is not valid`);
    // Most values are as short as `A1`: a loop is quicker there than three searches.
    let closing = opening + 1;
    let isPlain = true;
    for (; closing < text.length; closing += 1) {
      const unit = text.charCodeAt(closing);
      if (unit === quote) break;
      if (unit < code.blank || unit === code.and || unit === code.less) isPlain = false;
    }
    if (closing === text.length) return stuck;
    const raw = text.slice(opening + 1, closing);
    if (!isPlain && raw.includes('<')) return this.#refuse(`the attribute ${name} is not valid`);
    into[name] = isPlain ? raw : this.#plain(oneLine(raw));
    return closing + 1;
  }

  #opened(name: string, attributes: Readonly<Record<string, string>>, end: number): number {
    if (!this.#isName(name)) return this.#refuse(`<${name}> is not a valid name`);
    if (this.#open.length === 0 && this.#hasRoot) return this.#refuse('a second root');
    if (this.#open.length === depthMax) return this.#refuse(`more than ${depthMax} levels`);
    this.#hasRoot = true;
    this.#open.push(name);
    this.#events.open(name, attributes);
    return end;
  }

  #openedAndClosed(
    name: string,
    attributes: Readonly<Record<string, string>>,
    { text, at }: { readonly text: string; readonly at: number },
  ): number {
    if (at + 1 >= text.length) return stuck;
    if (text.charCodeAt(at + 1) !== greater) return this.#refuse(`the tag <${name}> is malformed`);
    const end = this.#opened(name, attributes, at + 2);
    if (end === stuck) return stuck;
    this.#open.pop();
    this.#events.close(name);
    return end;
  }

  #isName(name: string): boolean {
    if (this.#names.has(name)) return true;
    if (!nameShape.test(name)) return false;
    this.#names.add(name);
    return true;
  }

  #plain(raw: string): string {
    const text = withoutReturns(raw);
    if (!text.includes('&')) return text;
    return text.replace(/&([^&;]*)(;?)/g, (_, entity: string, ending: string) => {
      const letter = ending === '' ? undefined : (named.get(entity) ?? numbered(entity));
      if (letter === undefined)
        this.#refuse(`&${entity.slice(0, entityMax)} is not a reference to a character`);
      return letter ?? '';
    });
  }
}

/** Where the text ends that needs nothing of the next block: half an entity, half a line end and half a `]]>` do. */
function wholeText(text: string, at: number): number {
  const entity = text.lastIndexOf('&');
  if (entity >= at && !text.includes(';', entity)) return entity;
  const half = ['\r', ']]', ']'].find((one) => text.endsWith(one)) ?? '';
  return Math.max(at, text.length - half.length);
}

function isBlank(text: string): boolean {
  return skipped(text, 0) === text.length;
}

/** A value of an attribute has blanks where its text has line ends and tabs. */
function oneLine(text: string): string {
  return text.replace(/\r\n|[\r\n\t]/g, ' ');
}

function withoutReturns(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** `#65` or `#x41`; undefined for what is no character of XML. */
function numbered(entity: string): string | undefined {
  const digits = /^#(?:x([\da-fA-F]+)|(\d+))$/.exec(entity);
  const [, hexadecimal, decimal] = digits ?? [];
  const point = Number.parseInt(hexadecimal ?? decimal ?? '', hexadecimal === undefined ? 10 : 16);
  if (!(point > 0 && point <= 0x10ffff) || (point >= 0xd800 && point <= 0xdfff)) return undefined;
  const letter = String.fromCodePoint(point);
  return forbidden.test(letter) ? undefined : letter;
}

/** The first place from `at` on that is no part of a name. */
function nameEnd(text: string, at: number): number {
  let end = at;
  for (; end < text.length; end += 1) {
    const unit = text.charCodeAt(end);
    if (unit <= code.blank || unit === code.slash || unit === greater || unit === code.equals)
      break;
  }
  return end;
}

function skipped(text: string, at: number): number {
  let end = at;
  while (end < text.length && text.charCodeAt(end) <= code.blank) end += 1;
  return end;
}
