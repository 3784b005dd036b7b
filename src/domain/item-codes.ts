/** The codes of single articles; they stand in `codes` like all others. */
export const itemCodes = {
  ITEM_REFUSED: {
    means: 'The marketplace refused an article; the same content is not sent again.',
    remedy: 'Correct the article in the ERP, or send it again with stockhand retry --product.',
  },
  ITEM_UNANSWERED: {
    means: 'The marketplace answered several times without naming the article.',
    remedy: 'Look at the article in the supplier portal, then stockhand retry --product.',
  },
  ITEM_UNREACHABLE: {
    means: 'A vanished article can be neither hidden nor unpublished by Stockhand.',
    remedy: 'Hide it in the supplier portal.',
  },
  ITEM_STUCK: {
    means: 'A row could not be brought to an end, although nothing is waiting for an answer.',
    remedy: 'Send it again with stockhand retry --product; report it if it comes back.',
  },
  ITEM_UNKNOWN: {
    means: 'No article of this number is known.',
    remedy: 'Check the article number: capitals and blanks count.',
  },
  ITEM_GONE: {
    means:
      'What the marketplace refused stands in an older file that is stored no more, or of which other rows wait for a yes.',
    remedy: 'Export the article again, also as it was.',
  },
};
