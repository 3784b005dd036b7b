import type { HttpAnswer, HttpOutcome, Transport } from '../domain/exchange.ts';
import type { Problem } from '../domain/problem.ts';
import { Secret } from '../domain/secret.ts';
import { noAnswer } from './failure.ts';
import { withoutSecrets } from './problem.ts';
import { decodeObject } from './wire.ts';

/** What the transport puts on a request. */
export interface CredentialSource {
  /** Undefined while no token has been got. */
  bearer(): Secret | undefined;
  /** The session of a portal user, for webhook management only: `Cookie` and `session=…`, or another header. */
  readonly portal?: { readonly header: string; readonly value: Secret };
}

export interface Auth {
  bearer(): Secret | undefined;
  /**
   * Gets another token in place of the one that was refused, or of none; absent where there is nothing to renew.
   * Answers undefined when `bearer` has a new one, else what came instead, told as an outcome of the request itself.
   */
  renew?(stale: Secret | undefined, via: Via): Promise<HttpOutcome | undefined>;
}

interface Via {
  readonly transport: Transport;
  readonly signal: AbortSignal;
}

/**
 * The API key itself is the credential. This is the usual way, because the specification does not show the shape of a
 * token.
 */
export function createKeyAuth(key: Secret): Auth {
  return { bearer: () => key };
}

interface TokenOptions {
  readonly key: Secret;
  /** Field of the request that carries the key, field of the answer that holds the token. */
  readonly requestField: string;
  readonly responseField: string;
}

/**
 * Exchanges the key for a token at POST /connect/v1/auth/token (spec "Authentication" 1 and 7). It is
 * not specified how long a token lives, so only a 401 says that it has ended. Callers that get a 401
 * together share one exchange (fault 133).
 */
export function createTokenAuth(options: TokenOptions): Auth {
  let token: Secret | undefined;
  let running: Promise<HttpOutcome | undefined> | undefined;

  const fetchToken = async (via: Via): Promise<HttpOutcome | undefined> => {
    const got = await exchangeToken(options, via);
    if (!(got instanceof Secret)) return got;
    token = got;
    return undefined;
  };

  return {
    bearer: () => token,
    renew(stale, via) {
      if (token !== stale) return Promise.resolve(undefined);
      running ??= fetchToken(via).finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}

async function exchangeToken(options: TokenOptions, via: Via): Promise<Secret | HttpOutcome> {
  const { key, requestField, responseField } = options;
  const outcome = await via.transport.send(
    {
      method: 'POST',
      path: '/connect/v1/auth/token',
      body: Buffer.from(JSON.stringify({ [requestField]: key.reveal() })),
      credential: 'none',
    },
    via.signal,
  );
  if (outcome.kind === 'none') return outcome;
  if (outcome.problem !== undefined)
    return refusalOf(outcome, withoutSecrets(outcome.problem, [key]));
  const decoded = decodeObject(outcome.body);
  const fields = 'value' in decoded ? decoded.value : {};
  const token = fields[responseField];
  if (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) return new Secret(token);
  return noAnswer('token', lackOf(responseField, Object.keys(fields)));
}

const namesMax = 10;
const name = /^\w{1,40}$/;

/**
 * Says that the field is missing, and names the fields that are there for a person to choose from; never their values
 * (fault 56).
 */
function lackOf(responseField: string, fields: readonly string[]): string {
  const lack = `the answer of the token address has no field "${responseField}" with a token`;
  const names = fields.filter((field) => name.test(field)).slice(0, namesMax);
  return names.length === 0 ? lack : `${lack}, but ${names.join(', ')}`;
}

/**
 * 4xx: the key is not accepted (spec "Authentication" 3), which is a 401 for every request. Anything else but 429 and
 * 503 means that the request itself never left.
 */
function refusalOf(answer: HttpAnswer, problem: Problem): HttpOutcome {
  const { status } = answer;
  if (status === 429 || status === 503) return answer;
  const detail = `the token address answered ${status}: ${problem.detail || problem.title}`;
  if (status >= 500) return { kind: 'none', cause: 'refused', detail };
  return {
    ...answer,
    status: 401,
    problem: { ...problem, type: 'UNAUTHENTICATED', status: 401, detail },
  };
}
