import iconv from 'iconv-lite';

interface WrittenField {
  readonly name: string;
  readonly type: string;
  readonly length: number;
  readonly decimals?: number;
  readonly flags?: number;
}

export interface WrittenTable {
  readonly version?: number;
  readonly language?: number;
  readonly encoding?: string;
  readonly fields: readonly WrittenField[];
  /** Texts are padded by blanks, bytes stand as they are. */
  readonly records: readonly (readonly (string | Uint8Array)[])[];
  readonly deleted?: readonly number[];
}

/** A table as dBase and FoxPro write it, byte by byte from the format's description. */
export function tableBytes(table: WrittenTable): Buffer {
  const { fields, records, encoding = 'cp437' } = table;
  const headerBytes = 32 + 32 * fields.length + 1;
  const recordBytes = 1 + fields.reduce((sum, field) => sum + widthOf(field), 0);
  const prolog = Buffer.alloc(32);
  prolog[0] = table.version ?? 3;
  prolog.writeUInt32LE(records.length, 4);
  prolog.writeUInt16LE(headerBytes, 8);
  prolog.writeUInt16LE(recordBytes, 10);
  prolog[29] = table.language ?? 0;
  const body = records.map((cells, row) => {
    const parts = cells.map((cell, at) => filled(cell, widthOf(fields[at]!), encoding));
    return Buffer.concat([Buffer.from(table.deleted?.includes(row) ? '*' : ' '), ...parts]);
  });
  return Buffer.concat([
    prolog,
    ...fields.map(descriptor),
    Buffer.from([0x0d]),
    ...body,
    Buffer.from([0x1a]),
  ]);
}

function widthOf({ type, length, decimals = 0 }: WrittenField): number {
  return type === 'C' ? length + 256 * decimals : length;
}

function descriptor({ name, type, length, decimals = 0, flags = 0 }: WrittenField): Buffer {
  const bytes = Buffer.alloc(32);
  bytes.write(name, 0, 11, 'latin1');
  bytes.write(type, 11, 'latin1');
  bytes[16] = length;
  bytes[17] = decimals;
  bytes[18] = flags;
  return bytes;
}

function filled(cell: string | Uint8Array, width: number, encoding: string): Buffer {
  const bytes = typeof cell === 'string' ? iconv.encode(cell, encoding) : Buffer.from(cell);
  return Buffer.concat([bytes, Buffer.alloc(Math.max(0, width - bytes.length), ' ')]);
}
