import { afterEach, beforeEach } from 'vitest';
import { sandbox, useSandbox } from './one-sandbox.ts';
import { type Receiver, startReceiver } from './receiver.ts';

export let receiver: Receiver;

type Delivery = {
  event: string;
  status: string;
  attempts: number;
  lastAttemptAt: number;
  createdAt: number;
  responseStatus?: number;
};
export type Log = { items: Delivery[]; endpoints: { status: string; failures: number }[] };
export const log = async () => (await sandbox.control('GET', '/sandbox/deliveries')) as Log;
export const endpoint = async () => (await log()).endpoints[0]!;
export const newest = async () => (await log()).items[0]!;
export const advance = (seconds: number) =>
  sandbox.control('POST', '/sandbox/clock', { advanceSeconds: seconds });
/** Sorted: deliveries are sent side by side. */
export const events = () => receiver.received.map(({ json }) => String(json['event'])).sort();

/** A sandbox with one webhook towards a receiver, anew for each test of a file. */
export function useDeliveries(): void {
  useSandbox({ allowLoopbackWebhooks: true });
  beforeEach(async () => {
    receiver = await startReceiver();
    await sandbox.control('POST', '/sandbox/webhooks', { url: receiver.url, secret: 'whsec_test' });
  });
  afterEach(() => receiver.close());
}
