import { Buffer } from 'node:buffer';
import { plainNumber } from '../xlsx/plain-number.ts';

const dayMs = 86_400_000;
/** The Julian day number of 1970-01-01. */
const unixDay = 2_440_588;
/** Year 9999: what lies behind is no date. */
const lastDay = unixDay + 2_932_896;

type Value = (bytes: Buffer) => string;

/** Fields that are written in letters and digits, as dBase III has them. */
const written: Readonly<Record<string, Value>> = {
  N: plain,
  F: plain,
  D: (bytes) => day(plain(bytes)),
  L: (bytes) => plain(bytes).replace('?', ''),
};

/** Fields of FoxPro that are numbers of the machine. */
const binary: Readonly<Record<string, { readonly length: number; readonly value: Value }>> = {
  I: { length: 4, value: (bytes) => String(bytes.readInt32LE(0)) },
  '+': { length: 4, value: (bytes) => String(bytes.readInt32LE(0)) },
  Y: { length: 8, value: (bytes) => currency(bytes.readBigInt64LE(0)) },
  // To the digits that people write: behind them stands noise of the binary form.
  B: { length: 8, value: (bytes) => plainNumber(String(bytes.readDoubleLE(0))) },
  T: { length: 8, value: moment },
};

const numberTypes = new Set(['N', 'F', 'I', '+', 'Y', 'B']);

export function isNumberType(type: string): boolean {
  return numberTypes.has(type);
}

/** The value of a field that is no text, as ASCII; undefined for types that no mapping can use. */
export function plainValue(type: string, bytes: Uint8Array): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const letters = written[type];
  if (letters) return letters(buffer);
  const number = binary[type];
  return number?.length === bytes.length ? number.value(buffer) : undefined;
}

/** shapelib, and with it GDAL and R, fill a day that is none with zeros. */
function day(written: string): string {
  return /^0+$/.test(written) ? '' : written.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
}

function plain(bytes: Buffer): string {
  return bytes.toString('latin1').replaceAll('\0', ' ').trim();
}

/** Ten-thousandths. */
function currency(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(5, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

/** Day and milliseconds; a day of 0 is no date. */
function moment(bytes: Buffer): string {
  const day = bytes.readInt32LE(0);
  if (day <= 0 || day > lastDay) return '';
  const text = new Date((day - unixDay) * dayMs + bytes.readInt32LE(4)).toISOString();
  return text.slice(0, 19);
}
