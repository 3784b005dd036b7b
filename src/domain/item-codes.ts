/** The codes of single articles; they are in `codes` like all others. */
export const itemCodes = {
  ITEM_REFUSED: {
    means: 'The marketplace refused an article. The same content is not sent again.',
    remedy: 'Correct the article in the ERP, or send it again with stockhand retry --product.',
  },
  ITEM_UNANSWERED: {
    means: 'The marketplace answered several times, but did not name the article.',
    remedy: 'Check the article in the supplier portal, then run stockhand retry --product.',
  },
  ITEM_UNREACHABLE: {
    means: 'Stockhand can neither hide nor unpublish a vanished article.',
    remedy: 'Hide it in the supplier portal.',
  },
  ITEM_STUCK: {
    means: 'A row could not be finished, although it does not wait for an answer.',
    remedy:
      'Send it again with stockhand retry --product. If this happens again, please report it.',
  },
  ITEM_UNKNOWN: {
    means: 'No article with this number is known.',
    remedy: 'Check the article number: capitals and blanks count.',
  },
  ITEM_GONE: {
    means:
      'The refused content came from an older file that is no longer stored, or that still has held rows.',
    remedy: 'Export the article again, even if it has not changed.',
  },
};
