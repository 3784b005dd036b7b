import { timingSafeEqual } from 'node:crypto';

/** In a time that says nothing of where they differ. */
export function isSameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
