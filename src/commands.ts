import type { Parts } from './app.ts';
import { startBackup } from './backup/start.ts';
import type { Backup } from './backup/write.ts';
import type { ProductStory } from './catalog/story/why.ts';
import type { CommandCall, CommandHandler } from './control/serve.ts';
import { StockhandError } from './domain/error.ts';
import { orderActions } from './domain/order.ts';
import { present } from './domain/present.ts';
import { isAddressable } from './domain/product.ts';
import { historyOf } from './history.ts';
import { stoppedEnd, stopText } from './lane-stop.ts';
import { tail } from './live/tail.ts';
import { noted } from './log.ts';
import { onceResult } from './once.ts';
import { listedOrdersMax } from './order-story.ts';
import { createInTurn } from './orders/in-turn.ts';
import type { OrderStory } from './orders/story.ts';
import { stopOfLane } from './read-in-turn.ts';
import { reconcile } from './reconcile.ts';
import { version } from './version.ts';
import { webhookDeps } from './webhook-endpoints.ts';
import { listDeliveries, listEndpoints, removeEndpoint } from './webhooks/endpoints.ts';
import { registerEndpoint } from './webhooks/register.ts';
import { testEndpoint } from './webhooks/test-endpoint.ts';

export interface Commands {
  readonly handlers: Readonly<Record<string, CommandHandler>>;
  run(command: string, args: unknown): Promise<unknown>;
}

type Args = Readonly<Record<string, unknown>>;
type Work = (args: Args) => Promise<unknown>;

/**
 * What the CLI, the control socket and the page can ask for, by name: the same code with a daemon and without one
 * (contract.md section 2).
 */
export function createCommands(parts: Parts): Commands {
  const table: Readonly<Record<string, Work>> = {
    ...stateWork(parts),
    ...catalogWork(parts),
    ...orderWork(parts),
    ...webhookWork(parts),
  };
  const run = async (command: string, args: unknown): Promise<unknown> => {
    const work = table[command];
    if (work === undefined) throw new StockhandError('USAGE', `There is no command ${command}.`);
    const asked = typeof args === 'object' && args !== null ? (args as Args) : {};
    const result = await noted(parts.log, command, work(asked));
    parts.log.debug({ command }, 'command done');
    return result;
  };
  const handlers = Object.fromEntries(
    Object.keys(table).map((name) => [name, (args: unknown) => run(name, args)] as const),
  );
  const streams = { tail: (_args: unknown, call: CommandCall) => tail(parts, call) };
  return { handlers: { ...handlers, ...streams }, run };
}

function stateWork(parts: Parts): Record<string, Work> {
  const { catalog, orders } = parts;
  return {
    status: () => parts.facts(),
    backup: (args) => backUp(parts, required(args, 'file')),
    pause: (args) => setPaused(parts, args, true),
    resume: (args) => setPaused(parts, args, false),
    async retry(args) {
      const [product, order] = [optional(args, 'product'), optional(args, 'order')];
      const isAll = args['all'] === true;
      // Only `all` means whatever there is. What is named is looked for, and a section that is missing is reported.
      if (order !== undefined) ordersOf(parts);
      if (product !== undefined) catalogOf(parts);
      const versions = order !== undefined || isAll ? (orders?.flow.retry(order) ?? 0) : 0;
      const asked = product !== undefined || isAll ? await catalog?.retry(product) : undefined;
      const { items, waiting } = asked ?? { items: 0, waiting: [] };
      return { items: items + versions, waiting };
    },
    async why(args) {
      const [product, order] = [optional(args, 'product'), optional(args, 'order')];
      if (product !== undefined) return whyProduct(parts, product);
      return whyOrder(parts, required({ order }, 'order'));
    },
  };
}

async function backUp({ config, clock, signal }: Parts, file: string): Promise<Backup> {
  const { dataDir, marketplace } = config;
  const at = new Date(clock.now()).toISOString();
  const order = { dataDir, file, at, version, marketplace: marketplace.baseUrl };
  return startBackup(order, signal);
}

/** The story from the state, and what only the sender knows: what stops requests, and the tries of the open one. */
async function whyProduct(parts: Parts, externalId: string): Promise<ProductStory> {
  const story = await catalogOf(parts).why(externalId, stopText(parts, ['products', 'stock']));
  const { lastRequest } = story;
  const tries = parts.door.sender.tries(lastRequest?.key ?? '');
  if (lastRequest === undefined || tries === undefined) return story;
  return { ...story, lastRequest: { ...lastRequest, tries } };
}

/** The same for an order: it may be that only the tries of this process say why a command waits. */
function whyOrder(parts: Parts, reference: string): OrderStory {
  const story = ordersOf(parts).why(reference, stopText(parts, ['orders']));
  const requests = story.requests.map((request) => {
    const { attempts, last } = parts.door.sender.tries(request.key) ?? request;
    return { ...request, attempts: Math.max(attempts, request.attempts), ...present({ last }) };
  });
  return { ...story, requests };
}

/**
 * Pauses or resumes `catalog`, `orders`, one source or everything. Of what is resumed only what was paused is named.
 */
async function setPaused(
  { config, catalog, orders }: Parts,
  args: Args,
  paused: boolean,
): Promise<{ names: readonly string[] }> {
  const what = optional(args, 'what');
  const who = whoAsks(args);
  if (what !== undefined && !pausable(config).includes(what))
    throw new StockhandError('USAGE', `There is no ${what} to pause or resume.`, {
      remedy: `Give ${pausable(config).join(', ')}, or nothing for all of it.`,
    });
  const source = what === 'catalog' ? undefined : what;
  // A source may be called `orders`: the word is for both, so that whatever is told to be resumed can be.
  const isOfCatalog = what !== 'orders' || declaredNames(config).includes(what);
  const sources = isOfCatalog ? await catalog?.setPaused(source, paused, who) : [];
  const ofOrders = what === undefined || what === 'orders' ? orders?.flow : undefined;
  const isNamed = ofOrders !== undefined && (paused || ofOrders.pausedNeed().length > 0);
  if (paused) ofOrders?.pause(who);
  else ofOrders?.resume(who);
  return { names: [...new Set([...(sources ?? []), ...(isNamed ? ['orders'] : [])])] };
}

function pausable(config: Parts['config']): string[] {
  const sources = config.catalog === undefined ? [] : ['catalog', ...declaredNames(config)];
  return [...new Set([...sources, ...(config.orders === undefined ? [] : ['orders'])])];
}

function catalogWork(parts: Parts): Record<string, Work> {
  return {
    plan: (args) => catalogOf(parts).plan(declaredSource(parts, optional(args, 'source'))),
    history: () => historyOf(parts),
    undo: (args) =>
      catalogOf(parts).undo({
        run: required(args, 'run'),
        quantities: args['quantities'] === true,
      }),
    adopt: () => listed(parts, catalogOf(parts).adopt()),
    reconcile: async (args) => {
      const quietMs = Number(args['quietMs'] ?? 0);
      const work = reconcile(
        { ...parts, catalog: catalogOf(parts) },
        { fix: args['fix'] === true, quietMs },
      );
      return listed(parts, work);
    },
    held: () => catalogOf(parts).held(),
    release: (args) => catalogOf(parts).release(required(args, 'id'), whoAsks(args)),
    async apply(args) {
      const catalog = await catalogOf(parts).apply(required(args, 'plan'), {
        quietMs: Number(args['waitMs'] ?? 0),
        who: whoAsks(args),
      });
      const sending = parts.door.exchange.facts();
      const waitsForPerson = await parts.needsYou();
      return onceResult({ catalog, orders: undefined, waitsForPerson, sending });
    },
  };
}

function orderWork(parts: Parts): Record<string, Work> {
  return {
    'orders list': async (args) =>
      ordersOf(parts).list({ ...given(args, ['status']), limit: listedOrdersMax }),
    'orders show': async (args) => whyOrder(parts, required(args, 'ref')),
    async 'orders reissue'(args) {
      const orders = ordersOf(parts);
      const written = orders.reissue(required(args, 'order'), optional(args, 'version'));
      await orders.writeDue();
      const { paused, outbox } = orders.facts();
      return { ...written, ...present({ waits: paused ?? outbox.offline }) };
    },
    async 'orders command'(args) {
      const action = required(args, 'action');
      const known = orderActions.find((name) => name === action);
      if (known === undefined) throw new StockhandError('USAGE', `There is no action ${action}.`);
      const texts = given(args, ['version', 'reason', 'trackingCode', 'notes']);
      const { signal } = parts;
      const command = { action: known, ...texts, signal };
      return stoppedEnd(parts, await ordersOf(parts).command(required(args, 'ref'), command));
    },
  };
}

/** Registrations run one after the other, because each looks first which endpoints there are. */
function webhookWork(parts: Parts): Record<string, Work> {
  const inTurn = createInTurn();
  const deps = (args: Args) => webhookDeps(parts, whoAsks(args));
  return {
    'webhooks list': (args) => listEndpoints(deps(args)),
    'webhooks register': (args) =>
      inTurn(() => registerEndpoint(deps(args), given(args, ['url', 'events']))),
    'webhooks delete': async (args) => removeEndpoint(deps(args), endpointId(args)),
    'webhooks test': async (args) => testEndpoint(deps(args), endpointId(args)),
    'webhooks deliveries': async (args) => listDeliveries(deps(args), endpointId(args)),
  };
}

/** The service may use any text as an id, but it must be one step of an address (fault 9). */
function endpointId(args: Args): string {
  const id = required(args, 'id');
  if (isAddressable(id)) return id;
  throw new StockhandError('WEBHOOK_UNKNOWN', `There can be no endpoint "${id}".`);
}

/** contract.md "Exit codes": a list that could not be read because nobody answered is 69, any other a failure. */
async function listed<Result>({ door }: Parts, work: Promise<Result>): Promise<Result> {
  const before = door.exchange.facts().lastAnswerAt;
  try {
    return await work;
  } catch (err) {
    const isUnread = err instanceof StockhandError && err.code === 'LIST_UNREADABLE';
    const { lastAnswerAt, lanes } = door.exchange.facts();
    // What was refused before is not asked again, and was answered.
    const isStopped = lanes.some((lane) => stopOfLane(lane) !== undefined);
    if (!isUnread || isStopped || lastAnswerAt !== before) throw err;
    throw new StockhandError('NO_ANSWER', err.message);
  }
}

/** Throws USAGE for a name that no source has, which would look like a source with nothing to send. */
function declaredSource({ config }: Parts, name: string | undefined): string | undefined {
  const names = declaredNames(config);
  if (name === undefined || names.includes(name)) return name;
  throw new StockhandError('USAGE', `There is no source ${name}.`, {
    remedy: `The sources are: ${names.join(', ')}.`,
  });
}

function declaredNames({ catalog }: Parts['config']): string[] {
  return (catalog?.sources ?? []).map(({ name }) => name);
}

function catalogOf({ catalog }: Parts): NonNullable<Parts['catalog']> {
  return declared(catalog, 'catalog');
}

function ordersOf({ orders }: Parts): NonNullable<Parts['orders']>['flow'] {
  return declared(orders, 'orders').flow;
}

function declared<Part>(part: Part | undefined, section: 'catalog' | 'orders'): Part {
  if (part !== undefined) return part;
  throw new StockhandError('CONFIG_INVALID', `The configuration has no ${section}: section.`, {
    remedy: 'Add one; config/reference.md shows its keys.',
  });
}

function whoAsks(args: Args): string {
  return optional(args, 'who') ?? 'somebody';
}

/** The named arguments that were given, as texts. */
function given<Name extends string>(
  args: Args,
  names: readonly Name[],
): { [Key in Name]?: string } {
  const found: { [Key in Name]?: string } = {};
  for (const name of names) {
    const value = optional(args, name);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

function required(args: Args, name: string): string {
  const value = optional(args, name);
  if (value === undefined) throw new StockhandError('USAGE', `${name} is missing.`);
  return value;
}

function optional(args: Args, name: string): string | undefined {
  const value = args[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
