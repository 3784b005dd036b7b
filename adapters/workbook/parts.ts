import type { Complaint } from '../../src/domain/complaint.ts';
import { type Container, openContainer } from '../xlsx/container.ts';
import { damaged, tooLarge } from '../xlsx/damage.ts';
import { inflated } from '../xlsx/inflate.ts';
import { readWholePart, type XmlHandler } from '../xlsx/xml.ts';
import { type BareCell, bareCells } from './bare-cells.ts';
import { CellCount } from './cell-count.ts';
import { CellsByRow } from './cells-by-row.ts';
import { errorCells } from './error-cells.ts';
import { isCalculated } from './generator.ts';
import { HiddenSheets } from './hidden-sheets.ts';
import { inflatedBytesMax } from './limits.ts';
import { styleProbe } from './style-probe.ts';
import { StyledCells } from './styled-cells.ts';
import { stylesPart } from './styles-part.ts';
import { type TruthCell, truthCells } from './truth-cells.ts';
import { uncalculatedCells } from './uncalculated-cells.ts';

const content = 'content.xml';

/** What the library takes for empty cells and for texts, and what it does not find. */
export interface LeftOut {
  readonly formulas: CellsByRow<number>;
  /** Those without a result have an empty text for it. */
  readonly isCalculated: boolean;
  readonly bare: CellsByRow<BareCell>;
  readonly errors: CellsByRow<number>;
  readonly truths: CellsByRow<TruthCell>;
  readonly hidden: HiddenSheets;
  readonly styled: StyledCells;
  /** Shows the styles of those cells, in their order; undefined where there are none. */
  readonly probe: Uint8Array | undefined;
  readonly hasStylesPart: boolean;
}

/**
 * Goes once through an ODS workbook under the caps: sizes in a container can lie, one cell can stand for millions, and
 * the library that reads the workbook next believes both (fault 12). Gives what that library leaves out.
 */
export async function unpacked(bytes: Uint8Array, name: string): Promise<LeftOut | Complaint> {
  const read = (at: number, length: number): Uint8Array => bytes.subarray(at, at + length);
  const container = await openContainer({ name, size: bytes.length, read });
  if ('rule' in container) return container;
  if (!container.entries.has(content)) return damaged(name, 'The file holds no ODS workbook.');
  const leftOut = {
    formulas: new CellsByRow(uncalculatedCells),
    isCalculated: await isCalculated(container),
    bare: new CellsByRow(bareCells),
    errors: new CellsByRow(errorCells),
    truths: new CellsByRow(truthCells),
    hidden: new HiddenSheets(),
    styled: new StyledCells(),
    hasStylesPart: container.entries.has(stylesPart),
  };
  const fault = (await inflationFault(container)) ?? (await cellsFault(container, leftOut));
  if (fault) return fault;
  const used = [...leftOut.styled.used()];
  return { ...leftOut, probe: used.length > 0 ? await styleProbe(container, used) : undefined };
}

async function inflationFault(container: Container): Promise<Complaint | undefined> {
  let total = 0;
  for (const entry of container.entries.values()) {
    for await (const chunk of inflated(container, entry)) {
      if ('rule' in chunk) return chunk;
      total += chunk.length;
      if (total > inflatedBytesMax) {
        return tooLarge(container.file, `The workbook grows beyond ${inflatedBytesMax} bytes.`);
      }
    }
  }
  return undefined;
}

async function cellsFault(
  container: Container,
  { formulas, bare, errors, truths, hidden, styled }: Omit<LeftOut, 'probe'>,
): Promise<Complaint | undefined> {
  if (await isLocked(container)) return locked(container.file);
  // The library decides what a damaged part of styles is worth.
  if (container.entries.has(stylesPart)) {
    await readWholePart(container, stylesPart, styled.styles);
  }
  return readWholePart(
    container,
    content,
    counted(new CellCount(container.file), [formulas, bare, errors, truths, hidden, styled]),
  );
}

/** Counted first: what is beyond the limit is not kept. */
function counted(count: CellCount, others: readonly XmlHandler[]): XmlHandler {
  return {
    get complaint() {
      return count.complaint;
    },
    open(name, attributes) {
      count.open(name, attributes);
      for (const other of others) other.open(name, attributes);
    },
    close(name) {
      count.close(name);
      if (count.complaint !== undefined) return;
      for (const other of others) other.close?.(name);
    },
  };
}

const tag = '<'.charCodeAt(0);
const marks: ReadonlySet<number> = new Set([tag, 0xef, 0xfe, 0xff]);

/** An encrypted part is no XML; what else it is only its password tells. */
async function isLocked(container: Container): Promise<boolean> {
  const entry = container.entries.get(content);
  if (!entry) return false;
  for await (const chunk of inflated(container, entry)) {
    return !('rule' in chunk) && !marks.has(chunk[0] ?? tag);
  }
  return false;
}

export function locked(file: string): Complaint {
  return {
    ...damaged(file, 'The workbook is protected by a password.'),
    remedy: 'Save it without a password; nothing of this file was used.',
  };
}
