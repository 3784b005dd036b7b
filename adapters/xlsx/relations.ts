import type { Complaint } from '../../src/domain/complaint.ts';
import type { Container } from './container.ts';
import { readWholePart } from './xml.ts';

export interface Relation {
  readonly id: string;
  /** The last word of the type's address: transitional and strict workbooks differ only before it. */
  readonly type: string;
  /** Path in the container. */
  readonly target: string;
}

/** Where the parts are that belong to a part (`''` for the container itself); none where that is not said. */
export async function readRelations(
  container: Container,
  part: string,
): Promise<readonly Relation[] | Complaint> {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const path = `${folder}_rels/${part.slice(slash)}.rels`;
  if (!container.entries.has(path.toLowerCase())) return [];
  const relations: Relation[] = [];
  const complaint = await readWholePart(container, path, {
    open: (name, { Id = '', Type = '', Target = '', TargetMode }) => {
      if (name !== 'Relationship' || TargetMode === 'External') return;
      const type = Type.slice(Type.lastIndexOf('/') + 1);
      relations.push({ id: Id, type, target: resolved(folder, Target) });
    },
  });
  return complaint ?? relations;
}

/** `/xl/a.xml`, `a.xml` and `../xl/a.xml` from a folder of the container. */
function resolved(folder: string, target: string): string {
  const parts = target.startsWith('/') ? [] : folder.split('/').filter((part) => part !== '');
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
