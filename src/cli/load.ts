import { freezeObjectPrototype } from '../threads/frozen.ts';

/**
 * A part of the program that only some commands need: who asks a running daemon starts without it. Sealed once it is
 * there, because some packages set up their prototypes while they load: from then on no header or field of others
 * reaches what all objects share (fault 10).
 */
export async function load<Part>(loading: Promise<Part>): Promise<Part> {
  const part = await loading;
  freezeObjectPrototype();
  return part;
}
