import { z } from 'zod';
import { duration, headerSecret, type Paths, path, text, whole } from './kinds.ts';
import { baseUrl, secretUrl } from './url.ts';

/** The specification names the token's address and no shape, so the fields can be told (fault 133). */
const token = z.strictObject({
  requestField: text.describe('The field that carries the API key.').prefault('apiKey'),
  responseField: text.describe('The field that holds the token.').prefault('accessToken'),
  expiresField: text
    .describe(
      'The field that holds the seconds it lives. It is not relied on: an answer 401 decides.',
    )
    .prefault('expiresIn'),
});

const headerName = text.regex(/^[A-Za-z0-9_-]+$/, {
  error: 'must be a name of letters, digits, - and _',
});

const portal = z.strictObject({
  session: headerSecret(/^[\x20-\x7e]+$/).describe(
    'The session of a portal user with the right CONNECT_MANAGE.',
  ),
  header: headerName.describe('The header that carries it.').prefault('Cookie'),
  cookieName: headerName
    .describe("The cookie's name where the header is Cookie.")
    .prefault('session'),
});

/** How the marketplace is reached. */
export function marketplace(paths: Paths) {
  return z.strictObject({
    baseUrl: baseUrl.describe('Its address; http:// only goes to an address of this machine.'),
    apiKey: headerSecret(/^[\x21-\x7e]+$/).describe('The API key.'),
    auth: z
      .enum(['apiKey', 'token'])
      .describe('Send the key itself, or exchange it for a token at POST /connect/v1/auth/token.')
      .prefault('apiKey'),
    token: token.describe('The fields of the exchange, for `auth: token`.').prefault({}),
    timeout: duration().describe('How long one request may take.').prefault('30s'),
    maxInFlight: whole(1, 64).describe('Requests at once, everything together.').prefault(4),
    portal: portal.describe('Only to manage webhooks.').exactOptional(),
    ca: path(paths)
      .describe('A PEM file with the root certificate of an inspected network.')
      .exactOptional(),
    proxy: secretUrl(['http:', 'https:'])
      .describe('A proxy that all requests go through.')
      .exactOptional(),
  });
}
