import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { declared } from '../declared.ts';
import { type Program, testProgram } from '../programs.ts';
import { openTwin, type Twin } from '../twins.ts';

const dialect = 'folder: ./out, delimiter: ";", numbers: "1.234,56"';
const whole = 'mapping: { externalId: Nr, name: Name, brand: Marke, availableQty: Menge }';
const source = (name: string, more: string): string =>
  `    - { name: ${name}, files: "${name}*", ${dialect}, ${more} }`;
const stock = (more = ''): string =>
  source('b', `kind: stock, ${more}mapping: { externalId: Nr, availableQty: Menge }`);

/** Each way in which a row can mean something else than its bytes alone say. */
const houses: Readonly<Record<string, string>> = {
  'one source': `  brake: { zeroed: { share: 20%, count: 1 } }\n  sources:\n${source('a', `negative: clamp, ${whole}`)}`,
  'articles and stock': `  brake: { zeroed: { share: 20%, count: 1 } }\n  sources:\n${source('a', whole)}\n${stock()}`,
  'stock, last row counts, missing is zero': `  vanished: ignore\n  sources:\n${source('a', `duplicates: last, ${whole}`)}\n${stock('duplicates: last, missing: zero, ')}`,
  'stock that adds up': `  sources:\n${source('a', whole)}\n${stock('duplicates: sum, ')}`,
  'kept cells': `  sources:\n${source('a', `empty: keep, ${whole}`)}`,
  'hidden when vanished': `  vanished: hide\n  sources:\n${source('a', whole)}`,
  'two sources of one product': `  vanished: hide\n  sources:\n${source('a', 'mapping: { externalId: Nr, name: Name }')}\n${source('b', 'empty: keep, mapping: { externalId: Nr, brand: Marke, availableQty: Menge }')}`,
  'a pilot with a filter': `  only: [A0, A1, A2, A3]\n  sources:\n${source('a', `where: [{ column: Marke, notEquals: N }], ${whole}`)}`,
  'changes only': `  sources:\n${source('a', `contents: delta, ${whole}`)}`,
};

const names = ['Nagel', 'Mutter', 'Bolzen; "M8"\nlang', 'rote "Kappe"', '!böse', '?still', ''];
const brands = ['', 'M', 'N'];
const quantities = ['5', '7', '0', '5000', '13', '', 'viel', '-2', '5.000', '94.5'];

interface Row {
  readonly id: number;
  readonly name: number;
  readonly brand: number;
  readonly quantity: number;
  readonly isQuoted: boolean;
}

type Edit =
  | { readonly kind: 'set'; readonly at: number; readonly row: Partial<Row> }
  | {
      readonly kind: 'insert' | 'repeat' | 'swap';
      readonly at: number;
      readonly to: number;
      readonly row: Row;
    }
  | { readonly kind: 'remove'; readonly at: number };

const idMost = 39;
/** Of the articles that a pilot names, and others whose names are up to ten times as long. */
const idOf = (id: number): string => `A${id}${id < 4 ? '' : '-'.repeat(6 * (id % 4))}`;

const row = fc.record<Row>({
  id: fc.nat(idMost),
  name: fc.constantFrom(0, 0, 0, 1, 1, 2, 3, 4, 5, 6),
  brand: fc.nat(2),
  quantity: fc.constantFrom(0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 9),
  isQuoted: fc.boolean(),
});
const at = fc.nat(idMost);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    kind: fc.constant('set' as const),
    at,
    row: fc.oneof(
      row.map(({ name }) => ({ name })),
      row.map(({ brand }) => ({ brand })),
      row.map(({ quantity }) => ({ quantity })),
      row.map(({ isQuoted }) => ({ isQuoted })),
      row.map(({ id }) => ({ id })),
    ),
  }),
  fc.record({
    kind: fc.constantFrom('insert' as const, 'repeat' as const, 'swap' as const),
    at,
    to: at,
    row,
  }),
  fc.record({ kind: fc.constant('remove' as const), at }),
);

type Op =
  | {
      readonly kind: 'file';
      readonly source: number;
      readonly edits: readonly Edit[];
      readonly newline: string;
      readonly header: string;
    }
  | { readonly kind: 'steps' | 'answer'; readonly count: number }
  | { readonly kind: 'kill'; readonly commits: number; readonly hasEffects: boolean }
  | { readonly kind: 'look'; readonly source: number }
  | { readonly kind: 'rest' | 'release' | 'retry' | 'configure' | 'update' };

/** The rows stay as they are under another one. */
const usual = 'Nr;Name;Marke;Menge';
const file = fc.record({
  kind: fc.constant('file' as const),
  source: fc.nat(2),
  edits: fc.array(edit, { maxLength: 3 }),
  newline: fc.constantFrom('\n', '\n', '\r\n', '\n\n'),
  header: fc.constantFrom(usual, usual, usual, usual, 'Nr;Marke;Name;Menge'),
});
const op: fc.Arbitrary<Op> = fc.oneof(
  { weight: 6, arbitrary: file },
  { weight: 6, arbitrary: fc.constant({ kind: 'rest' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('steps' as const),
      count: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      count: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('kill' as const),
      commits: fc.nat(6),
      hasEffects: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('look' as const), source: fc.nat(2) }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom({ kind: 'release' as const }, { kind: 'retry' as const }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom({ kind: 'configure' as const }, { kind: 'update' as const }),
  },
);

const firstRows = (length: number): Row[] =>
  Array.from({ length }, (_, id) => ({
    id,
    name: id % 2,
    brand: id % 3,
    quantity: 0,
    isQuoted: id % 2 === 0,
  }));

function edited(rows: readonly Row[], edit: Edit): Row[] {
  const place = rows.length === 0 ? 0 : edit.at % rows.length;
  const changed = [...rows];
  const here = rows[place];
  if (edit.kind === 'set' && here !== undefined) changed[place] = { ...here, ...edit.row };
  if (edit.kind === 'remove') changed.splice(place, 1);
  if (edit.kind === 'set' || edit.kind === 'remove') return changed;
  const to = edit.to % (rows.length + 1);
  if (edit.kind === 'insert') changed.splice(to, 0, edit.row);
  if (edit.kind === 'repeat' && here !== undefined) changed.splice(to, 0, here);
  if (edit.kind === 'swap' && here !== undefined) {
    changed.splice(place, 1);
    changed.splice(to, 0, here);
  }
  return changed;
}

function text(
  rows: readonly Row[],
  { header, newline }: Record<'header' | 'newline', string>,
): string {
  const line = ({ id, name, brand, quantity, isQuoted }: Row): string => {
    const cells = [idOf(id), names[name], brands[brand], quantities[quantity]];
    return cells
      .map((cell = '') =>
        isQuoted || /[";\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
      )
      .join(';');
  };
  return [header, ...rows.map(line)].map((one) => one + newline).join('');
}

async function carryOut(
  twin: Twin,
  op: Op,
  given: { text: string; name: string; restart: () => void },
): Promise<void> {
  switch (op.kind) {
    case 'file':
      twin.wish(given.name, given.text);
      return;
    case 'look':
      return twin.lookAgain(given.name);
    case 'steps':
      return twin.steps(op.count);
    case 'answer':
      return twin.answer(op.count);
    case 'kill':
      return twin.kill(op.commits, op.hasEffects);
    case 'configure':
    case 'update':
      return given.restart();
    case 'rest':
      return twin.rest();
    case 'release':
      return twin.release();
    case 'retry':
      twin.retry();
  }
}

/** The next version makes something else of the same cell. */
const nextProgram: Program = {
  version: 'next',
  read: (cell) => (cell === 'Nagel' ? 'NAGEL' : cell),
};
const sizes = fc.constantFrom(
  { length: 10, together: { rowsTogether: 3 } },
  { length: 40, together: { rowsTogether: 3 } },
  { length: 40, together: {} },
);

const runs = Number(process.env['FAST_PATH_RUNS'] ?? 4);
/** Rows that were read of a file that came again as it was. */
const decoded = { fast: 0, slow: 0 };

describe('a row that is settled by the hash of its bytes', () => {
  it.each(Object.keys(houses))('means what it means when it is read: %s', async (house) => {
    const catalog = houses[house] ?? '';
    const config = await declared(catalog);
    const other = await declared(
      catalog.replaceAll('name: Name', 'name: { column: Name, prepend: "x " }'),
    );
    const sources = config.sources.map(({ name }) => name);
    await fc.assert(
      fc.asyncProperty(fc.array(op, { minLength: 4, maxLength: 24 }), sizes, async (ops, size) => {
        const fast = openTwin(config, size.together);
        const slow = openTwin(config, { rowsTogether: 0 });
        const tables = sources.map(() => firstRows(size.length));
        let isOther = false;
        let isNext = false;
        const once = firstFiles(sources.length);
        const all: Op[] = [...once, ...once, ...once, ...ops, { kind: 'rest' }];
        const count = (sign: 1 | -1): void => {
          decoded.fast += sign * fast.counts.decoded;
          decoded.slow += sign * slow.counts.decoded;
        };
        for (const [at, step] of all.entries()) {
          if (at === 2 * once.length) count(-1);
          if (at === 3 * once.length) count(1);
          const place = 'source' in step ? step.source % sources.length : 0;
          if (step.kind === 'file') tables[place] = step.edits.reduce(edited, tables[place] ?? []);
          if (step.kind === 'configure') isOther = !isOther;
          if (step.kind === 'update') isNext = !isNext;
          const given = {
            name: sources[place] ?? '',
            text: step.kind === 'file' ? text(tables[place] ?? [], step) : '',
          };
          for (const twin of [fast, slow])
            await carryOut(twin, step, {
              ...given,
              restart: () =>
                twin.restart(isOther ? other : config, isNext ? nextProgram : testProgram),
            });
          if (step.kind === 'rest') expect(fast.state()).toEqual(slow.state());
        }
      }),
      { numRuns: runs },
    );
  });

  it('is not read, which is the point of it', () => {
    expect(decoded.slow).toBeGreaterThan(500);
    expect(decoded.fast).toBeLessThan(0.7 * decoded.slow);
  });
});

/** Given three times: the second pass finds the rows equal to what is confirmed, and the third one knows them. */
function firstFiles(sources: number): Op[] {
  return Array.from({ length: sources }, (_, source): Op[] => [
    { kind: 'file', source, edits: [], newline: '\n', header: usual },
    { kind: 'rest' },
  ]).flat();
}
