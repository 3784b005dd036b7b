import { createHmac } from 'node:crypto';
import { isObject } from '../base/absent.ts';
import type { Market } from '../base/market.ts';
import type { ApiKey, Scope, Side } from '../base/options.ts';
import { Problem } from '../base/problem.ts';
import { isSameText } from '../base/same-text.ts';
import type { Store } from '../base/store.ts';

export type Credential = { key: string; scopes: readonly Scope[]; side: Side };

type Row = { key: string; scopes: string; side: Side; revoked: number; acceptedForToken: number };

export function storeKey(store: Store, { key, scopes, side }: ApiKey): void {
  store.run(
    `INSERT INTO credentials (key, scopes, side) VALUES (?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET scopes = excluded.scopes, side = excluded.side, revoked = 0`,
    key,
    scopes.join(' '),
    side,
  );
}

/** The valid API key, or undefined when it is unknown or revoked. */
export function findKey(
  store: Store,
  key: string,
): (Credential & { mayGetToken: boolean }) | undefined {
  const row = store.get<Row>('SELECT * FROM credentials WHERE key = ? AND revoked = 0', key);
  if (!row) return undefined;
  const scopes = row.scopes.split(' ').filter(Boolean) as Scope[];
  return { key, scopes, side: row.side, mayGetToken: row.acceptedForToken === 1 };
}

/** API key or JWT in `Authorization: Bearer …`, else 401 (spec "Authentication" 1 and 3). */
export function authenticate(market: Market, authorization: string | undefined): Credential {
  const bearer = /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1];
  if (bearer === undefined) throw unauthenticated('A bearer credential is required');
  // A key may have two dots, as a JWT has.
  const credential = findKey(market.store, bearer) ?? readToken(market, bearer);
  if (!credential) throw unauthenticated('The credential is unknown, revoked or expired');
  return credential;
}

export function authorize(credential: Credential, scope: Scope): void {
  if (credential.side !== 'SUPPLIER') throw new Problem('FORBIDDEN', 'Side SUPPLIER is required');
  if (!credential.scopes.includes(scope))
    throw new Problem('FORBIDDEN', `Scope ${scope} is required`);
}

export function issueToken(market: Market, credential: Credential): string {
  const issuedAt = Math.floor(market.clock.nowMs() / 1000);
  const claims = {
    sub: subjectOf(market, credential.key),
    scope: credential.scopes.join(' '),
    iat: issuedAt,
    exp: issuedAt + market.settings.tokenSeconds,
  };
  const unsigned = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${unsigned}.${signToken(market, unsigned)}`;
}

/** The credential that a valid token stands for; a revoked key takes its tokens with it. */
function readToken(market: Market, token: string): Credential | undefined {
  const [header = '', claims = '', signature = ''] = token.split('.');
  if (!isSameText(signature, signToken(market, `${header}.${claims}`))) return undefined;
  const content: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString());
  if (!isObject(content) || Number(content['exp']) * 1000 <= market.clock.nowMs()) return undefined;
  const keys = market.store.all<{ key: string }>('SELECT key FROM credentials');
  const found = keys.find(({ key }) => subjectOf(market, key) === content['sub']);
  return found && findKey(market.store, found.key);
}

/** Names the key in a token without giving it away. */
function subjectOf(market: Market, key: string): string {
  return createHmac('sha256', market.secret).update(key).digest('hex').slice(0, 32);
}

function signToken(market: Market, unsigned: string): string {
  return createHmac('sha256', market.secret).update(unsigned).digest('base64url');
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function unauthenticated(detail: string): Problem {
  return new Problem('UNAUTHENTICATED', detail, { headers: { 'www-authenticate': 'Bearer' } });
}
