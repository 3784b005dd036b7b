import type { Registration } from '../webhooks/register.ts';
import type { TestedEndpoint } from '../webhooks/test-endpoint.ts';
import { answer } from './context.ts';
import { type ExitCode, exitCodes } from './output.ts';
import type { CommandSpec } from './program.ts';
import { deliveriesText, endpointsText, registrationText, testedText } from './webhooks-text.ts';

/** spec "Webhook management", with the portal session of the configuration. */
export const webhooks: CommandSpec = {
  usage: 'webhooks',
  summary: 'manages the webhook endpoints on the marketplace, with the portal session',
  subcommands: [
    {
      usage: 'list',
      summary: 'shows every registered endpoint',
      run: (context) => answer(context, { command: 'webhooks list' }, endpointsText),
    },
    {
      usage: 'register',
      summary: 'registers an address, if it is not yet registered; shows the secret once',
      options: [
        {
          flags: '--url <url>',
          text: 'the address to which webhooks are sent (default: webhooks.publicUrl)',
        },
        { flags: '--events <names>', text: 'the events, separated by commas (default: all)' },
      ],
      run: (context, _args, { url, events }) =>
        answer(
          context,
          { command: 'webhooks register', args: { url, events }, code: registrationCode },
          registrationText,
        ),
    },
    {
      usage: 'delete <id>',
      summary: 'deactivates an endpoint, so that no more webhooks are sent to it',
      run: (context, [id]) =>
        answer(context, { command: 'webhooks delete', args: { id } }, () => deletedText(id)),
    },
    {
      usage: 'test <id>',
      summary: 'asks the marketplace to send a test.ping, and shows the result',
      run: (context, [id]) =>
        answer(context, { command: 'webhooks test', args: { id }, code: testCode }, testedText),
    },
    {
      usage: 'deliveries <id>',
      summary: 'shows the last 50 deliveries to an endpoint',
      run: (context, [id]) =>
        answer(context, { command: 'webhooks deliveries', args: { id } }, deliveriesText),
    },
  ],
};

function testCode({ success }: TestedEndpoint): ExitCode {
  return success ? exitCodes.done : exitCodes.failed;
}

function registrationCode(result: Registration): ExitCode {
  const isLacking = result.outcome === 'exists' && result.missingEvents.length > 0;
  return isLacking ? exitCodes.waitsForPerson : exitCodes.done;
}

function deletedText(id: string | undefined): string {
  return `Endpoint ${id} is deleted: nothing is delivered to it any more. Its secret can go from webhooks.secrets.`;
}
