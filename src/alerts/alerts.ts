import type { Clock } from '../domain/clock.ts';
import { codes } from '../domain/codes.ts';
import { errorText } from '../domain/error.ts';
import type { NeedsYou } from '../domain/facts.ts';
import {
  delivered,
  emptyLedger,
  kindOf,
  type Ledger,
  type Look,
  newsOf,
  notDelivered,
} from './ledger.ts';
import type { AlertsMemory } from './memory.ts';
import { type Frame, type Message, messageOf } from './message.ts';
import { owedMessages } from './owed.ts';
import { createSight } from './sight.ts';

/** Those whom a message did not reach although it reached others, and why. */
export interface Unreached {
  readonly place: string;
  readonly why: string;
  /** Where somebody may take it later: sends it to these alone. */
  again?(): Promise<Unreached | undefined>;
}

/** One way to reach somebody. Both reject with a sentence that holds no secret. */
export interface Channel {
  readonly name: 'mail' | 'webhook';
  /** Whom it reaches, for people. */
  readonly place: string;
  send(message: Message): Promise<Unreached | undefined>;
  /** Whether it would work, without telling anybody; absent where that cannot be asked. */
  verify?(): Promise<void>;
}

/** What needs a person, and what nobody knows. */
export interface Known {
  readonly needs: readonly NeedsYou[];
  /** Whether what the process before has told may stand although it is not among them: then it is not told as over. */
  isUnseen(id: string): boolean;
}

interface AlertsDeps {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly channels: readonly Channel[];
  readonly frame: () => Frame;
  readonly quietForMs: number;
  /** What needs a person at this moment. After a pass that is also a silence for which it has not listened itself. */
  readonly standing: (isPassOver: boolean) => Promise<Known>;
  /** What was told outlives the process, so that a restart is no news. */
  readonly memory: AlertsMemory;
}

export interface Alerts {
  /** Looks and tells, again and again, until the daemon stops. */
  start(): void;
  /** Looks once and tells all that stands, because after a pass nobody looks again. */
  tell(): Promise<void>;
  /** Tells why the program ends, and nothing as over: nobody knows whether the rest still stands. */
  tellEnd(need: NeedsYou): Promise<void>;
  /** A channel that does not work, for the page and for the other channel. */
  needsYou(): readonly NeedsYou[];
}

const failed = 'ALERTS_FAILED';
const lookEveryMs = 5_000;
const retryFirstMs = 60_000;
/** While nobody can be told, it is tried again at least so often. */
const retryMaxMs = 15 * 60_000;

export function createAlerts(deps: AlertsDeps): Alerts {
  const { clock, signal } = deps;
  const ledgers = readLedgers(deps.memory.read());
  const toldIds = Object.values(ledgers).flatMap(({ told }) => told.map(({ id }) => id));
  const sight = createSight(toldIds, clock.now());
  const tellers = tellersOf(deps, ledgers);
  let last: Promise<void> = Promise.resolve();
  const look = async (isPassOver: boolean): Promise<void> => {
    const { needs, isUnseen } = await deps.standing(isPassOver);
    sight.see(needs, clock.now());
    const { standing, kinds } = isPassOver ? sight.final() : sight.settled();
    const unseen = toldIds.filter(isUnseen).map(kindOf);
    const seen = { standing, kinds: new Set([...kinds, ...unseen]) };
    await Promise.all(tellers.map((teller) => teller.tell(seen)));
  };
  // Looks run one after the other, so that nothing is told twice. One that fails is passed over: the part that did not
  // answer ends the daemon itself (I12).
  const lookInTurn = (isPassOver: boolean): Promise<void> => {
    last = last.then(() => look(isPassOver)).catch(() => undefined);
    return last;
  };
  return {
    needsYou: () => tellers.flatMap((teller) => teller.needsYou()),
    async tellEnd(need) {
      const standing = [{ need, sinceMs: clock.now() }];
      const look = { standing, kinds: new Set([need.id, ...toldIds].map(kindOf)) };
      await Promise.all(tellers.map((teller) => teller.tell(look)));
    },
    tell: () => lookInTurn(true),
    start: () =>
      void (async () => {
        while (!signal.aborted && tellers.length > 0) {
          await lookInTurn(false);
          await clock.sleep(lookEveryMs, signal);
        }
      })(),
  };
}

type Ledgers = Partial<Record<Channel['name'], Ledger>>;

interface ChannelTeller {
  tell(look: Look): Promise<void>;
  needsYou(): readonly NeedsYou[];
}

/** Each channel has a ledger of its own, because one may have told what another could not deliver. */
function tellersOf(deps: AlertsDeps, ledgers: Ledgers): readonly ChannelTeller[] {
  const keep = (name: Channel['name'], ledger: Ledger): void => {
    ledgers[name] = ledger;
    deps.memory.write(`${JSON.stringify(ledgers)}\n`);
  };
  return deps.channels.map((channel) =>
    tellerOf(deps, channel, {
      get: () => ledgers[channel.name] ?? emptyLedger,
      set: (ledger) => keep(channel.name, ledger),
    }),
  );
}

interface Kept {
  get(): Ledger;
  set(ledger: Ledger): void;
}

function tellerOf(
  { clock, quietForMs, frame }: AlertsDeps,
  channel: Channel,
  kept: Kept,
): ChannelTeller {
  const ownId = `${failed} ${channel.name}`;
  const owed = owedMessages(clock);
  let failure: NeedsYou | undefined;
  let waitMs = 0;
  let nextAt = 0;
  return {
    needsYou: () => (failure === undefined ? [] : [failure]),
    async tell({ standing, kinds }) {
      const others = standing.filter(({ need }) => need.id !== ownId);
      const when = { nowMs: clock.now(), quietForMs };
      const news = newsOf(kept.get(), { standing: others, kinds }, when);
      const isTelling = news !== undefined && clock.monotonic() >= nextAt;
      const retried = await owed.retry(isTelling);
      if (retried !== undefined) failure = unheardBySome(ownId, channel, retried.unreached);
      if (!isTelling) return;
      try {
        const unreached = await channel.send(messageOf(frame(), news));
        // It is not sent again to all of them for some of several addressees: the others would hear it each time.
        failure = unheardBySome(ownId, channel, unreached);
        if (unreached !== undefined) owed.add(unreached);
        waitMs = 0;
        kept.set(delivered(kept.get(), news, clock.now()));
      } catch (cause) {
        failure = unheard(ownId, channel, cause);
        waitMs = Math.min(retryMaxMs, Math.max(retryFirstMs, 2 * waitMs));
        nextAt = clock.monotonic() + waitMs;
        kept.set(notDelivered(kept.get(), news));
      }
    },
  };
}

function unheard(id: string, { name, place }: Channel, cause: unknown): NeedsYou {
  const why = errorText(cause);
  return {
    id,
    what: codes[failed].means,
    cause: `alerts.${name}, ${place}: ${why}`,
    effect: 'Nobody gets a message about what needs a person; this page shows all of it.',
    fix: codes[failed].remedy,
  };
}

function unheardBySome(
  id: string,
  { name }: Channel,
  unreached: Unreached | undefined,
): NeedsYou | undefined {
  if (unreached === undefined) return undefined;
  const { place, why } = unreached;
  return {
    id,
    what: codes[failed].means,
    cause: `alerts.${name}, ${place}: ${why}`,
    effect:
      'Only the other recipients get a message about what needs a person; this page shows all of it.',
    fix: 'Check alerts: in the configuration, then run stockhand alerts test. A daemon sends it again by itself to recipients that the server has only put off.',
  };
}

/** A file that cannot be read counts as empty: it is better to tell something twice than never. */
function readLedgers(text: string | undefined): Ledgers {
  try {
    const { mail, webhook }: Ledgers = JSON.parse(text ?? '{}');
    return { ...(isLedger(mail) ? { mail } : {}), ...(isLedger(webhook) ? { webhook } : {}) };
  } catch {
    return {};
  }
}

/** Looks at each part: what is no ledger would end the daemon at its start, or keep it silent for ever (fault 35). */
function isLedger(read: Partial<Ledger> | undefined): boolean {
  const { told, toldAt } = read ?? {};
  const isTold = (one: Partial<Ledger['told'][number]> | null): boolean =>
    typeof one?.id === 'string' &&
    typeof one.what === 'string' &&
    (one.untoldSinceMs === undefined || Number.isFinite(one.untoldSinceMs));
  if (!Array.isArray(told) || !told.every(isTold)) return false;
  if (typeof toldAt !== 'object' || toldAt === null) return false;
  return Object.values(toldAt).every(Number.isFinite);
}
