import { constants } from 'node:os';

const names = new Map(Object.entries(constants.errno).map(([name, number]) => [number, name]));
/** libuv, which names them, does not know ESTALE, EDQUOT and others; on Windows it calls all such UNKNOWN. */
const unnamed = /Unknown system error -(\d+)(: Unknown system error -\d+)?/;

/** By which name the operating system refused; undefined where it was not the operating system. */
export function errorNumber(cause: unknown): string | undefined {
  const code = cause instanceof Error && 'code' in cause ? withErrorNames(String(cause.code)) : '';
  return /^(E[A-Z0-9]+|UNKNOWN)$/.test(code) ? code : undefined;
}

/** What the operating system said, with the name of each error. */
export function withErrorNames(said: string): string {
  return said.replace(unnamed, (_, number) => names.get(Number(number)) ?? `E${number}`);
}
