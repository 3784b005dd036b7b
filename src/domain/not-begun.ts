/** Where `orders.startFrom` is still to come: a plan, or a mistyped year. */
export function notBegunSentence(startFrom: string): string {
  return `No order is read before ${startFrom}: orders.startFrom says so. Correct it, unless this is intended.`;
}
