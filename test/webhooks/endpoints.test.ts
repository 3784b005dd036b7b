import { describe, expect, it } from 'vitest';
import type { HttpOutcome } from '../../src/domain/exchange.ts';
import type { WebhookFacts } from '../../src/domain/facts.ts';
import { listDeliveries, listEndpoints, removeEndpoint } from '../../src/webhooks/endpoints.ts';
import { testEndpoint } from '../../src/webhooks/test-endpoint.ts';
import { answer, none } from '../sending/service.ts';
import { body, openRoom, url } from './room.ts';

const one = { id: 1, url, status: 'ACTIVE' };

describe('webhooks list and deliveries', () => {
  it('tell every field as it came, digits and all, but never a secret', async () => {
    const room = openRoom();
    const text =
      '[{"id":9007199254740993,"url":"https://a.example","secret":"whsec_1","nested":{"signingSecret":"x","n":1.50}}]';
    room.spoil(() => answer(200, { body: text }));
    expect(await room.run(listEndpoints)).toEqual([
      { id: '9007199254740993', url: 'https://a.example', nested: { n: '1.50' } },
    ]);
  });

  it('the deliveries of one endpoint', async () => {
    const room = openRoom();
    room.endpoints.push(one);
    expect(await room.run((deps) => listDeliveries(deps, '1'))).toEqual([
      { event: 'order.placed', status: 'FAILED' },
    ]);
    expect(room.sent()).toEqual(['GET /1/deliveries']);
  });
});

describe('webhooks delete', () => {
  it('deletes, and says which', async () => {
    const room = openRoom();
    room.endpoints.push(one);
    expect(await room.run((deps) => removeEndpoint(deps, '1'))).toEqual({ deleted: '1' });
    expect(room.endpoints).toEqual([]);
    expect(room.notes).toEqual(['webhook endpoint deleted 1']);
  });

  it('after a lost answer asks again, and takes a 404 for done', async () => {
    const room = openRoom();
    room.endpoints.push(one);
    room.spoil((_request, tries) => (tries === 1 ? 'lost' : undefined));
    expect(await room.run((deps) => removeEndpoint(deps, '1'))).toEqual({ deleted: '1' });
    expect(room.sent()).toEqual(['DELETE /1', 'DELETE /1']);
  });

  it('after a lost answer is not done by any other refusal', async () => {
    const room = openRoom();
    room.endpoints.push(one);
    room.spoil((_request, tries) =>
      tries === 1 ? none('timeout') : answer(403, { type: 'FORBIDDEN' }),
    );
    expect(await room.failure((deps) => removeEndpoint(deps, '1'))).toMatchObject({
      code: 'PORTAL_RIGHT',
    });
    expect(room.sent()).toEqual(['DELETE /1', 'DELETE /1']);
    expect(room.notes).toEqual([]);
  });

  it('is not done where the portal answers with its login page', async () => {
    const room = openRoom();
    room.endpoints.push(one);
    room.spoil(() => answer(200, { body: '<!doctype html><title>Log in</title>' }));
    const { code, message, remedy } = await room.failure((deps) => removeEndpoint(deps, '1'));
    expect(code).toBe('MARKETPLACE_FAILED');
    expect(message).toBe(
      "Endpoint 1 could not be deleted: the marketplace's answer is a web page.",
    );
    expect(remedy).toContain('put a new session into marketplace.portal.session');
    expect(room.notes).toEqual([]);
  });

  it('an endpoint that the marketplace does not know is reported, with where to look', async () => {
    expect(await openRoom().failure((deps) => removeEndpoint(deps, '9'))).toEqual({
      code: 'WEBHOOK_UNKNOWN',
      message:
        'Endpoint 9 could not be deleted: the marketplace does not know this endpoint: 404 NOT_FOUND, NOT_FOUND (no endpoint 9).',
      remedy: 'Copy the id from stockhand webhooks list.',
    });
  });
});

describe('webhooks test', () => {
  const heard = (facts: Partial<WebhookFacts>) => async () => ({
    accepted: 0,
    refused: 0,
    ...facts,
  });
  const tested = async (facts: Partial<WebhookFacts> | undefined, report: object) => {
    const room = openRoom(facts === undefined ? {} : { heard: heard(facts) });
    room.endpoints.push(one);
    room.spoil(() => body(report));
    return room.run((deps) => testEndpoint(deps, '1'));
  };
  const later = Date.parse('2026-11-20T08:00:01Z');
  const earlier = Date.parse('2026-11-20T07:59:59Z');
  const delivered = { success: true, statusCode: 204, responseTime: 35 };

  it('tells what the marketplace reports, and that our own listener verified it', async () => {
    expect(await tested({ lastTestPingAt: later }, delivered)).toEqual({
      endpoint: '1',
      success: true,
      report: { statusCode: 204, responseTime: 35 },
      here: { kind: 'verified' },
      next: '',
    });
  });

  it('tells nothing of our own listener where none runs', async () => {
    const result = await tested(undefined, delivered);
    expect(result).not.toHaveProperty('here');
    expect(result.next).toBe('');
  });

  it('somebody else answered: nothing has arrived here since', async () => {
    const result = await tested({ lastTestPingAt: earlier }, delivered);
    expect(result).toMatchObject({ success: true, here: { kind: 'nothing' } });
    expect(result.next).toContain('leads to webhooks.listen and webhooks.path');
  });

  it('a refusal from before the test is not told as its reason', async () => {
    const lastRefusal = { at: earlier, reason: 'no secret gives this signature' };
    const result = await tested({ lastRefusal }, { success: false, statusCode: 502 });
    expect(result).toMatchObject({ here: { kind: 'nothing' } });
    expect(result.next).toContain('Check what answers there');
  });

  it('a wrong secret: our own reason, and where the secret goes', async () => {
    const reason = 'no secret gives this signature';
    const result = await tested(
      { lastRefusal: { at: later, reason } },
      { success: false, statusCode: 401 },
    );
    expect(result).toMatchObject({ success: false, here: { kind: 'refused', reason } });
    expect(result.next).toContain('Put the secret of this endpoint into webhooks.secrets');
  });

  it.each([
    [{ success: false, statusCode: 404 }, 'webhooks.path'],
    [{ success: false, statusCode: 405 }, 'webhooks.path'],
    [{ success: false, statusCode: 502 }, 'Check what answers there'],
    [{ success: false }, 'the firewall and the proxy'],
  ])('%j: the next step', async (report, next) => {
    expect((await tested(undefined, report)).next).toContain(next);
  });
});

describe('what went wrong is reported with its place and the next action', () => {
  const cases: readonly (readonly [string, HttpOutcome, string, string, string])[] = [
    [
      'a session that has ended',
      answer(401, { type: 'UNAUTHENTICATED', detail: 'A portal session is required' }),
      'PORTAL_SESSION',
      'did not accept marketplace.portal: 401 UNAUTHENTICATED, UNAUTHENTICATED (A portal session is required).',
      'put the new session into marketplace.portal',
    ],
    [
      'a redirect to the login',
      none('redirect'),
      'PORTAL_SESSION',
      'did not accept marketplace.portal: redirect.',
      'Log in to the supplier portal again',
    ],
    [
      'a user without the right',
      answer(403, { type: 'FORBIDDEN', detail: 'CONNECT_MANAGE' }),
      'PORTAL_RIGHT',
      'the user of marketplace.portal lacks the right: 403 FORBIDDEN',
      'CONNECT_MANAGE',
    ],
    [
      'nobody there',
      none('refused'),
      'NO_ANSWER',
      'the marketplace gave no answer: refused.',
      'stockhand check',
    ],
    [
      'a service that fails',
      answer(500, { type: 'INTERNAL_ERROR' }),
      'MARKETPLACE_FAILED',
      'the marketplace failed: 500 INTERNAL_ERROR',
      'Try again later',
    ],
    [
      'a service that has no time',
      answer(429, { type: 'RATE_LIMITED' }),
      'MARKETPLACE_FAILED',
      'the marketplace failed: 429 RATE_LIMITED',
      'Try again later',
    ],
    [
      'a page of something on the way',
      answer(404, { body: '<html>' }),
      'MARKETPLACE_FAILED',
      'the marketplace failed: 404 HTTP_404',
      'Try again later',
    ],
    [
      'a login page in place of the list',
      answer(200, { body: '<html>' }),
      'MARKETPLACE_FAILED',
      "the marketplace's answer is not valid JSON.",
      'put a new session into marketplace.portal.session',
    ],
    [
      'a refusal of another kind',
      answer(400, { type: 'TYPE_MISMATCH', detail: 'id must be an integer' }),
      'WEBHOOK_REFUSED',
      'the marketplace refused: 400 TYPE_MISMATCH',
      'Copy the id from stockhand webhooks list.',
    ],
  ];

  it.each(cases)('%s', async (_name, outcome, ...[code, message, remedy]) => {
    const room = openRoom();
    room.spoil(() => outcome);
    const failure = await room.failure((deps) => listDeliveries(deps, '7'));
    expect(failure.code).toBe(code);
    expect(failure.message).toContain('The deliveries of endpoint 7 could not be listed: ');
    expect(failure.message).toContain(message);
    expect(failure.remedy).toContain(remedy);
  });
});
