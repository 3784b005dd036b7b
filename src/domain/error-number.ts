import { constants } from 'node:os';

const names = new Map(Object.entries(constants.errno).map(([name, number]) => [number, name]));
/** libuv, which names them, does not know ESTALE, EDQUOT and others, nor many of Windows. */
const unnamed =
  /^(UNKNOWN\b(: unknown error)?|Unknown system error -\d+(: Unknown system error -\d+)?)/;

/** By which name the operating system refused; undefined where it was not the operating system. */
export function errorNumber(cause: unknown): string | undefined {
  const { code, errno } = (cause instanceof Error ? cause : {}) as NodeJS.ErrnoException;
  if (typeof code !== 'string') return undefined;
  if (!unnamed.test(code)) return /^E[A-Z0-9]+$/.test(code) ? code : undefined;
  // From another thread comes the code alone.
  const number = errno ?? Number(code.replace(/^\D+(?=-)/, ''));
  return names.get(-number) ?? 'UNKNOWN';
}

/** What the operating system said, with the name of the error. */
export function systemMessage(cause: Error): string {
  return cause.message.replace(unnamed, errorNumber(cause) ?? '$&');
}
