import { StockhandError } from '../domain/error.ts';
import { type OrderAction, orderActions } from '../domain/order.ts';
import { listedOrdersMax, orderText } from '../order-story.ts';
import type { CommandEnd } from '../orders/by-hand.ts';
import type { ListedOrder, OrderStory } from '../orders/story.ts';
import { answer } from './context.ts';
import { endText, type Reissued, reissuedText } from './order-text.ts';
import { type ExitCode, exitCodes, table } from './output.ts';
import type { CommandSpec } from './program.ts';

const optionsOf: Readonly<Record<OrderAction, readonly { flags: string; text: string }[]>> = {
  accept: [],
  reject: [{ flags: '--reason <text>', text: 'shown to the buyer; required' }],
  dispatch: [
    { flags: '--tracking <code>', text: 'the tracking code' },
    { flags: '--notes <text>', text: 'shown to the buyer' },
  ],
  cancel: [{ flags: '--reason <text>', text: 'shown to the buyer' }],
};

/** The order side by hand: what a command file can do, without a file. */
export const orders: CommandSpec = {
  usage: 'orders',
  summary: 'shows orders and carries out commands for them by hand',
  subcommands: [
    {
      usage: 'list',
      summary: 'shows the orders that the marketplace has reported, newest first',
      run: (context) =>
        answer<readonly ListedOrder[]>(context, { command: 'orders list' }, listText),
    },
    {
      usage: 'show <ref>',
      summary: 'shows one order (number or id) with its versions and files',
      run: (context, [ref]) =>
        answer<OrderStory>(context, { command: 'orders show', args: { ref } }, orderText),
    },
    {
      usage: 'reissue <ref>',
      summary: 'writes the newest version of an order again, with a new sequence number',
      run: (context, [order = '']) =>
        answer<Reissued>(context, { command: 'orders reissue', args: { order } }, (reissued) =>
          reissuedText(order, reissued),
        ),
    },
    ...orderActions.map(actionCommand),
  ],
};

/** What is left out is said: whoever looks for an older order would take it for unknown. */
export function listText(lines: readonly ListedOrder[]): string {
  if (lines.length === 0) return 'No order yet.';
  const shown = table(
    lines.map((line) => [line.orderId, line.orderNumber, line.status, line.end, line.name ?? '']),
  );
  if (lines.length < listedOrdersMax) return shown;
  return `${shown}\nOnly the newest ${listedOrdersMax} are listed. An older one: stockhand orders show REF`;
}

function actionCommand(action: OrderAction): CommandSpec {
  return {
    usage: `${action} <ref>`,
    summary: `${action.replace(/h$/, 'he')}s an order (number or id)`,
    options: [
      {
        flags: '--expect <version>',
        text: 'do it only if the order still has this version; any: whatever version it has',
      },
      ...optionsOf[action],
    ],
    run(context, [ref], options) {
      if (action === 'reject' && typeof options['reason'] !== 'string') {
        throw new StockhandError(
          'USAGE',
          'orders reject needs --reason: it is shown to the buyer.',
        );
      }
      const { expect: version, reason, tracking: trackingCode, notes } = options;
      const args = { ref, action, version, reason, trackingCode, notes };
      return answer(context, { command: 'orders command', args, code: exitOf }, endText);
    },
  };
}

/** A refused command is a failed one: a script that continues must not take it for done (contract "Exit codes"). */
export function exitOf({ outcome, code, needsYou }: CommandEnd): ExitCode {
  if (code === 'NO_ANSWER') return exitCodes.noAnswer;
  if (needsYou) return exitCodes.waitsForPerson;
  return outcome === 'refused' ? exitCodes.failed : exitCodes.done;
}
