import { packedEnding } from '../../domain/file-name.ts';
import type { RunRow } from '../../store/runs.ts';
import { spooledOfRun } from '../state/spooled-of-run.ts';
import type { EngineDeps, SourceConfig } from '../terms/ports.ts';

/** LF, CR, and the Ctrl-Z that DOS programs write last; UTF-16 has a NUL beside them. */
const ends: ReadonlySet<number> = new Set([0x0a, 0x0d, 0x1a]);

/** The readers of all other formats refuse a file that was cut off. */
const lineFormats: ReadonlySet<SourceConfig['format']> = new Set(['csv', 'fixed', 'ndjson']);

/** The files of an export that do not end with a line end, as one that was cut off seldom does (fault 4). */
export function filesWithoutEnd(
  { store, openSpooled }: Pick<EngineDeps, 'store' | 'openSpooled'>,
  source: SourceConfig,
  run: Pick<RunRow, 'sha256' | 'file'>,
): readonly string[] {
  if (!lineFormats.has(source.format)) return [];
  const parts = spooledOfRun(store, run)?.parts ?? [];
  const open = parts.filter((part) => {
    if (packedEnding.test(part.name)) return false;
    const file = openSpooled(part);
    try {
      const last = file.read(Math.max(0, file.size - 2), 2).filter((byte) => byte !== 0);
      return !ends.has(last.at(-1) ?? 0);
    } finally {
      file.close();
    }
  });
  return open.map(({ name }) => name);
}
