import type { NeedsYou } from '../../domain/facts.ts';
import { fileInUse } from '../state/counting-file.ts';
import type { EngineDeps, SourceConfig } from '../terms/ports.ts';
import { namesArticles } from '../terms/source-kinds.ts';

/**
 * Without a source that creates articles only `adopt` makes them known (contract.md, "Who owns a field"). Until then each
 * row of a stock file is skipped and its books balance, so nothing else would tell that no stock is sent.
 */
export function unknownArticlesNeed(
  { store, config }: Pick<EngineDeps, 'store' | 'config'>,
  { name, kind }: SourceConfig,
): NeedsYou[] {
  if (kind !== 'stock' || config.sources.some(namesArticles)) return [];
  const run = fileInUse(store, name);
  if (run === undefined || run.skipped === 0 || store.mirror.anyConfirmed() !== undefined)
    return [];
  return [
    {
      id: `unknown-articles-${name}`,
      what: `${name}: no stock is sent.`,
      cause:
        'Stock is sent only for articles that are known. No source creates articles, and none was taken over from the marketplace.',
      effect: 'Buyers see the stock that the marketplace has.',
      fix: 'Take over the articles that are there already: stockhand adopt. Or add a source of kind products.',
    },
  ];
}
