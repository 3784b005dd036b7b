import fs from 'node:fs';

/**
 * A small file beside the databases. It is not synced to the disk: only a power cut would lose it, and that is no crash.
 * A failure is passed over: the disk may be full, which is told elsewhere, and the next start knows less.
 */
export function writeNote<Note>(file: string, note: Note): void {
  try {
    fs.writeFileSync(`${file}.part`, `${JSON.stringify(note)}\n`, { mode: 0o600 });
    fs.renameSync(`${file}.part`, file);
  } catch {
    // The note before it stays.
  }
}
