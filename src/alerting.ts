import os from 'node:os';
import { type Alerts, type Channel, createAlerts, type Known } from './alerts/alerts.ts';
import { createChat } from './alerts/chat.ts';
import { createMail } from './alerts/mail.ts';
import { alertsMemory } from './alerts/memory.ts';
import { type Frame, type Message, testMessage } from './alerts/message.ts';
import { isUnseen } from './alerts/unseen.ts';
import type { Parts } from './app.ts';
import type { Finding } from './check/check.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config/declaration.ts';
import { codes } from './domain/codes.ts';
import { errorText, StockhandError } from './domain/error.ts';
import type { NeedsYou } from './domain/facts.ts';
import { createListening, noAnswerId, silences, silentId } from './domain/silence.ts';
import { unlessStopped } from './interrupt.ts';
import { createPost } from './marketplace/post.ts';
import { trustOf } from './tls-files.ts';

/** A chat must answer within this time. A mail server has one of its own. */
const postTimeoutMs = 20_000;

/** Whom the configuration names. */
function channelsOf({ alerts, marketplace }: Config): readonly Channel[] {
  const { proxy } = marketplace;
  const trust = trustOf(marketplace);
  const post = createPost({
    timeoutMs: postTimeoutMs,
    ...trust,
    ...(proxy === undefined ? {} : { proxy }),
  });
  return [
    ...(alerts.mail === undefined ? [] : [createMail({ ...alerts.mail, ...trust })]),
    ...(alerts.webhook === undefined ? [] : [createChat({ webhook: alerts.webhook, post })]),
  ];
}

function frameOf({ language, file }: Config, page?: string): Frame {
  return {
    language,
    host: os.hostname(),
    ...(page === undefined ? {} : { page }),
    ...(file === undefined ? {} : { file }),
  };
}

/** How and how often somebody is informed. */
function outletsOf(config: Config, page: () => string | undefined) {
  return {
    channels: channelsOf(config),
    frame: () => frameOf(config, page()),
    quietForMs: config.alerts.quietFor,
    memory: alertsMemory(config.dataDir),
  };
}

interface AlertParts extends Pick<Parts, 'config' | 'clock' | 'signal' | 'facts'> {
  /** Whoever looks at nothing knows of nothing that it is over. */
  readonly looksOn?: boolean;
}

/** Tells what the page tells, and what continues by itself but has been silent for too long. */
export function openAlerts(
  { config, clock, signal, facts, looksOn = true }: AlertParts,
  page: () => string | undefined,
): Alerts {
  const listeningSince = createListening(clock);
  return createAlerts({
    ...{ clock, signal },
    ...outletsOf(config, page),
    async standing(isPassOver): Promise<Known> {
      const known = await facts();
      const nowMs = clock.now();
      const sinceMs = isPassOver ? undefined : listeningSince();
      const silent = silences(known, nowMs, sinceMs);
      const silentIds = new Set(silent.map(({ id }) => id));
      // Silence and the page's need for the same outage are one cause, told once.
      if (silentIds.has(silentId)) silentIds.add(noAnswerId);
      return {
        needs: [...known.needsYou.filter(({ id }) => !silentIds.has(id)), ...silent],
        isUnseen: looksOn ? isUnseen(known, { nowMs, forMs: nowMs - (sinceMs ?? 0) }) : () => true,
      };
    },
  });
}

interface TriedChannel {
  readonly channel: Channel['name'];
  readonly place: string;
  readonly sent: boolean;
  readonly error?: string;
}

/** Sends a test to each channel, and answers what did not arrive. */
export async function testAlerts(config: Config): Promise<readonly TriedChannel[]> {
  const message = testMessage(frameOf(config));
  return Promise.all(channelsOf(config).map((channel) => tried(channel, message)));
}

async function tried(
  { name: channel, place, send }: Channel,
  message: Message,
): Promise<TriedChannel> {
  try {
    const unreached = await send(message);
    return unreached === undefined
      ? { channel, place, sent: true }
      : { channel, place: unreached.place, sent: false, error: unreached.why };
  } catch (cause) {
    return { channel, place, sent: false, error: errorText(cause) };
  }
}

/** What `check` finds wrong with channels, as far as they can be asked without sending anything. */
export async function alertFindings(config: Config): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { place, verify } of channelsOf(config)) {
    if (verify === undefined) continue;
    const error = await verify().then(() => undefined, errorText);
    const base = { area: 'world', place: `alerts.mail, ${place}` } as const;
    findings.push(
      error === undefined
        ? { ...base, level: 'ok', sentence: 'the mail server accepts mail.' }
        : { ...base, level: 'error', sentence: error, remedy: codes.ALERTS_FAILED.remedy },
    );
  }
  return findings;
}

/**
 * Tells that a daemon or a pass ended by itself, because nobody looks at its terminal (lessons 24). It is not told
 * where somebody stopped it, or where another daemon is at work. Never rejects, also where somebody stops the program
 * meanwhile: whoever calls throws the failure itself.
 */
export async function tellFailure(
  config: Config,
  signal: AbortSignal,
  cause: unknown,
): Promise<void> {
  const isSecond = cause instanceof StockhandError && cause.code === 'STATE_LOCKED';
  if (signal.aborted || isSecond) return;
  // The failure itself is on the terminal and in the log.
  await unlessStopped(signal, tellEnd(config, cause)).catch(() => undefined);
}

async function tellEnd(config: Config, cause: unknown): Promise<void> {
  const alerts = createAlerts({
    clock: systemClock,
    signal: new AbortController().signal,
    ...outletsOf(config, () => undefined),
    standing: () => Promise.resolve({ needs: [], isUnseen: () => true }),
  });
  await alerts.tellEnd(endOf(cause));
}

function endOf(cause: unknown): NeedsYou {
  const remedy = cause instanceof StockhandError ? cause.remedy : undefined;
  return {
    id: 'ended',
    what: 'Stockhand has ended.',
    cause: errorText(cause),
    effect: 'Until it runs again no stock and no product is sent, and no order is read.',
    fix: remedy ?? 'Start it again, unless a service manager does it; then run stockhand doctor.',
  };
}
