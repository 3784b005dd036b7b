import type { Entry } from 'yauzl';
import type { AdapterFile } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { type Container, openContainer } from '../xlsx/container.ts';
import { inflated } from '../xlsx/inflate.ts';
import { unpackedBytesMax } from './limits.ts';
import { badlyPacked, type Member } from './member.ts';

/** What only workbooks have: they are ZIP containers themselves. */
const workbookParts = ['[content_types].xml', 'mimetype', 'content.xml', 'xl/workbook.xml'];
/** What packing programs add. */
const byproduct = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

/** The files of a ZIP container; undefined where it is a workbook and not a packing. */
export async function zipMembers(
  file: AdapterFile,
): Promise<readonly Member[] | undefined | Complaint> {
  const container = await openContainer(file, {
    noun: 'file',
    partBytesMax: unpackedBytesMax,
  });
  if ('rule' in container) return notOpened(container, file.name);
  if (workbookParts.some((part) => container.entries.has(part))) return undefined;
  const entries = [...container.entries.values()].filter(
    ({ fileName }) => !/[/\\]$/.test(fileName) && !byproduct.test(fileName),
  );
  return entries.map((entry) => memberOf(container, entry));
}

/** The directory is at the end: without it the container is not written to its end. */
function notOpened(complaint: Complaint, file: string): Complaint {
  const { code, rule } = complaint;
  if (code === 'FILE_TOO_LARGE') return complaint;
  // Encrypted, or one of several parts: that is in a directory which is there.
  if (rule.includes('not supported')) return badlyPacked(file, 'FILE_STRUCTURE', rule);
  const cause = `${rule} A ZIP container ends with its directory, so it may be cut off.`;
  return badlyPacked(file, 'FILE_TRUNCATED', cause);
}

function memberOf(container: Container, entry: Entry): Member {
  const name = entry.fileName.split(/[/\\]/).at(-1) ?? '';
  return {
    name,
    async *blocks() {
      for await (const block of inflated(container, entry)) {
        yield 'rule' in block ? badlyPacked(container.file, codeOf(block), block.rule) : block;
      }
    },
  };
}

function codeOf({ code }: Complaint): 'FILE_TOO_LARGE' | 'FILE_STRUCTURE' {
  return code === 'FILE_TOO_LARGE' ? code : 'FILE_STRUCTURE';
}
