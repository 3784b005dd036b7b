import { describe, expect, it } from 'vitest';
import { heldCharactersMax, textLinesMax } from '../../../adapters/datanorm/limits.ts';
import { datanorm } from '../../../adapters/datanorm/read.ts';
import { fileOf, reading } from '../xml/reading.ts';

const header = `V 010199${''.padEnd(115)}04EUR`;

function read(lines: readonly string[]) {
  return reading(datanorm, [fileOf('DATANORM.001', `${[header, ...lines].join('\n')}\n`)]);
}

describe('limits', () => {
  it('a text of more lines than the standard allows refuses the file', async () => {
    const lines = Array.from({ length: textLinesMax + 1 }, (_, index) => `T;N;1;;${index};;x;;;;`);
    const { refusal } = await read([...lines, 'A;N;1;10;a;;1;0;Stck;1;;;1;']);
    expect(refusal).toMatchObject({ code: 'FILE_TOO_LARGE', row: textLinesMax + 2 });
  });

  it('an article that refers to one text again and again is rejected, not blown up', async () => {
    const text = Array.from(
      { length: 5_000 },
      (_, index) => `T;N;1;;${index};;${'x'.repeat(40)};;;;`,
    );
    const dimensions = Array.from({ length: 10_000 }, (_, index) => `D;N;1;${index};T;1;;`);
    const { rows, refusal } = await read([...text, 'A;N;1;10;a;;1;0;Stck;1;;;1;', ...dimensions]);
    expect(refusal).toBeUndefined();
    expect(rows).toEqual([
      expect.objectContaining({ code: 'ROW_TOO_LONG', column: 'Langtext', row: 5_002 }),
    ]);
  });

  it('more held texts than may be held refuse the file', async () => {
    const line = 'x'.repeat(1_000_000);
    const lines = Array.from(
      { length: Math.ceil(heldCharactersMax / line.length) },
      (_, index) => `T;N;${index};;1;;${line};;;;`,
    );
    const { refusal } = await read(lines);
    expect(refusal).toMatchObject({ code: 'FILE_TOO_LARGE' });
    expect(refusal?.rule).toContain(`more than ${heldCharactersMax} characters`);
  });
});
