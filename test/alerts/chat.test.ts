import { expect, it } from 'vitest';
import { createChat } from '../../src/alerts/chat.ts';
import { Secret } from '../../src/domain/secret.ts';

it.each([
  ['https://hooks.slack.com/services/T0/B0/x', 'a &amp; b &lt;!channel&gt;\n\n&lt;@U1&gt;'],
  ['https://chat.example/hooks/slack.com', 'a & b <!channel>\n\n<@U1>'],
])('a message to %s calls nobody by a text of others', async (address, text) => {
  const sent: string[] = [];
  const post = async (_: URL, json: string) => {
    sent.push(JSON.parse(json).text);
    return { kind: 'none', detail: 'not asked' } as never;
  };
  const chat = createChat({ webhook: new Secret(address), post });
  await chat.send({ subject: 'a & b <!channel>', text: '<@U1>' }).catch(() => undefined);
  expect(sent).toEqual([text]);
});
