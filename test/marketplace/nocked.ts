import nock from 'nock';
import { afterAll, afterEach, beforeAll } from 'vitest';

// Loading it begins it: it passes the dispatcher by and makes every request of the worker dear, so it is on only for
// the files that ask for it.
nock.restore();

export { nock };

/** A host that answers as a test says; nothing else is reached. */
export function useNock(): void {
  beforeAll(() => {
    nock.activate();
    nock.disableNetConnect();
  });
  afterEach(() => nock.cleanAll());
  afterAll(() => nock.restore());
}
