/**
 * Of a right text of Cyrillic, Greek or Hebrew they are two thirds and more; of one under a wrong page half at most.
 */
const frequent = /[оеаинтсрвлкмыіαεηιοτνσςρκλάέήίόאבהוילמנרשת]/giu;
const letter = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}]/gu;
const word = /[^\0-\x7f\u2500-\u259f]{3,}/g;
const fewestLetters = 25;
const leastShare = 0.5;

/**
 * Whether words have the letters that are frequent in their script, and not офъз for מפתח; true where they are too few
 * to tell.
 */
export function hasFrequentLetters(text: string): boolean {
  const words = new Set(text.match(word) ?? []);
  const letters = [...words].join('').match(letter) ?? [];
  const ofThem = letters.join('').match(frequent)?.length ?? 0;
  return letters.length < fewestLetters || ofThem >= leastShare * letters.length;
}
