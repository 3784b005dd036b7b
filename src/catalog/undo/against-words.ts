import { argument } from '../../domain/argument.ts';
import { counted } from '../../domain/counted.ts';
import type { CatalogFacts, NeedsYou } from '../../domain/facts.ts';
import type { AgainstExport, LeftAgainst } from './against-export.ts';

/** For the plan of an undo, before anybody applies it. */
export function againstSentence(against: AgainstExport): string {
  const { articles, offered, file, run, first } = against;
  const differ = counted(articles, 'article then differs', 'articles then differ');
  const buyers =
    offered === 0
      ? ''
      : ` Buyers can then order ${offered} that it leaves out, calls inactive or has less stock of.`;
  return `${differ} from what ${file} (run ${run}), the newest export, says; first: ${first}.${buyers} It stays so until an export with other content comes.`;
}

/** Only where buyers can order what the ERP does not offer: all else was the person's own decision. */
export function againstNeeds(left: readonly LeftAgainst[]): readonly NeedsYou[] {
  return left.filter(({ offered }) => offered > 0).map(againstNeed);
}

function againstNeed(left: LeftAgainst): NeedsYou {
  const { source, articles, offered, file, run, first, undoes, undo } = left;
  const differ = counted(articles, 'article differs', 'articles differ');
  const quantities = undo.quantities === 1 ? ' --quantities' : '';
  return {
    id: `against-${source}-${undo.id}`,
    what: `${source}: ${differ} from what the newest export says, since a person took back run ${undoes} (by run ${undo.id}).`,
    cause: `${file} (run ${run}) leaves ${offered} of them out, calls them inactive or has less stock of them. First: ${first}.`,
    effect: 'Buyers can order what the newest export does not offer.',
    fix: `If this is not intended, take the undo back (stockhand undo ${undo.id}${quantities}), or export with other content: the next such export counts again.`,
  };
}

/** The line of the source says it, too: it would else read as in step. */
export function withAgainst(facts: CatalogFacts, left: readonly LeftAgainst[]): CatalogFacts {
  if (left.length === 0) return facts;
  const sources = facts.sources.map((source) => {
    const otherwise = left.filter((one) => one.source === source.name).map(otherwiseText);
    if (otherwise.length === 0) return source;
    return { ...source, otherwise: otherwise.join('; ') };
  });
  return { ...facts, sources };
}

function otherwiseText({ articles, file, undoes, undo, first }: LeftAgainst): string {
  const differ = counted(articles, 'article differs', 'articles differ');
  return `${differ} from what ${file} says, since run ${undo.id} took back run ${undoes} (stockhand why product ${argument(first)})`;
}
