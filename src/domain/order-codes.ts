/** The codes of orders and commands; they are in `codes` like all others. */
export const orderCodes = {
  COMMAND_FILE_UNREADABLE: {
    means: 'A command file could not be read; none of its rows was carried out.',
    remedy:
      'Write it in UTF-8 as CSV with a header row or as a JSON array, or as XLSX, and put it into the folder again.',
  },
  COMMAND_ORDER_MISSING: {
    means: 'A command names no order.',
    remedy: 'Fill in orderNumber or orderId, and put the file into the folder again.',
  },
  COMMAND_ORDER_ID: {
    means: 'An orderId is not a whole number in plain digits.',
    remedy: 'Copy orderId from the order file, and put the file into the folder again.',
  },
  COMMAND_ORDER_UNKNOWN: {
    means: 'The feed never had an order with this number or id.',
    remedy:
      'Copy orderNumber or orderId from the order file, and put the file into the folder again.',
  },
  COMMAND_ORDER_AMBIGUOUS: {
    means: 'orderNumber and orderId name different orders, or several orders have this number.',
    remedy: 'Give only the orderId of the order file, and put the file into the folder again.',
  },
  COMMAND_ACTION: {
    means: 'The action is not accept, reject, dispatch or cancel.',
    remedy: 'Write accept, reject, dispatch or cancel, and put the file into the folder again.',
  },
  COMMAND_REASON_MISSING: {
    means: 'A reject has no reason, but the buyer is shown one.',
    remedy: 'Fill in reason, and put the file into the folder again.',
  },
  COMMAND_TOO_LONG: {
    means: 'A text is longer than the marketplace accepts.',
    remedy: 'Shorten it, and put the file into the folder again.',
  },
  COMMAND_CHARACTER: {
    means: 'A text holds control characters or broken characters.',
    remedy: 'Remove them, and put the file into the folder again.',
  },
  COMMAND_CODE_CUT: {
    means: 'A spreadsheet has turned a code into a date, or into a number without its last digits.',
    remedy:
      'Format the column as text, enter the code again, and put the file into the folder again.',
  },
  COMMAND_VERSION: {
    means:
      'There is no version with which the order can be checked, or the version cannot be sent.',
    remedy:
      'Give the version of the order file, or version: any to send the command without a check.',
  },
  COMMAND_EARLIER_REFUSED: {
    means: 'An earlier command of the same file for the same order was refused.',
    remedy: 'Settle the earlier command, and put the file into the folder again.',
  },
  COMMAND_UNANSWERED: {
    means:
      'The marketplace fails at this command again and again. It is not known whether it has carried it out.',
    remedy: 'Check the order in the supplier portal, then run stockhand retry --order REF.',
  },
  COMMAND_BEHIND_PAGE: {
    means: 'A command was answered with a web page. The marketplace never does this.',
    remedy:
      'Find out what is between Stockhand and the marketplace, such as a proxy or a login. Stockhand continues by itself.',
  },
  ORDER_NOT_ACCEPTED: {
    means:
      'orders.accept accepts orders by itself, but the marketplace refused this. It is not tried again.',
    remedy:
      'Remove the cause, then run stockhand orders accept REF, or stockhand orders reject REF --reason TEXT.',
  },
  ORDER_UNREADABLE: {
    means: 'The marketplace does not show an order in the way its feed reports it.',
    remedy:
      'Nothing to do: Stockhand tries again every hour. If this does not end, ask the marketplace.',
  },
  ORDER_FORMAT: {
    means: 'An order cannot be written in the configured format.',
    remedy:
      'Set another orders.outbox.format or correct its template, restart the daemon, then run stockhand retry --order REF.',
  },
  OUTBOX_OFFLINE: {
    means: 'The folder of the order files cannot be used. The orders wait in the data folder.',
    remedy: 'Connect the share, or free space. Stockhand continues by itself.',
  },
  OUTBOX_UNLISTED: {
    means:
      'The folder of the order files cannot be listed, so it is not known which files the ERP has taken.',
    remedy:
      'Give the account under which Stockhand runs the right to list it, and check its disk. Stockhand tries again by itself.',
  },
  OUTBOX_TAKEN: {
    means: 'Another file already has the name of an order file. Nothing was overwritten.',
    remedy:
      'If another Stockhand writes to this folder, stop it: else the ERP gets the same order from both. Then move that file away, and run stockhand retry --order REF.',
  },
  OUTBOX_NOT_TAKEN: {
    means: 'The ERP does not take its order files.',
    remedy: 'Check the import of order files in the ERP.',
  },
  FEED_UNREADABLE: {
    means: 'The feed contains something that is not an order.',
    remedy: 'Ask the marketplace. The rest of the feed is read.',
  },
  COMMANDS_OFFLINE: {
    means:
      'The folder of the command files, or of their receipts, cannot be used. No command is carried out.',
    remedy: 'Connect the share, or free space. Stockhand continues by itself.',
  },
  COMMAND_FILE_STRAY: {
    means:
      'The folder of the command files holds a link, a pipe or a device, or a name that is not UTF-8. It is not read.',
    remedy: 'Put the file itself there, with a name of plain letters.',
  },
  COMMAND_FILE_UNFINISHED: {
    means:
      'A file in the folder of the command files still has a temporary name, so it is not read.',
    remedy: 'Check whether it is complete. Then rename it as the ERP does, or remove it.',
  },
  ORDER_UNKNOWN: {
    means: 'Stockhand knows no order with this number or id.',
    remedy: 'See stockhand orders list.',
  },
  ORDER_NOT_WRITTEN: {
    means: 'This version of the order has no file that can be written again.',
    remedy: 'See with stockhand orders show REF which versions have one.',
  },
  COMMAND_FILE_HELD: {
    means: 'A receipt cannot be replaced, or a command file cannot be moved.',
    remedy: 'Close it in the other program. Stockhand continues by itself.',
  },
} as const;
