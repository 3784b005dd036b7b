import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { XmlTokens } from '../../../adapters/xml/tokens.ts';

type Event = readonly [kind: string, ...said: unknown[]];

/** Texts side by side are one. */
function joined(events: readonly Event[]): Event[] {
  const all: Event[] = [];
  for (const event of events) {
    const last = all.at(-1);
    if (event[0] !== 'text') all.push(event);
    else if (last?.[0] === 'text') all[all.length - 1] = ['text', `${last[1]}${event[1]}`];
    else if (event[1] !== '') all.push(event);
  }
  return all;
}

interface Read {
  readonly events: Event[];
  readonly fault: string | undefined;
}

function ours(blocks: readonly string[]): Read {
  const events: Event[] = [];
  const tokens = new XmlTokens({
    open: (name, attributes) => events.push(['open', name, { ...attributes }]),
    close: (name) => events.push(['close', name]),
    text: (text) => events.push(['text', text]),
    doctype: (hasDeclarations) => (hasDeclarations ? 'a DOCTYPE' : undefined),
  });
  for (const block of blocks) {
    const fault = tokens.write(block);
    if (fault !== undefined) return { events: joined(events), fault: fault.words };
  }
  return { events: joined(events), fault: tokens.end()?.words };
}

function saxes(text: string): Read {
  const events: Event[] = [];
  const parser = new SaxesParser({ xmlns: false });
  let fault: string | undefined;
  let depth = 0;
  parser.on('error', (error) => {
    fault ??= error.message;
  });
  parser.on('doctype', (said) => {
    if (said.includes('[')) fault ??= 'a DOCTYPE';
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    events.push(['open', name, { ...attributes }]);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    events.push(['close', name]);
  });
  const say = (said: string): void => {
    if (depth > 0) events.push(['text', said]);
  };
  parser.on('text', say);
  parser.on('cdata', say);
  parser.write(text).close();
  return { events: joined(events), fault };
}

function inBlocks(text: string, cuts: readonly number[]): string[] {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((from, at) => text.slice(from, places[at]));
}

const name = fc.constantFrom(
  'c',
  'row',
  'v',
  'x:c',
  'is',
  't',
  'sheetData',
  'Größe',
  'a\xb7\u0300',
  '\u{10000}',
);
const said = fc
  .array(
    fc.constantFrom(
      ...['1', 'Öl', '&lt;', '&amp;', '&#65;', '&#x20AC;', '&quot;', ' ', '\n', '\r\n', '\r'],
      ...['\t', '>', '😀', '&apos;', '"', "'", '&#128512;', '&#xE000;'],
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));
const attributes = fc
  .uniqueArray(fc.tuple(fc.constantFrom('r', 't', 's', 'xml:space', 'constructor'), said), {
    selector: ([key]) => key,
    maxLength: 3,
  })
  .map((all) => all.map(([key, value]) => `${key}="${value.replaceAll('"', '')}"`).join(' '));
const aside = fc.constantFrom('', '<!---->', '<!-- c > -->', '<?p i?>', '<![CDATA[a<b&c\r\n]]>');
const elementWith = (beside: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.letrec<{ element: string }>((tie) => ({
    element: fc.oneof(
      { maxDepth: 4 },
      fc.tuple(name, attributes).map(([tag, given]) => `<${tag} ${given}/>`),
      fc
        .tuple(name, attributes, said, beside, fc.array(tie('element'), { maxLength: 3 }))
        .map(
          ([tag, given, text, other, inner]) =>
            `<${tag}${given === '' ? '' : ` ${given}`}>${text}${other}${inner.join(text)}</${tag}>`,
        ),
    ),
  })).element;
const document = fc
  .tuple(
    fc.constantFrom(
      ...['', '<?xml version="1.0" encoding="UTF-8"?>', '<!-- a -->\n'],
      ...["<?xml version='1.0' standalone='yes' ?>\r\n<?p i?>", '<?xml-stylesheet href="a"?>'],
      ...['<!DOCTYPE a>', '<!-- a --><!DOCTYPE a PUBLIC "-//b>" \'c">.dtd\' >\n'],
    ),
    elementWith(aside),
  )
  .map(([before, root]) => `${before}${root}\n`);
const cuts = fc.array(fc.nat(), { maxLength: 8 });
const runs = { numRuns: 2_000 };
/** XML 1.0 §2.6 wants a blank behind the name of an instruction; saxes reads on without one. */
const instructionOutOfLaw = /<\?[^\s?>]+\?(?!>)/;

describe('the markup of a document', () => {
  it('is read as a parser for any XML reads it, wherever its blocks are cut', () => {
    fc.assert(
      fc.property(document, cuts, (text, places) => {
        const read = ours(inBlocks(text, places));
        expect(read).toEqual({ events: saxes(text).events, fault: undefined });
      }),
      runs,
    );
  });

  it('is refused where such a parser refuses it, or read alike', () => {
    const damage = fc.array(
      fc.tuple(
        fc.nat(),
        fc.constantFrom(
          ...[
            '',
            '<',
            '>',
            '&',
            '/',
            '"',
            '=',
            ' ',
            'x',
            '\u0001',
            '!',
            ';',
            '-',
            '?',
            ']]>',
            '\xa0',
          ],
        ),
      ),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(elementWith(aside), damage, cuts, (whole, changes, places) => {
        let text = whole;
        for (const [at, put] of changes) {
          const place = at % text.length;
          text = text.slice(0, place) + put + text.slice(place + 1);
        }
        // What the decoder gives is well-formed.
        fc.pre(text.isWellFormed() && !instructionOutOfLaw.test(text));
        const expected = saxes(text);
        const read = ours(inBlocks(text, places));
        if (expected.fault !== undefined) expect(read).toHaveProperty('fault', expect.any(String));
        else expect(read).toEqual(expected);
      }),
      runs,
    );
  });

  it.each([
    ['<a><b></a></b>', '<b> is not closed where it should be'],
    ['<a>', '<a> is never closed'],
    ['<a/><b/>', 'a second root'],
    ['<a/>x', 'text outside the root'],
    ['', 'it ends too early'],
    ['<a><?p?i?></a>', 'an instruction without a name'],
    ['<a><?p??></a>', 'an instruction without a name'],
    ['<a>&nbsp;</a>', '&nbsp is not a reference to a character'],
    ['<a>&constructor;</a>', '&constructor is not a reference to a character'],
    ['<a>&__proto__;</a>', '&__proto__ is not a reference to a character'],
    ['<a constructor="1" constructor="1"/>', 'the attribute constructor is there twice'],
    ['<a __proto__="1" __proto__="1"/>', 'the attribute __proto__ is there twice'],
    ['<a>&#xD800;</a>', '&#xD800 is not a reference to a character'],
    ['<a>&#0;</a>', '&#0 is not a reference to a character'],
    ['<a>&#65x;</a>', '&#65x is not a reference to a character'],
    ['<a b="1" b="2"/>', 'the attribute b is there twice'],
    ['<a b=1/>', 'an attribute that is not valid'],
    ['<a b="<"/>', 'the attribute b has no end'],
    ['<a b=\'1"><c/>', 'the attribute b has no end'],
    ['<?xml version="1.0"><a/>', 'an XML declaration that is not valid'],
    ['<?xml version="1.0" encoding="windows -1251"?><a/>', 'an XML declaration that is not valid'],
    ['<a \u0001/>', 'a character that XML does not allow'],
    ['<!ELEMENT a><a/>', 'markup that is none of XML'],
    ['<!DOCTYPE a [<!ENTITY b "c">]><a/>', 'a DOCTYPE'],
    ['<!DOCTYPE a><!DOCTYPE a><a/>', 'a DOCTYPE that is out of place'],
    ['<!DOCTYPE a', 'it ends too early'],
    ['<![CDATA[b]]><a/>', 'text outside the root'],
    ['<a>Bolts & Nuts</a>', '& Nuts is not a reference to a character'],
    [`<a>&${'x'.repeat(20)}`, '<a> is never closed'],
    ['<a/><!DOCTYPE a>', 'a DOCTYPE that is out of place'],
    ...['<a/>', '<?xml version="1.0"?>', '<?p i?>', '<!-- b -->'].map((before) => [
      `${before}<?xml version="1.0"?><a/>`,
      'an XML declaration that is not at the beginning',
    ]),
    ['<!-- b -->\uFEFF<a/>', 'a byte order mark that is not at the beginning'],
    ['<?xml version="1.0" <b/> ?><a/>', 'an XML declaration that is not valid'],
    [`<${'a'.repeat(200)}><b></a>`, '<b> is not closed where it should be'],
    ['<a>x]]></a>', 'the end of a CDATA section without its beginning'],
    ['<a></a\xa0>', '<a> is not closed where it should be'],
    ['<a/>\xa0', 'text outside the root'],
  ])('%j is refused in words', (text, words) => {
    expect(ours([text]).fault).toBe(words);
  });

  it.each([
    ['<a><!-- b -- ><c>1</c><!-- d --></a>', 'a comment with -- inside'],
    ['<a><?<c>1</c>?></a>', 'an instruction without a name'],
    ['<a><?p<c>1</c>?></a>', 'an instruction without a name'],
  ])('law 10: %j hides no cell behind a damaged mark, wherever it is cut', (text, words) => {
    for (let cut = 0; cut <= text.length; cut += 1)
      expect(ours([text.slice(0, cut), text.slice(cut)]).fault).toBe(words);
  });

  it('is refused beyond a thousand levels', () => {
    expect(ours(['<a>'.repeat(1_000)]).fault).toBe('<a> is never closed');
    expect(ours(['<a>'.repeat(1_001)]).fault).toBe('more than 1000 levels');
  });
});
