import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorsPage } from './errors-page.ts';
import { referencePage } from './reference.ts';
import { jsonSchema } from './schema.ts';

/** The files beside the example that come from the declaration: name → text. */
export function generatedFiles(): ReadonlyMap<string, string> {
  return new Map([
    ['errors.md', errorsPage()],
    ['reference.md', referencePage()],
    ['stockhand.schema.json', `${JSON.stringify(jsonSchema(), null, 2)}\n`],
  ]);
}

/** Names of the files in the folder that are not as they would be generated now. */
export async function staleFiles(folder: string): Promise<string[]> {
  const stale: string[] = [];
  for (const [name, text] of generatedFiles()) {
    // A file that cannot be read is as stale as a different one: writing it says what is wrong.
    const found = await readFile(join(folder, name), 'utf8').catch(() => undefined);
    if (found?.replaceAll('\r\n', '\n') !== text) stale.push(name);
  }
  return stale;
}

export async function writeGenerated(folder: string): Promise<void> {
  for (const [name, text] of generatedFiles()) await writeFile(join(folder, name), text);
}
