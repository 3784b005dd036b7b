import { counted } from '../domain/counted.ts';
import type { StatusFacts } from '../domain/facts.ts';
import { parkedItems } from './view.ts';

const actionNames = ['release', 'retry', 'pause', 'resume', 'reissue'] as const;
export type ActionName = (typeof actionNames)[number];

/**
 * - release `{ id }` · retry `{ product }`, `{ order }` or `{ all: true }` · pause and resume `{ what? }`
 *   (`catalog`, `orders` or the name of a source; absent: everything) · reissue `{ order }`
 */
export type ActionArgs = Readonly<Record<string, string | boolean>>;

type ActionRequest =
  | { readonly name: ActionName; readonly args: ActionArgs }
  | { readonly refused: string; readonly status: 400 | 404 | 409 };

/** The longest argument: it holds any externalId, and is too short to be a burden. */
const textMax = 255;

export function isActionName(name: string): name is ActionName {
  return actionNames.some((known) => known === name);
}

/**
 * Judges the body of an action. What is dangerous, releasing a hold and sending everything again, must carry in `typed`
 * the number that the page shows now (fault 112).
 */
export function actionRequest(name: ActionName, body: unknown, facts: StatusFacts): ActionRequest {
  const given = fields(body);
  if (given === undefined) return refuse('The arguments must be short texts in a JSON object.');
  const { typed, ...args } = given;
  const wrong = wrongShape(name, args);
  if (wrong !== undefined) return refuse(wrong);
  if (name === 'release') {
    const held = facts.catalog?.held.find(({ id }) => id === args['id']);
    if (held === undefined) {
      return { status: 404, refused: 'This is not held any more; load the page again.' };
    }
    return confirmed({ name, args }, typed, held.items);
  }
  if (name === 'retry' && args['all'] === true) {
    return confirmed({ name, args }, typed, parkedItems(facts));
  }
  return { name, args };
}

function confirmed(
  action: { readonly name: ActionName; readonly args: ActionArgs },
  typed: string | boolean | undefined,
  number: number,
): ActionRequest {
  if (typed === String(number)) return action;
  const refused = `Type ${number} to do this to ${counted(number, 'item')}; nothing was done.`;
  return { status: 409, refused };
}

const shapes: Readonly<Record<ActionName, readonly string[]>> = {
  release: ['id'],
  retry: ['product', 'order', 'all'],
  pause: ['what'],
  resume: ['what'],
  reissue: ['order'],
};

function wrongShape(name: ActionName, args: ActionArgs): string | undefined {
  const keys = Object.keys(args);
  const known = shapes[name];
  const unknown = keys.find((key) => !known.includes(key));
  if (unknown !== undefined) return `${name} takes ${known.join(', ')}, not ${unknown}.`;
  const optional = name === 'pause' || name === 'resume';
  if (keys.length !== 1 && !(optional && keys.length === 0)) {
    return `${name} must be one of ${known.join(', ')}.`;
  }
  const isFlag = keys[0] === 'all';
  const fits = keys.every((key) => (isFlag ? args[key] === true : typeof args[key] === 'string'));
  return fits ? undefined : `${keys[0]} has the wrong kind of value.`;
}

/** A number counts as its text, because an order may be named by its id. */
function fields(body: unknown): ActionArgs | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const args: Record<string, string | boolean> = Object.create(null);
  for (const [key, value] of Object.entries(body)) {
    if (typeof value === 'boolean') args[key] = value;
    else if (isShortText(value) || Number.isSafeInteger(value)) args[key] = String(value);
    else return undefined;
  }
  return args;
}

function isShortText(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= textMax;
}

function refuse(refused: string): ActionRequest {
  return { status: 400, refused };
}
