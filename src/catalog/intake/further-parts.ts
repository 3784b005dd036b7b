import type { Advice, NeedsYou } from '../../domain/facts.ts';
import type { Besides, FolderScan } from '../../files/scan.ts';
import type { StableRule } from '../../files/stable.ts';
import type { SourceConfig } from '../terms/ports.ts';

type Source = Pick<SourceConfig, 'name' | 'folder' | 'files' | 'companions'>;
type Reader = Source & Pick<SourceConfig, 'format' | 'mapping' | 'stable'>;
type NamesOf = (rule: Pick<StableRule, 'files' | 'companions' | 'doneFile'>) => readonly string[];

/**
 * An exchange or a delivery grows, and `companions:` are fixed names: then nobody reads its new part, `import0_2.xml`
 * or `DATANORM.003`. For the scan: the names of such parts, without those that a source names.
 */
export function furtherTo(
  source: Reader,
  sources: readonly Reader[],
  namesOf: NamesOf,
): { readonly besides?: Besides } {
  const like = partsLike(source);
  if (like.length === 0) return {};
  const beside = sources.filter(({ folder }) => folder === source.folder);
  const but = beside.flatMap(({ files, companions, stable: { doneFile } }) =>
    namesOf({ files: [files], companions, ...(doneFile === undefined ? {} : { doneFile }) }),
  );
  return { besides: { like, but } };
}

const wildcards = /[*?[\]{}]/;
const digits = ['[0-9]', '[0-9][0-9]', '[0-9][0-9][0-9]'] as const;

function partsLike({ format, files, companions, mapping }: Reader): readonly string[] {
  if (format === 'datanorm') return partsOfDelivery(files);
  if (format !== 'commerceml') return [];
  const isStockRead = mapping.availableQty !== undefined;
  return [files, ...companions].flatMap((name) => partsOfExchange(name, isStockRead));
}

function partsOfDelivery(name: string): readonly string[] {
  const [, stem, packed = ''] = /^(.+)\.\d{3}(\.gz)?$/i.exec(name) ?? [];
  return stem === undefined || wildcards.test(stem) ? [] : [`${stem}.${digits[2]}${packed}`];
}

/**
 * Parts of the same kind, because another kind may be left out on purpose. But a new stock file beside the offers takes
 * over their stock.
 */
function partsOfExchange(name: string, isStockRead: boolean): readonly string[] {
  const parts = /^(import|offers|rests)(.*?)(?:_\d{1,3})?\.xml(\.gz)?$/i.exec(name);
  const [, kind = '', exchange = '', packed = ''] = parts ?? [];
  if (parts === null || wildcards.test(exchange)) return [];
  const kinds = isStockRead && /^offers$/i.test(kind) ? [kind, 'rests'] : [kind];
  const numbers = digits.map((each) => `_${each}`).join(',');
  return kinds.map((each) => `${each}${exchange}{,${numbers}}.xml${packed}`);
}

/** A part may be written before the rest of its export. One that is older by more than this was left over. */
const exportMaxMs = 6 * 60 * 60_000;

/** `readAt`: when the last export was read, which may have been moved away (epoch ms). */
export function furtherIn(
  { besides = [], entries }: Pick<FolderScan, 'besides' | 'entries'>,
  readAt = Number.POSITIVE_INFINITY,
): readonly string[] {
  const writtenAt = entries.reduce(
    (oldest, { mtimeMs }) => Math.min(oldest, mtimeMs),
    entries.length === 0 ? readAt : Number.POSITIVE_INFINITY,
  );
  return besides.filter(({ mtimeMs }) => mtimeMs > writtenAt - exportMaxMs).map(({ name }) => name);
}

export function furtherAdvice({ companions }: Source, further: readonly string[]): Advice {
  const all = JSON.stringify([...companions, ...further]);
  return {
    sentence: `${further.join(', ')} ${further.length === 1 ? 'is' : 'are'} read by no source.`,
    remedy: `Write companions: ${all} in the source, or delete what the ERP has left there from an older export.`,
  };
}

export function furtherNeeds(source: Source, further: readonly string[]): NeedsYou[] {
  if (further.length === 0) return [];
  const { name, folder, files } = source;
  const { sentence, remedy } = furtherAdvice(source, further);
  return [
    {
      id: `further-${name}`,
      what: `${name}: ${sentence}`,
      cause: `Such a name means a further part of ${files} in ${folder}, but files: and companions: of the source leave it out.`,
      effect: 'Articles and stock that are only there are missing.',
      fix: remedy,
    },
  ];
}
