import { existsSync, readFileSync } from 'node:fs';

const directory = new URL(
  '../../../../shared/schemas/edifact/UNECE_ORDERS_D.96A_directory.txt',
  import.meta.url,
);

/** Whether the official message description is here; where CI promises it, its absence is a failure. */
export function hasDirectory(): boolean {
  const exists = existsSync(directory);
  if (!exists && process.env['CI'])
    throw new Error('CI is set, but the EDIFACT directory is missing.');
  return exists;
}

/** A segment of the message, or a group of them that begins with its trigger. */
export interface Position {
  readonly tag: string;
  readonly isMandatory: boolean;
  readonly timesMax: number;
  readonly group: Position[];
}

const segmentLine = /^\d{4}[ *+]+([A-Z]{3}) .*?([MC]) +(\d+)/;
const groupLine = /^\d{4}.*Segment group (\d+) .*?([MC]) +(\d+)/;
/** Box drawing of code page 437: each of these ends one group. */
const groupEnds = /[\u00d9\u00c1]/g;

/** The segment table of section 4.3.1, read from the directory's own text. */
export function orderMessage(): readonly Position[] {
  const text = readFileSync(directory, 'latin1');
  const table = text.slice(text.lastIndexOf('4.3.1  Segment table'));
  const top: Position[] = [];
  const open: Position[][] = [top];
  for (const line of table.split('\r\n')) {
    const group = groupLine.exec(line);
    const [, name, status, times] = group ?? segmentLine.exec(line) ?? [];
    if (name === undefined) continue;
    const position = {
      tag: group === null ? name : '',
      isMandatory: status === 'M',
      timesMax: Number(times),
      group: [],
    };
    open.at(-1)!.push(position);
    if (group !== null) open.push(position.group);
    else for (const _ of line.matchAll(groupEnds)) open.pop();
  }
  return top;
}

/** Repetitions of the data elements of D.96A that a writer of orders needs; `3*35` is three components of 35. */
export const elements: Readonly<Record<string, readonly (readonly string[])[]>> = {
  BGM: [['an3', 'an3', 'an3', 'an35'], ['an35'], ['an3'], ['an3']],
  DTM: [['an3', 'an35', 'an3']],
  FTX: [['an3'], ['an3'], ['an3', 'an3', 'an3'], ['an70', 'an70', 'an70', 'an70', 'an70'], ['an3']],
  RFF: [['an3', 'an35', 'an6', 'an35']],
  NAD: [
    ['an3'],
    ['an35', 'an3', 'an3'],
    ['an35', 'an35', 'an35', 'an35', 'an35'],
    ['an35', 'an35', 'an35', 'an35', 'an35', 'an3'],
    ['an35', 'an35', 'an35', 'an35'],
    ['an35'],
    ['an9'],
    ['an9'],
    ['an3'],
  ],
  CTA: [['an3'], ['an17', 'an35']],
  COM: [['an512', 'an3']],
  CUX: [['an3', 'an3', 'an3', 'n4'], ['an3', 'an3', 'an3', 'n4'], ['n12'], ['an3']],
  ALC: [['an3'], ['an35', 'an3'], ['an3'], ['an3'], ['an3', 'an3', 'an3', 'an35', 'an35']],
  MOA: [['an3', 'n18', 'an3', 'an3', 'an3']],
  LIN: [['n6'], ['an3'], ['an35', 'an3', 'an3', 'an3'], ['an3', 'n6'], ['n2'], ['an3']],
  PIA: [['an3'], ['an35', 'an3', 'an3', 'an3']],
  IMD: [['an3'], ['an3'], ['an17', 'an3', 'an3', 'an35', 'an35', 'an3'], ['an3']],
  QTY: [['an3', 'n15', 'an3']],
  PRI: [['an3', 'n15', 'an3', 'an3', 'n9', 'an3'], ['an3']],
  TAX: [
    ['an3'],
    ['an3', 'an3', 'an3', 'an35'],
    ['an6', 'an3', 'an3'],
    ['an15'],
    ['an7', 'an3', 'an3', 'an17', 'an12', 'an3', 'an3'],
    ['an3'],
    ['an20'],
  ],
  UNS: [['an1']],
  CNT: [['an3', 'n18', 'an3']],
  UNH: [['an14'], ['an6', 'an3', 'an3', 'an2', 'an6']],
  UNT: [['n6'], ['an14']],
};
