import { elements, orderMessage, type Position } from './directory.ts';

/** Data elements of one segment, each with its components. */
export interface Read {
  readonly tag: string;
  readonly data: readonly (readonly string[])[];
}

/** An interchange, cut by the rules of ISO 9735 and by nothing of ours; throws where they are broken. */
export function parse(bytes: Uint8Array): readonly Read[] {
  const latin = Buffer.from(bytes).toString('latin1');
  if (!latin.startsWith('UNA')) throw new Error('no UNA');
  const [component, element, point, release, repetition, terminator] = latin.slice(3, 9);
  if (point !== '.' || release !== '?') throw new Error('another advice');
  const isUnicode = latin.slice(9).startsWith('UNB+UNOY:4');
  if (repetition !== (isUnicode ? '*' : ' '))
    throw new Error('a separator that the syntax has not');
  const text = isUnicode
    ? new TextDecoder('utf-8', { fatal: true }).decode(bytes).slice(9)
    : latin.slice(9);
  if (/\p{Control}/u.test(text)) throw new Error('a control character');
  const separators = [component, element, terminator, ...(isUnicode ? [repetition] : [])];
  return cut(text, separators as string[]);
}

function cut(
  text: string,
  [component, element, terminator, repetition]: string[],
): readonly Read[] {
  const segments: Read[] = [];
  let data: string[][] = [['']];
  const append = (character: string): void => {
    const last = data.at(-1)!;
    last[last.length - 1] += character;
  };
  let isReleased = false;
  for (const character of text) {
    if (isReleased) {
      append(character);
      isReleased = false;
    } else if (character === '?') isReleased = true;
    else if (character === component) data.at(-1)!.push('');
    else if (character === element) data.push(['']);
    else if (character === repetition) throw new Error('a repetition that D.96A has not');
    else if (character === terminator) {
      segments.push({ tag: data[0]![0]!, data: data.slice(1) });
      data = [['']];
    } else append(character);
  }
  if (isReleased || data.length > 1 || data[0]![0] !== '')
    throw new Error('text behind the last segment');
  return segments;
}

/** The segments between UNB and UNZ, after the envelope was checked. */
export function messageIn(segments: readonly Read[]): readonly Read[] {
  const [header, trailer] = [segments[0]!, segments.at(-1)!];
  if (header.tag !== 'UNB' || trailer.tag !== 'UNZ') throw new Error('no envelope');
  const reference = header.data[4]![0];
  if (trailer.data[0]![0] !== '1' || trailer.data[1]![0] !== reference) throw new Error('UNZ');
  const digits = header.data[0]![1] === '4' ? 8 : 6;
  if (header.data[3]![0]!.length !== digits) throw new Error('the date of the syntax version');
  const message = segments.slice(1, -1);
  const [first, last] = [message[0]!, message.at(-1)!];
  if (first.data[1]!.join(':') !== 'ORDERS:D:96A:UN') throw new Error('UNH');
  if (last.data[0]![0] !== String(message.length)) throw new Error('UNT counts other segments');
  if (last.data[1]![0] !== first.data[0]![0]) throw new Error('UNT has another reference');
  return message;
}

/** Order, repetitions and lengths of the directory. */
export function checkMessage(message: readonly Read[]): void {
  const tags = message.map(({ tag }) => tag);
  const end = matchAll(orderMessage(), { tags, at: 0 });
  if (end !== tags.length) throw new Error(`${tags[end]} stands at ${end}, where D.96A has none`);
  for (const segment of message) checkElements(segment);
}

interface Place {
  readonly tags: readonly string[];
  readonly at: number;
}

function matchAll(positions: readonly Position[], place: Place): number {
  let { at } = place;
  for (const position of positions) {
    let times = 0;
    while (times < position.timesMax && begins(position, { ...place, at })) {
      at = position.tag === '' ? matchAll(position.group, { ...place, at }) : at + 1;
      times += 1;
    }
    if (position.isMandatory && times === 0) throw new Error(`no ${position.tag} at ${at}`);
  }
  return at;
}

function begins(position: Position, { tags, at }: Place): boolean {
  const trigger = position.tag === '' ? position.group[0]!.tag : position.tag;
  return tags[at] === trigger;
}

function checkElements({ tag, data }: Read): void {
  const allowed = elements[tag];
  if (allowed === undefined || data.length > allowed.length)
    throw new Error(`${tag}: too many elements`);
  if (data.at(-1)?.join('') === '') throw new Error(`${tag}: an empty element at its end`);
  data.forEach((components, index) => {
    if (components.length > allowed[index]!.length) throw new Error(`${tag}: too many components`);
    if (components.length > 1 && components.at(-1) === '')
      throw new Error(`${tag}: an empty component at an end`);
    components.forEach((text, place) => {
      checkText(text, `${tag} ${allowed[index]![place]!}`);
    });
  });
}

function checkText(text: string, rule: string): void {
  const [, kind, length] = / (an|n)(\d+)$/.exec(rule)!;
  const count = kind === 'n' ? text.replaceAll(/[-.]/g, '').length : [...text].length;
  if (count > Number(length)) throw new Error(`${rule}: ${count} characters`);
  if (kind === 'n' && text !== '' && !/^-?\d+(\.\d+)?$/.test(text))
    throw new Error(`${rule}: ${text}`);
  if (/ $/.test(text)) throw new Error(`${rule}: a blank at the end`);
}
