import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Columns } from '../../../adapters/xml/columns.ts';
import { openXmlText } from '../../../adapters/xml/decoder.ts';
import { blockBytes } from '../../../adapters/xml/limits.ts';
import { recordPath } from '../../../adapters/xml/path.ts';
import { xml } from '../../../adapters/xml/read.ts';
import { feed } from '../../../adapters/xml/reader.ts';
import { RecordSink } from '../../../adapters/xml/records.ts';
import type { Cells } from '../../../adapters/xml/shape.ts';
import { putChildren, treeCells } from '../../../adapters/xml/tree.ts';
import { fileOf, reading } from './reading.ts';

interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly Node[];
}

const name = fc.constantFrom('sku', 'name', 'Preis', 'Ид', 'a-b', '_x', 'n.1');
const text = fc
  .string({ unit: 'grapheme', maxLength: 20 })
  .map((value) =>
    value.replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '').trim(),
  );

const tree = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.record({
    name,
    attributes: fc.dictionary(name, text, { maxKeys: 3 }),
    text,
    children: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constant([]),
      fc.array(tie('node'), { maxLength: 4 }),
    ),
  }),
})).node;

/** Which of the many ways to write the same text is drawn. */
type Style = 'entity' | 'number' | 'cdata';

function escaped(value: string, style: Style): string {
  if (style === 'cdata')
    return `<![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\r', ']]>&#13;<![CDATA[')}]]>`;
  const each = (letter: string) =>
    `&#${style === 'number' ? letter.codePointAt(0) : `x${letter.codePointAt(0)?.toString(16)}`};`;
  return value.replace(/[<>&"'\r\n\t]/g, each);
}

function written(node: Node, style: Style): string {
  const attributes = Object.entries(node.attributes)
    .map(([key, value]) => ` ${key}="${escaped(value, style === 'cdata' ? 'number' : style)}"`)
    .join('');
  const children = node.children.map((child) => written(child, style)).join('<!-- - -->');
  return `<${node.name}${attributes}>\n ${escaped(node.text, style)}${children}\r\n</${node.name} >`;
}

/** The element's text with that of its children, as `written` puts blanks around each. */
function wholeText(node: Node): string {
  return `\n ${node.text}${node.children.map(wholeText).join('')}\n`;
}

/** The columns as the README describes them, worked out from the tree that was written. */
function expected(
  node: Node,
  path: string,
  row: Record<string, string> = {},
): Record<string, string> {
  const prefix = path === '' ? '' : `${path}/`;
  for (const [key, value] of Object.entries(node.attributes)) row[`${prefix}@${key}`] = value;
  if (node.text !== '' || (node.children.length === 0 && path !== ''))
    row[path === '' ? '.' : path] = wholeText(node).trim();
  for (const [index, child] of node.children.entries()) {
    const before = node.children.slice(0, index).filter((sibling) => sibling.name === child.name);
    expected(
      child,
      `${prefix}${child.name}${before.length === 0 ? '' : `[${before.length + 1}]`}`,
      row,
    );
  }
  return row;
}

/** With its encoding: a few strange signs alone would be doubted to be UTF-8. */
function documentOf(records: readonly Node[], style: Style, before = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<catalog>${before}${records.map((node) => written({ ...node, name: 'product' }, style)).join('\n')}</catalog>`;
}

const style = fc.constantFrom<Style>('entity', 'number', 'cdata');
const records = fc.array(tree, { minLength: 1, maxLength: 5 });

describe('random trees', () => {
  it('written in any style read back cell for cell, wherever the border of a block cuts them', async () => {
    await fc.assert(
      fc.asyncProperty(records, style, fc.nat(2_000), async (trees, drawn, shift) => {
        const before = `<!--${' '.repeat(blockBytes - shift)}-->`;
        const file = fileOf('random.xml', documentOf(trees, drawn, before));
        const { rows, refusal } = await reading(xml, [file], { path: 'catalog/product' });
        expect(refusal).toBeUndefined();
        expect(rows).toEqual(trees.map((node) => expected(node, '')));
      }),
      { numRuns: 300 },
    );
  });

  it('give the same columns through the tree of the formats built on XML', () => {
    fc.assert(
      fc.property(records, (trees) => {
        // The tree's record has no text of its own: the formats on top read children only.
        const bare = trees.map((node) => ({ ...node, text: '', attributes: {} }));
        const document = openXmlText(fileOf('random.xml', documentOf(bare, 'entity')));
        if ('refusal' in document) throw new Error(document.refusal.rule);
        const columns = new Columns('random.xml');
        const sink = new RecordSink<Cells>({
          file: 'random.xml',
          isRecord: recordPath('product'),
          builder: treeCells(columns, (element, put) => putChildren(element, '', put)),
        });
        expect([...feed(document, sink)].length).toBeGreaterThan(0);
        const rows = sink
          .drain()
          .map((cells) =>
            Object.fromEntries(
              cells.flatMap((cell, index) =>
                cell === undefined ? [] : [[columns.names[index], cell]],
              ),
            ),
          );
        expect(rows).toEqual(bare.map((node) => expected(node, '')));
      }),
      { numRuns: 200 },
    );
  });
});
