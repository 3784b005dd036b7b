import { negations } from './blocking-words.ts';
import { isCalled, matchName } from './words.ts';

/**
 * A person says that isActive is read from `Webshop gesperrt`: that column says the contrary, and is turned round. So
 * are `Art_gesperrt_Shop` and `Artikel nicht aktiv`; `nicht gesperrt` and `Aktiv oder gesperrt` are read as they are.
 */
export function saysBlocked(name: string): boolean {
  const match = matchName(name, 'inactive');
  if (match?.isWhole === true) return true;
  const words = wordsOf(name);
  if (words.some((word) => word.startsWith('auslauf'))) return true;
  const says = (field: 'isActive' | 'inactive'): boolean =>
    words.some((word) => isCalled(word, field));
  const isNegated = words.some((word) => negations.includes(word));
  if (says('isActive')) return isNegated && !says('inactive');
  return !isNegated && (match !== undefined || says('inactive'));
}

function wordsOf(name: string): readonly string[] {
  const parts = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(/[^\p{L}\p{M}\p{N}]+/u);
  return parts.map((part) => part.toLowerCase());
}
