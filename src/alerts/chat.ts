import type { HttpOutcome } from '../domain/exchange.ts';
import type { Secret } from '../domain/secret.ts';
import type { Channel } from './alerts.ts';

interface ChatOptions {
  readonly webhook: Secret;
  /** One POST of JSON to an address anywhere; the answer is not read. */
  readonly post: (url: URL, json: string) => Promise<HttpOutcome>;
}

const slack = /(?:^|\.)slack(?:-gov)?\.com$/;

/** For Slack `<!channel>` in the name of an order would call everybody, so its three signs are written as it asks. */
function textFor({ hostname }: URL): (text: string) => string {
  if (!slack.test(hostname)) return (text) => text;
  return (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A chat takes `{ "text": … }`; the address is a secret, so only its host is ever told. */
export function createChat({ webhook, post }: ChatOptions): Channel {
  const url = new URL(webhook.reveal());
  const shown = textFor(url);
  return {
    name: 'webhook',
    place: url.host,
    async send({ subject, text }) {
      const outcome = await post(url, JSON.stringify({ text: shown(`${subject}\n\n${text}`) }));
      if (outcome.kind === 'none') throw new Error(outcome.detail);
      if (outcome.status < 200 || outcome.status > 299)
        throw new Error(`answered ${outcome.status}`);
      return undefined;
    },
  };
}
