import { createHmac } from 'node:crypto';
import { Problem } from './problem.ts';
import { isSameText } from './same-text.ts';

/**
 * An opaque cursor: a position and a signature, so that it survives a restart (the secret is part
 * of the state) and refuses tampering. The leading letter keeps it apart from the numeric cursor of
 * browse mode.
 */
export function writeCursor(
  secret: string,
  position: readonly [kind: 'c' | 'o', ...number[]],
): string {
  const text = position.join('.');
  return `${position[0]}_${Buffer.from(`${text}~${sign(secret, text)}`).toString('base64url')}`;
}

/** The numbers written by `writeCursor`; refuses with ERROR 400 (spec "Error types"). */
export function readCursor(secret: string, kind: 'c' | 'o', cursor: string): number[] {
  const decoded = Buffer.from(cursor.slice(2), 'base64url').toString();
  const [text = '', signature = ''] = decoded.split('~');
  const [found, ...numbers] = text.split('.');
  if (found !== kind || !isSameText(signature, sign(secret, text)) || !isCanonical(kind, cursor)) {
    throw new Problem('ERROR', 'The cursor is malformed; start again without it', { status: 400 });
  }
  return numbers.map(Number);
}

function isCanonical(kind: string, cursor: string): boolean {
  const body = cursor.slice(2);
  return (
    cursor.startsWith(`${kind}_`) && Buffer.from(body, 'base64url').toString('base64url') === body
  );
}

function sign(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 16);
}
