import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../config/declaration.ts';
import type { Clock } from '../domain/clock.ts';
import { shownLines } from '../domain/complaint.ts';
import type { StatusFacts } from '../domain/facts.ts';
import { jsonWithDigits } from '../domain/json.ts';
import type { Access } from './access.ts';
import type { ActionArgs, ActionName } from './actions.ts';
import { etagOf } from './assets.ts';
import type { FactsReader } from './facts-reader.ts';

export type WhyQuestion = { readonly product: string } | { readonly order: string };

/** The whole story of one item. */
export interface StoryText {
  readonly text: string;
  /** An export, an order or an answer has named it. Only then is there something to do with it. */
  readonly isKnown: boolean;
}

export interface StatusDeps {
  readonly clock: Clock;
  facts(): StatusFacts | Promise<StatusFacts>;
  why(question: WhyQuestion): Promise<StoryText>;
  /**
   * Does it and journals who and when (fault 112); says what came of it, where that is more than was asked for. Throws
   * StockhandError.
   */
  act(
    name: ActionName,
    args: ActionArgs,
    who: string,
  ): Promise<{ readonly sentence: string | undefined }>;
  /** A line for the log: an unexpected failure of ours. */
  note(text: string): void;
}

export interface StatusParts {
  readonly deps: StatusDeps;
  readonly reader: FactsReader;
  readonly access: Access;
  readonly language: Language;
  /** What a command has to be given, where it does not find the configuration by itself. */
  readonly file?: string | undefined;
}

/** Sends JSON, or 304 where the asker has it already: pages ask every few seconds, and mostly nothing has changed. */
export function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  value: unknown,
): FastifyReply {
  const text = shownLines(jsonWithDigits(value));
  const etag = etagOf(text);
  reply.header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}
