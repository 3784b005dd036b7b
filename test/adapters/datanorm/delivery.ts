import { datanorm } from '../../../adapters/datanorm/read.ts';
import { encode } from '../../../adapters/text/encode.ts';
import { fileOf, type Reading, reading } from '../xml/reading.ts';

export const headerFour = `V 010199${'Eisen Muster'.padEnd(40)}${'Artikel'.padEnd(40)}${''.padEnd(35)}04EUR`;
export const headerFive = 'V;050;A;20260101;EUR;Eisen Muster;;;;;;;;;;';

export function delivery(header: string, lines: readonly string[], end = '\r\n'): Uint8Array {
  return encode(`${[header, ...lines].join('\r\n')}${end}`, 'cp850');
}

export function read(content: string | Uint8Array, options = {}): Promise<Reading> {
  return reading(datanorm, [fileOf('DATANORM.001', content)], options);
}

export const four = (...lines: readonly string[]) => read(delivery(headerFour, lines));
export const five = (...lines: readonly string[]) => read(delivery(headerFive, lines));

export const bolt = 'A;N;4711;00;Schraube M8 größer;verzinkt, mögl. rot;1;0;Stck;10000;HB86;01; ;';
export const boltMore = 'B;N;4711;SCHRM8;ALT-1;12;0;0;0;4006381333931; ;0112;90;100; ; ;';
