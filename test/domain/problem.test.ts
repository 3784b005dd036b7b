import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isProblemType, problemEntry, problems } from '../../src/domain/problem.ts';

/** The specification is no part of the project; on a build server it must be there. */
const spec = new URL('../../../shared/spec/supplier-integration-service.md', import.meta.url);
const hasSpec = fs.existsSync(spec) || Boolean(process.env['CI']);

describe('the table of problems', () => {
  it('tells every type what to do and what a person does', () => {
    for (const { status, retry, remedy } of Object.values(problems)) {
      expect(status.length).toBeGreaterThan(0);
      expect(retry).not.toBe('');
      expect(remedy).toMatch(/[.]$/);
    }
  });

  it.each([
    ['STOCK_INSUFFICIENT', 422, 'never'],
    ['RATE_LIMIT_EXCEEDED', 429, 'untilReset'],
    ['MAINTENANCE', 503, 'afterWait'],
    ['INTERNAL_ERROR', 500, 'backoff'],
    ['VALIDATION_ERROR', 422, 'bisect'],
    ['AMENDMENT_IN_FLIGHT', 422, 'waitForVersion'],
    ['INSTANCE_GONE', 410, 'stopAll'],
    ['BRAND_NOT_FOUND', 404, 'bisect'],
    ['SOMETHING_NEW', 400, 'bisect'],
    ['SOMETHING_NEW', 401, 'refreshAuth'],
    ['SOMETHING_NEW', 403, 'stopLane'],
    ['SOMETHING_NEW', 405, 'ourFault'],
    ['SOMETHING_NEW', 410, 'bisect'],
    ['SOMETHING_NEW', 415, 'ourFault'],
    ['SOMETHING_NEW', 418, 'bisect'],
    ['SOMETHING_NEW', 429, 'untilReset'],
    ['SOMETHING_NEW', 500, 'backoff'],
    ['SOMETHING_NEW', 502, 'backoff'],
    ['SOMETHING_NEW', 503, 'afterWait'],
    ['', 302, 'backoff'],
  ])('answers %s with status %i by: %s', (type, status, retry) => {
    const entry = problemEntry(type, status);
    expect(entry.retry).toBe(retry);
    expect(entry.remedy).not.toBe('');
  });

  it('says of a type that the table lacks what to look at, the more so where a state is in the way', () => {
    expect(problemEntry('CONFLICT', 409).remedy).toMatch(/^Its state does not allow this/);
    expect(problemEntry('SOMETHING_NEW', 422).remedy).toMatch(
      /^Correct what the marketplace names/,
    );
  });

  it('judges a type of ours by the table even when the status is another', () => {
    expect(problemEntry('MAINTENANCE', 500)).toBe(problems.MAINTENANCE);
  });

  it('takes no property of every object for a type', () => {
    expect(isProblemType('INTERNAL_ERROR')).toBe(true);
    expect(isProblemType('constructor')).toBe(false);
    expect(isProblemType('__proto__')).toBe(false);
  });

  it.skipIf(!hasSpec)('holds every error type of ../shared/spec with its statuses', () => {
    const text = fs.readFileSync(spec, 'utf8');
    const rows = [...text.matchAll(/^\| ([A-Z_]+) \| ([\d /]+) \|/gm)].map(([, type, status]) => [
      type,
      (status ?? '').split('/').map(Number),
    ]);
    expect(rows.length).toBeGreaterThan(25);
    const ours = Object.entries(problems).map(([type, { status }]) => [type, [...status]]);
    for (const row of rows) expect(ours).toContainEqual(row);
  });
});
