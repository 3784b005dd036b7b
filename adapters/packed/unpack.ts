import type { AdapterFile } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { gzipMember } from './gzip.ts';
import { namesShown } from './limits.ts';
import { badlyPacked, type Member } from './member.ts';
import { zipMembers } from './zip.ts';

/** The names that belong to an export: of a `.zip` the export and its companions may be inside. */
export type CompanionNames = (exported: string) => readonly string[];

/** The files that came packed, the export first; undefined where the file is not packed. Its name decides nothing. */
export async function unpack(
  file: AdapterFile,
  companionsOf: CompanionNames,
): Promise<readonly Member[] | undefined | Complaint> {
  const head = file.read(0, 4);
  if (head[0] === 0x1f && head[1] === 0x8b) return [gzipMember(file)];
  if (head[0] !== 0x50 || head[1] !== 0x4b || (head[2] ?? 0) > 8) return undefined;
  const members = await zipMembers(file);
  if (members === undefined || 'rule' in members) return members;
  return inOrder(members, companionsOf) ?? oddMembers(file.name, members, companionsOf);
}

function inOrder(
  members: readonly Member[],
  companionsOf: CompanionNames,
): readonly Member[] | undefined {
  const [only] = members;
  if (members.length === 1) return members;
  const byName = new Map(members.map((member) => [member.name.toLowerCase(), member]));
  if (only === undefined || byName.size < members.length) return undefined;
  for (const member of members) {
    const companions = companionsOf(member.name).map((name) => byName.get(name.toLowerCase()));
    const found = companions.filter((one) => one !== undefined && one !== member);
    if (found.length === companions.length && found.length + 1 === members.length) {
      return [member, ...companions.filter((one) => one !== undefined)];
    }
  }
  return undefined;
}

function oddMembers(
  file: string,
  members: readonly Member[],
  companionsOf: CompanionNames,
): Complaint {
  const names = members.slice(0, namesShown).map(({ name }) => `"${name}"`);
  const more = members.length > namesShown ? ' and more' : '';
  const companions = companionsOf('').length;
  const wanted = companions === 0 ? 'one file' : `the export and its ${companions} companions`;
  const rule =
    members.length === 0
      ? 'The ZIP container holds no file.'
      : `The ZIP container holds ${names.join(', ')}${more} where ${wanted} should be.`;
  return {
    ...badlyPacked(file, 'FILE_STRUCTURE', rule),
    remedy: 'Pack each export by itself, or set companions: of the source.',
  };
}
