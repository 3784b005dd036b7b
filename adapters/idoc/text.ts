import type { Field } from '../order/fields.ts';
import { inWords } from '../order/head.ts';
import { piecesOf } from '../order/text.ts';
import type { XmlPart } from '../xml/document.ts';
import { segment } from './segment.ts';

/** The first text of a sales document in a standard system: its form header, and the item's own. */
const textId = '0001';
const lineLength = 70;

/** TDFORMAT: a new paragraph, a new line, and a line that continues without a blank. */
const paragraph = '*';
const newLine = '/';
const goesOn = '=';

interface Line {
  readonly format: string;
  readonly text: string;
}

/** What has no field, as `name: text`; a long text continues over lines, a line break begins one. */
function linesOf(field: Field): readonly Line[] {
  return inWords(field)
    .split(/\r\n|\r|\n/)
    .flatMap((line, index) =>
      piecesOf(line.replaceAll('\t', ' '), lineLength).map((text, piece) => ({
        format: piece > 0 ? goesOn : index > 0 ? newLine : paragraph,
        text,
      })),
    );
}

/** Of the head of an order, or of one of its items. */
export function textOf(part: 'K' | 'P', fields: readonly Field[]): XmlPart {
  const lines = fields.flatMap(linesOf);
  if (lines.length === 0) return undefined;
  return segment(
    `E1ED${part}T1`,
    { TDID: textId },
    lines.map(({ text, format }) => segment(`E1ED${part}T2`, { TDLINE: text, TDFORMAT: format })),
  );
}
