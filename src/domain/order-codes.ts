/** The codes of orders and commands; they stand in `codes` like all others. */
export const orderCodes = {
  COMMAND_FILE_UNREADABLE: {
    means: 'A command file could not be read; none of its rows was carried out.',
    remedy:
      'Write it in UTF-8 as CSV with a header row or as a JSON array, or as XLSX, and drop it again.',
  },
  COMMAND_ORDER_MISSING: {
    means: 'A command names no order.',
    remedy: 'Fill orderNumber or orderId, and drop the file again.',
  },
  COMMAND_ORDER_ID: {
    means: 'An orderId is not a whole number in plain digits.',
    remedy: 'Copy orderId from the order file, and drop the file again.',
  },
  COMMAND_ORDER_UNKNOWN: {
    means: 'No order of that number or id was ever on the feed.',
    remedy: 'Copy orderNumber or orderId from the order file, and drop the file again.',
  },
  COMMAND_ORDER_AMBIGUOUS: {
    means: 'orderNumber and orderId name different orders, or the number names several.',
    remedy: 'Give the orderId of the order file alone, and drop the file again.',
  },
  COMMAND_ACTION: {
    means: 'The action is none of accept, reject, dispatch and cancel.',
    remedy: 'Write accept, reject, dispatch or cancel, and drop the file again.',
  },
  COMMAND_REASON_MISSING: {
    means: 'A reject has no reason; the buyer is shown one.',
    remedy: 'Fill reason, and drop the file again.',
  },
  COMMAND_TOO_LONG: {
    means: 'A text is longer than the marketplace takes.',
    remedy: 'Shorten it, and drop the file again.',
  },
  COMMAND_CHARACTER: {
    means: 'A text holds control characters or broken characters.',
    remedy: 'Remove them, and drop the file again.',
  },
  COMMAND_CODE_CUT: {
    means: 'A spreadsheet has made a date, or a number without its last digits, of a code.',
    remedy: 'Format the column as text, enter the code anew, and drop the file again.',
  },
  COMMAND_VERSION: {
    means: 'There is no version to check the order against, or it cannot be sent.',
    remedy: 'Give the version of the order file, or version: any to send no check.',
  },
  COMMAND_EARLIER_REFUSED: {
    means: 'An earlier command of the same file for the same order was refused.',
    remedy: 'Settle the earlier one, and drop the file again.',
  },
  COMMAND_UNANSWERED: {
    means: 'The marketplace fails on this command again and again; whether it took it is unknown.',
    remedy: 'Look at the order in the supplier portal, then stockhand retry --order REF.',
  },
  COMMAND_BEHIND_PAGE: {
    means: 'A command is answered with a page, which is not as the marketplace does.',
    remedy: 'See what stands between, such as a proxy or a login. It goes on by itself.',
  },
  ORDER_NOT_ACCEPTED: {
    means: 'The marketplace refused what orders.accept accepts by itself; it is not tried again.',
    remedy:
      'Settle the cause, then stockhand orders accept REF; or orders reject REF --reason TEXT.',
  },
  ORDER_UNREADABLE: {
    means: 'The marketplace does not show an order as its feed tells of it.',
    remedy: 'Nothing to do: it is tried every hour. If it stays, ask the marketplace.',
  },
  ORDER_FORMAT: {
    means: 'An order cannot be written in the configured format.',
    remedy: 'Set another orders.outbox.format, restart, then stockhand retry --order REF.',
  },
  OUTBOX_OFFLINE: {
    means: 'The folder of the order files cannot be used; orders wait in the data folder.',
    remedy: 'Connect the share or free space; it goes on by itself.',
  },
  OUTBOX_UNLISTED: {
    means:
      'The folder of the order files cannot be listed: nobody knows which of them the ERP took.',
    remedy:
      'Give the account that Stockhand runs under the right to list it, and see whether its disk is well; it is tried again by itself.',
  },
  OUTBOX_TAKEN: {
    means: 'Another file stands under the name of an order file; nothing was overwritten.',
    remedy: 'Move that file away, then stockhand retry --order REF.',
  },
  OUTBOX_NOT_TAKEN: {
    means: 'The ERP does not take its order files.',
    remedy: "Look at the ERP's import of order files.",
  },
  FEED_UNREADABLE: {
    means: 'The feed served something that is no order.',
    remedy: 'Ask the marketplace; the rest of the feed goes on.',
  },
  COMMANDS_OFFLINE: {
    means:
      'The folder of the command files or of their receipts cannot be used; no command is carried out.',
    remedy: 'Connect the share or free space; it goes on by itself.',
  },
  COMMAND_FILE_STRAY: {
    means: 'What stands in the folder of the command files is no file, and is not read.',
    remedy: 'Put the file itself there, under a name of plain letters.',
  },
  COMMAND_FILE_UNFINISHED: {
    means: 'A file in the folder of the command files never got its name, and is not read.',
    remedy: 'See whether it is whole; then rename it as the ERP does, or take it away.',
  },
  ORDER_UNKNOWN: {
    means: 'No order of that number or id is known here.',
    remedy: 'See stockhand orders list.',
  },
  ORDER_NOT_WRITTEN: {
    means: 'That version of the order has no file that could be written again.',
    remedy: 'See stockhand orders show REF for the versions that have one.',
  },
} as const;
