/** The codes of webhook management; they stand in `codes` like all others. */
export const webhookCodes = {
  CONFIG_PORTAL: {
    means: 'Webhooks are managed with a portal session, and the configuration has none.',
    remedy:
      'Add portal: { session: … } to marketplace:, the session of a portal user with the right CONNECT_MANAGE, and restart a running daemon.',
  },
  NO_ANSWER: {
    means: 'The marketplace gave no answer (exit code 69).',
    remedy: 'Look at baseUrl, the network and the proxy with stockhand check, then try again.',
  },
  MARKETPLACE_FAILED: {
    means: 'The marketplace failed, asked to wait, or sent an answer that cannot be read.',
    remedy: 'Try again later; ask the marketplace if it lasts.',
  },
  PORTAL_SESSION: {
    means: 'The marketplace did not accept the portal session.',
    remedy:
      'Log in to the supplier portal again, put the new session into marketplace.portal (session, and header and cookieName as the portal uses them), and restart a running daemon.',
  },
  PORTAL_RIGHT: {
    means: 'The user of the portal session may not manage webhooks.',
    remedy:
      'Have the right CONNECT_MANAGE given to that user, or put the session of a user who has it into marketplace.portal.session.',
  },
  WEBHOOK_URL: {
    means: 'The marketplace does not deliver to such an address (exit code 64).',
    remedy: 'Give --url an https:// address that the internet reaches.',
  },
  WEBHOOK_UNKNOWN: {
    means: 'The marketplace knows no webhook endpoint of this id.',
    remedy: 'Copy the id from stockhand webhooks list.',
  },
  WEBHOOK_REFUSED: {
    means: 'The marketplace refused what was asked about a webhook endpoint.',
    remedy: 'Read what it says, and correct that.',
  },
  WEBHOOK_SECRET_LOST: {
    means: 'An endpoint was registered, but the answer with its secret was lost.',
    remedy: 'Delete it (stockhand webhooks delete ID) and register again: a secret is shown once.',
  },
  WEBHOOK_UNCERTAIN: {
    means: 'The answer to a registration was lost, and no endpoint of that address is listed.',
    remedy: 'Look in a minute (stockhand webhooks list); if it is not there, register again.',
  },
} as const;
