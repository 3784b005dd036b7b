import { matchName, negations } from './words.ts';

/**
 * Whether a column that a person names as the one of isActive says the contrary: Webshop gesperrt, Art_gesperrt_Shop, and
 * Artikel nicht aktiv, but neither nicht gesperrt nor Aktiv oder gesperrt, which are read as they are.
 */
export function saysBlocked(name: string): boolean {
  const match = matchName(name, 'inactive');
  if (match?.isWhole === true) return true;
  const words = wordsOf(name);
  if (words.some((word) => word.startsWith('auslauf'))) return true;
  const says = (field: 'isActive' | 'inactive'): boolean =>
    words.some((word) => matchName(word, field)?.isWhole === true);
  const isNegated = words.some((word) => negations.includes(word));
  if (says('isActive')) return isNegated && !says('inactive');
  return !isNegated && (match !== undefined || says('inactive'));
}

function wordsOf(name: string): readonly string[] {
  const parts = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(/[^\p{L}\p{M}\p{N}]+/u);
  return parts.map((part) => part.toLowerCase());
}
