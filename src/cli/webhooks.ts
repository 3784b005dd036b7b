import os from 'node:os';
import type { WebhookRecord } from '../webhooks/endpoint.ts';
import type { Registration } from '../webhooks/register.ts';
import type { TestedEndpoint } from '../webhooks/test-endpoint.ts';
import type { Context } from './context.ts';
import { onState } from './context.ts';
import type { ExitCode } from './output.ts';
import { exitCodes } from './output.ts';
import type { CommandSpec } from './program.ts';
import { deliveriesText, endpointsText, registrationText, testedText } from './webhooks-text.ts';

/** spec "Webhook management", with the portal session of the configuration. */
export const webhooks: CommandSpec = {
  usage: 'webhooks',
  summary: 'the webhook endpoints on the marketplace, managed with the portal session',
  subcommands: [
    {
      usage: 'list',
      summary: 'every registered endpoint',
      run: (context) => told(context, asked<readonly WebhookRecord[]>('list', endpointsText)),
    },
    {
      usage: 'register',
      summary: 'registers an address, unless it is registered already; shows the secret once',
      options: [
        { flags: '--url <url>', text: 'the address to deliver to (default: webhooks.publicUrl)' },
        { flags: '--events <names>', text: 'separated by commas (default: all)' },
      ],
      run: (context, _args, { url, events }) =>
        told(context, {
          ...asked<Registration>('register', registrationText, { url, events }),
          code: registrationCode,
        }),
    },
    {
      usage: 'delete <id>',
      summary: 'deactivates an endpoint: nothing is delivered to it any more',
      run: (context, [id]) =>
        told(
          context,
          asked('delete', () => deletedText(id), { id }),
        ),
    },
    {
      usage: 'test <id>',
      summary: 'lets the marketplace send a test.ping, and tells what came of it',
      run: (context, [id]) =>
        told(context, {
          ...asked<TestedEndpoint>('test', testedText, { id }),
          code: ({ success }) => (success ? exitCodes.done : exitCodes.failed),
        }),
    },
    {
      usage: 'deliveries <id>',
      summary: 'the last 50 deliveries to an endpoint',
      run: (context, [id]) =>
        told(context, asked<readonly WebhookRecord[]>('deliveries', deliveriesText, { id })),
    },
  ],
};

interface Telling<Result> {
  readonly command: string;
  readonly args: Readonly<Record<string, unknown>>;
  text(result: Result): string;
  code(result: Result): ExitCode;
}

function asked<Result>(
  name: string,
  text: (result: Result) => string,
  args: Readonly<Record<string, unknown>> = {},
): Telling<Result> {
  const who = os.userInfo().username;
  return { command: `webhooks ${name}`, args: { ...args, who }, text, code: () => exitCodes.done };
}

async function told<Result>(context: Context, telling: Telling<Result>): Promise<ExitCode> {
  const done = await onState<Result>(context, telling.command, telling.args);
  if (done === undefined) return exitCodes.configuration;
  context.output.result(done.result, () => telling.text(done.result));
  return telling.code(done.result);
}

function registrationCode(result: Registration): ExitCode {
  const isLacking = result.outcome === 'exists' && result.missingEvents.length > 0;
  return isLacking ? exitCodes.waitsForPerson : exitCodes.done;
}

function deletedText(id: string | undefined): string {
  return `Endpoint ${id} is deleted: nothing is delivered to it any more. Its secret can go from webhooks.secrets.`;
}
