/** The codes of webhook management; they are in `codes` like all others. */
export const webhookCodes = {
  CONFIG_PORTAL: {
    means: 'Webhooks are managed with a portal session, but the configuration has none.',
    remedy:
      'Add portal: { session: … } to marketplace:, with the session of a portal user who has the right CONNECT_MANAGE. Restart the daemon if it runs.',
  },
  NO_ANSWER: {
    means: 'The marketplace did not answer (exit code 69).',
    remedy: 'Check baseUrl, the network and the proxy with stockhand check, then try again.',
  },
  MARKETPLACE_FAILED: {
    means:
      'The marketplace failed, asked Stockhand to wait, or sent an answer that cannot be read.',
    remedy: 'Try again later. If this does not end, ask the marketplace.',
  },
  PORTAL_SESSION: {
    means: 'The marketplace did not accept the portal session.',
    remedy:
      'Log in to the supplier portal again, and put the new session into marketplace.portal (session, and header and cookieName as the portal uses them). Restart the daemon if it runs.',
  },
  PORTAL_RIGHT: {
    means: 'The user of the portal session may not manage webhooks.',
    remedy:
      'Ask for the right CONNECT_MANAGE for that user, or put the session of a user who has it into marketplace.portal.session.',
  },
  WEBHOOK_URL: {
    means: 'The marketplace does not send webhooks to such an address (exit code 64).',
    remedy: 'Give --url an https:// address that can be reached from the internet.',
  },
  WEBHOOK_UNKNOWN: {
    means: 'The marketplace knows no webhook endpoint with this id.',
    remedy: 'Copy the id from stockhand webhooks list.',
  },
  WEBHOOK_REFUSED: {
    means: 'The marketplace refused a request about a webhook endpoint.',
    remedy: 'Read its message, and correct the cause.',
  },
  WEBHOOK_SECRET_LOST: {
    means: 'An endpoint was registered, but the answer with its secret was lost.',
    remedy:
      'Delete it (stockhand webhooks delete ID) and register it again: a secret is shown only once.',
  },
  WEBHOOK_UNCERTAIN: {
    means: 'The answer to a registration was lost, and no endpoint with this address is listed.',
    remedy:
      'Look again in a minute (stockhand webhooks list). If it is not there, register it again.',
  },
} as const;
