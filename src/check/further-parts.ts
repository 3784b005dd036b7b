import { furtherAdvice, furtherIn, furtherTo } from '../catalog/intake/further-parts.ts';
import type { SourceConfig } from '../config/declaration.ts';
import { ignoreCase } from '../files/names.ts';
import type { Files } from '../files/port.ts';
import { namesToScan } from '../files/stable.ts';
import type { Finding } from './check.ts';

/** Parts of an export that came to it later: no source reads them, and nobody would miss what is in them. */
export async function furtherFindings(
  files: Files,
  source: SourceConfig,
  sources: readonly SourceConfig[],
): Promise<Finding[]> {
  const { folder, companions } = source;
  const asked = furtherTo(source, sources, namesToScan);
  if (asked.besides === undefined) return [];
  const read = namesToScan({ files: [source.files], companions });
  const scan = await files.scan({ folder, files: read, ignoreCase, ...asked });
  const further = 'offline' in scan ? [] : furtherIn(scan);
  if (further.length === 0) return [];
  const advice = furtherAdvice(source, further);
  return [{ area: 'files', level: 'warning', place: source.name, ...advice }];
}
