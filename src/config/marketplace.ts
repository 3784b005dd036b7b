import { z } from 'zod';
import { duration, headerSecret, type Paths, path, text, whole } from './kinds.ts';
import { baseUrl, secretUrl } from './url.ts';

/** The specification names the token's address and no shape, so the fields can be told (fault 133). */
const token = z.strictObject({
  requestField: text
    .describe('The field of the request that holds the API key.')
    .prefault('apiKey'),
  responseField: text
    .describe('The field of the answer that holds the token.')
    .prefault('accessToken'),
  expiresField: text
    .describe(
      'The field of the answer that holds the lifetime of the token in seconds. Stockhand does not use it: it asks for a new token after an answer 401.',
    )
    .prefault('expiresIn'),
});

const headerName = text.regex(/^[A-Za-z0-9_-]+$/, {
  error: 'must be a name of letters, digits, - and _',
});

const portal = z.strictObject({
  session: headerSecret(/^[\x20-\x7e]+$/).describe(
    'The session of a portal user who has the right CONNECT_MANAGE.',
  ),
  header: headerName.describe('The header in which the session is sent.').prefault('Cookie'),
  cookieName: headerName
    .describe('The name of the cookie, if the header is Cookie.')
    .prefault('session'),
});

/** How the marketplace is reached. */
export function marketplace(paths: Paths) {
  return z.strictObject({
    baseUrl: baseUrl.describe(
      'The address of the marketplace. http:// is allowed only for an address of this machine.',
    ),
    apiKey: headerSecret(/^[\x21-\x7e]+$/).describe('The API key of the marketplace.'),
    auth: z
      .enum(['apiKey', 'token'])
      .describe(
        'apiKey sends the key itself with each request; token exchanges it for a token first (POST /connect/v1/auth/token).',
      )
      .prefault('apiKey'),
    token: token
      .describe('The names of the fields with which the key is exchanged, for `auth: token`.')
      .prefault({}),
    timeout: duration().describe('The longest time that one request may take.').prefault('30s'),
    maxInFlight: whole(1, 64)
      .describe('How many requests may run at the same time, all kinds together.')
      .prefault(4),
    portal: portal
      .describe('A session of the supplier portal. It is needed only to manage webhooks.')
      .exactOptional(),
    ca: path(paths)
      .describe(
        'A PEM file with the root certificate of your network, if it inspects encrypted connections.',
      )
      .exactOptional(),
    proxy: secretUrl(['http:', 'https:'])
      .describe('The proxy through which all requests are sent.')
      .exactOptional(),
  });
}
