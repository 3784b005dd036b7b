/** spec "Event types" that an endpoint can be registered for; test.ping is sent only by the test. */
export const webhookEvents = [
  'order.placed',
  'order.accepted',
  'order.rejected',
  'order.dispatched',
  'order.delivered',
  'order.cancelled',
  'order.amended',
  'payment.confirmed',
  'order.payment_status_changed',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
