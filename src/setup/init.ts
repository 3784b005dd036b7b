import path from 'node:path';
import { dialog, type Given } from './dialog.ts';
import type { Interview } from './interview.ts';
import { configOf, keep, refuseExisting } from './keep.ts';
import { type Preview, previewOf } from './preview.ts';
import type { Proposal } from './proposal.ts';
import { configText } from './yaml.ts';

interface InitRequest {
  readonly given: Given;
  /** Where the configuration is to stand. */
  readonly out: string;
  readonly cwd: string;
}

export interface InitResult extends Proposal, Preview {
  readonly text: string;
  /** False where the person said no. */
  readonly isWritten: boolean;
}

/**
 * Asks, looks at the sample, proposes a configuration and shows it. Writes only one that loads and that a person has
 * agreed to.
 */
export async function init(
  interview: Interview,
  { given, out, cwd }: InitRequest,
  show: (proposed: Proposal & Preview) => void,
): Promise<InitResult> {
  const file = path.resolve(cwd, out);
  refuseExisting(file);
  const proposal: Proposal = { ...(await dialog(interview, given, cwd)), file };
  const text = configText(proposal);
  const preview = await previewOf(await configOf(text, file), proposal.source);
  show({ ...proposal, ...preview });
  const isWritten = await interview.ask({
    option: '--yes',
    text: `Write ${file}`,
    proposal: 'yes',
    read: yesOrNo,
  });
  if (isWritten) await keep(text, file);
  return { ...proposal, ...preview, text, isWritten };
}

function yesOrNo(answer: string): boolean | { readonly fault: string } {
  if (/^(?:y|yes|j|ja)$/i.test(answer)) return true;
  return /^(?:n|no|nein)$/i.test(answer) ? false : { fault: 'is neither yes nor no.' };
}
