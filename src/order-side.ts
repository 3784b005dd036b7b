import type { Config } from './config/declaration.ts';
import type { Clock } from './domain/clock.ts';
import type { NeedsYou, OrderFacts } from './domain/facts.ts';
import type { MarketDoor } from './door.ts';
import type { Files } from './files/port.ts';
import type { OrderCounts } from './once.ts';

interface OrderFlow {
  start(): void;
  nudge(): void;
  pass(options: { waitMs: number; signal: AbortSignal }): Promise<OrderCounts>;
  facts(): OrderFacts;
  needsYou(): readonly NeedsYou[];
  events(count: number): readonly { at: string; text: string }[];
  why(ref: string): Promise<unknown>;
  list(): Promise<unknown>;
  show(ref: string): Promise<unknown>;
  reissue(ref: string): Promise<unknown>;
  command(args: unknown): Promise<unknown>;
  retry(ref: string | undefined): Promise<number>;
  pause(): void;
  resume(): void;
}
export interface OrderSide {
  readonly flow: OrderFlow;
  close(): Promise<void>;
}
export interface OrderSideDeps {
  readonly clock: Clock;
  readonly door: MarketDoor;
  readonly fail: (cause: Error) => void;
  readonly wrapFiles?: (files: Files) => Files;
}
export async function openOrderSide(
  _config: Config,
  _deps: OrderSideDeps,
): Promise<OrderSide | undefined> {
  return undefined;
}
