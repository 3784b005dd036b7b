import type { OrdersConfig } from '../config/declaration.ts';

/** The order side's part of the configuration, and the paces that tests set. */
export type OrderFlowOptions = Pick<
  OrdersConfig,
  'startFrom' | 'pollEvery' | 'outbox' | 'commands' | 'accept' | 'keepDetails'
> & {
  /** How long a command file must stand still before it is read. */
  readonly quietMs?: number;
  /** How often the ERP's folders are looked at where nothing else gives reason to. */
  readonly lookEveryMs?: number;
  /** The shortest time between two polls, however many webhooks come (I14). */
  readonly pollGapMs?: number;
};
