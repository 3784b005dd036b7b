import type { WebhookFacts } from '../domain/facts.ts';
import { plainObject } from '../domain/json.ts';
import type { WebhookRecord } from './endpoint.ts';
import { answerOf, ask, decodedOf, idRemedy } from './endpoints.ts';
import type { WebhookDeps } from './ports.ts';

export interface TestedEndpoint {
  readonly endpoint: string;
  readonly success: boolean;
  /** `statusCode` and `responseTime`, and what else the marketplace tells. */
  readonly report: WebhookRecord;
  /** What our own listener saw of it; absent where no daemon of this configuration listens. */
  readonly here?: StatedFields;
  /** What to do next; empty where all is well. */
  readonly next: string;
}

type StatedFields =
  | { readonly kind: 'verified' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'nothing' };

/** Lets the marketplace send a test.ping, and tells what it and our own listener saw of it. */
export async function testEndpoint(deps: WebhookDeps, id: string): Promise<TestedEndpoint> {
  const beganAt = deps.now();
  const question = { failed: `Endpoint ${id} could not be tested`, id, remedy: idRemedy };
  const { body } = answerOf(await ask(deps, deps.calls.test(id)), question);
  const { success, ...report } = plainObject(decodedOf(deps.calls.tested(body), question));
  const here = heardOf(await deps.heard(), beganAt);
  const tested = { endpoint: id, success: success === true, report };
  const next = nextStep(tested, here);
  return { ...tested, ...(here === undefined ? {} : { here }), next };
}

function heardOf(facts: WebhookFacts | undefined, beganAt: number): StatedFields | undefined {
  if (facts === undefined) return undefined;
  const { lastTestPingAt = 0, lastRefusal } = facts;
  if (lastTestPingAt >= beganAt) return { kind: 'verified' };
  if (lastRefusal === undefined || lastRefusal.at < beganAt) return { kind: 'nothing' };
  return { kind: 'refused', reason: lastRefusal.reason };
}

type Tested = Pick<TestedEndpoint, 'success' | 'report'>;

function nextStep({ success, report }: Tested, here: StatedFields | undefined): string {
  if (success && here?.kind === 'nothing') {
    return 'Something else answered: check that the url of the endpoint leads to webhooks.listen and webhooks.path.';
  }
  if (success) return '';
  const status = Number(report['statusCode'] ?? 0);
  if (status === 401) {
    return 'Put the secret of this endpoint into webhooks.secrets (stockhand webhooks register shows it once), restart the daemon, and test again.';
  }
  if (status === 404 || status === 405) {
    return 'Check that the url of the endpoint ends with webhooks.path, also behind a proxy, and test again.';
  }
  if (status > 0) return 'Check what answers there, the proxy or the daemon, and test again.';
  return 'Check that the daemon runs, that the marketplace gets through the firewall and the proxy to webhooks.listen, and that the certificate is valid; then test again.';
}
