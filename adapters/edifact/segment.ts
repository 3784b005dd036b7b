import { piecesOf } from '../order/text.ts';

/** A data element, or the components of a composite one; what is missing is empty. */
export type DataElement = string | undefined | readonly (string | undefined)[];

export interface Segment {
  readonly tag: string;
  readonly elements: readonly DataElement[];
}

export function segment(tag: string, elements: readonly DataElement[]): Segment {
  return { tag, elements };
}

/** UNOC is ISO 8859-1. UNOY, of syntax version 4, is ISO 10646; written as UTF-8, as everyone reads it. */
export interface Syntax {
  readonly identifier: 'UNOC' | 'UNOY';
  readonly version: '3' | '4';
  /** The six characters after UNA; version 4 has a separator of its own for repetitions. */
  readonly advice: string;
  readonly toEscape: RegExp;
}

const latin1: Syntax = {
  identifier: 'UNOC',
  version: '3',
  advice: ":+.? '",
  toEscape: /[?+:']/g,
};
const unicode: Syntax = {
  identifier: 'UNOY',
  version: '4',
  advice: ":+.?*'",
  toEscape: /[?+:'*]/g,
};

export function syntaxFor(segments: readonly Segment[]): Syntax {
  const isLatin1 = segments.every(({ elements }) =>
    elements.flat().every((text) => /^[\0-\xff]*$/.test(text ?? '')),
  );
  return isLatin1 ? latin1 : unicode;
}

/** No character set of EDIFACT has control characters: in prose they are blanks, a key that has one is refused. */
const everyControl = /[\p{Control}\p{Surrogate}]/gu;

/** Readers may drop blanks at the end of a text, so no key ends in one. */
export const unholdableInEdifactKeys = /[\p{Control}\p{Surrogate}]|^\s|\s$|\s{35}/u;

function prose(text: string): string {
  return text.replaceAll(everyControl, ' ');
}

/** A piece of blanks alone would be an empty element: a run of blanks as long as one becomes shorter. */
export function prosePieces(text: string, length: number): readonly string[] {
  return piecesOf(prose(text), length).filter((piece) => piece !== ' ');
}

/** `BGM+220+A?+1+9'`: separators in texts are released, empty components and elements at an end are left out. */
export function segmentText({ tag, elements }: Segment, { toEscape }: Syntax): string {
  const released = (text: string | undefined): string =>
    prose(text ?? '')
      .replace(/ +$/, '')
      .replaceAll(toEscape, '?$&');
  const texts = elements.map((element) =>
    typeof element === 'object' ? joined(element.map(released), ':') : released(element),
  );
  return `${joined([tag, ...texts], '+')}'`;
}

function joined(texts: readonly string[], separator: string): string {
  const last = texts.findLastIndex((text) => text !== '');
  return texts.slice(0, last + 1).join(separator);
}
