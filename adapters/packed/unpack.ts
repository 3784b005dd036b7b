import type { AdapterFile } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { gzipMember } from './gzip.ts';
import { namesShown } from './limits.ts';
import { badlyPacked, type Member } from './member.ts';
import { zipMembers } from './zip.ts';

/** What belongs to an export: of a `.zip` the export and its companions may be inside. */
interface Companions {
  namesOf(exported: string): readonly string[];
  /** The format reads them, too. */
  readonly areRead: boolean;
}

/** What came packed. */
interface Unpacked {
  /** The export first. */
  readonly members: readonly Member[];
  /** Names of pictures beside it, which are no part of an export. */
  readonly pictures: readonly string[];
}

const picture = /\.(?:jpe?g|png|webp|gif|bmp|tiff?|svg)$/i;

/** The files that came packed; undefined where the file is not packed. Its name decides nothing. */
export async function unpack(
  file: AdapterFile,
  companions: Companions,
): Promise<Unpacked | undefined | Complaint> {
  const head = file.read(0, 4);
  if (head[0] === 0x1f && head[1] === 0x8b) return { members: [gzipMember(file)], pictures: [] };
  if (head[0] !== 0x50 || head[1] !== 0x4b || (head[2] ?? 0) > 8) return undefined;
  const all = await zipMembers(file);
  if (all === undefined || 'rule' in all) return all;
  const members = all.filter(({ name }) => !picture.test(name));
  const ordered = inOrder(members, companions);
  if (ordered === undefined) return oddMembers(file.name, all, companions);
  const pictures = all.filter((member) => !members.includes(member)).map(({ name }) => name);
  // People look for the file in a folder, where the inner name alone is not.
  const named = ordered.map((one) => ({ ...one, name: `${file.name}/${one.name}` }));
  return { members: named, pictures };
}

function inOrder(
  members: readonly Member[],
  { namesOf }: Companions,
): readonly Member[] | undefined {
  if (members.length === 1) return members;
  const byName = new Map(members.map((member) => [member.name.toLowerCase(), member]));
  for (const member of members) {
    const wanted = namesOf(member.name);
    const found = wanted
      .flatMap((name) => byName.get(name.toLowerCase()) ?? [])
      .filter((one) => one !== member);
    if (found.length === wanted.length && found.length + 1 === members.length)
      return [member, ...found];
  }
  return undefined;
}

const setCompanions =
  'Set companions: of the source to the other files of one export, or pack each export by itself.';
const packApart =
  'Pack each file by itself, under names that match files: of the source, and leave out what is not an export. Tables with the same columns that are one full export together also need pick: union of the source; any other file of a full export needs its own source.';

function oddMembers(
  file: string,
  members: readonly Member[],
  { namesOf, areRead }: Companions,
): Complaint {
  const names = members.slice(0, namesShown).map(({ name }) => `"${name}"`);
  const more = members.length > namesShown ? ' and more' : '';
  const companions = namesOf('').length;
  const wanted = companions === 0 ? 'one file' : `the export and its ${companions} companions`;
  const rule =
    members.length === 0
      ? 'The ZIP container holds no file.'
      : `The ZIP container holds ${names.join(', ')}${more}; it should hold ${wanted}.`;
  return {
    ...badlyPacked(file, 'FILE_STRUCTURE', rule),
    remedy: areRead ? setCompanions : packApart,
  };
}
