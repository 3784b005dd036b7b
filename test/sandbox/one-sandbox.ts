import { afterEach, beforeEach } from 'vitest';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { type Answered, type Sent, send } from './supplier.ts';

/** The sandbox of the running test. */
export let sandbox: Sandbox;

/** A sandbox, anew for each test of a file. */
export function useSandbox(options: SandboxOptions = {}): void {
  beforeEach(async () => {
    sandbox = await createSandbox(options);
  });
  afterEach(() => sandbox.close());
}

/** An action of the supplier on an order. */
export function post(id: number, action: string, sent: Sent = {}): Promise<Answered> {
  return send(sandbox, `POST /orders/${id}/${action}`, sent);
}

/** What the buyer or the marketplace's staff does to an order. */
export function portal(id: number, verb: string, body: object = {}): Promise<unknown> {
  return sandbox.control('POST', `/sandbox/orders/${id}/${verb}`, body);
}
