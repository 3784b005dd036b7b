import fs from 'node:fs';
import path from 'node:path';
import { proposedText } from '../../src/cli/init-text.ts';
import type { Given } from '../../src/setup/dialog.ts';
import { init } from '../../src/setup/init.ts';
import { createInterview } from '../../src/setup/interview.ts';
import { temporaryFolder } from '../support/folder.ts';

/** What init shows and writes of a sample, without a question. */
export async function proposed(name: string, content: string, given: Partial<Given> = {}) {
  const folder = temporaryFolder('init');
  const sample = path.join(folder, name);
  fs.writeFileSync(sample, content);
  const interview = createInterview({ ask: undefined, tell: () => undefined });
  const request = { given: { sample, map: [], ...given }, out: 'stockhand.yaml', cwd: folder };
  let shown = '';
  const { text } = await init(interview, request, (proposal) => {
    shown = proposedText(proposal);
  });
  return { shown, text };
}
