const shownItemsMax = 5;
const moreItems = 'There are more; the log names them.';

/** The list of what was passed over, with one more. An item that is served again is listed once. */
export function withItem(before: string | undefined, text: string): string {
  const lines = [...new Set([...(before?.split('\n') ?? []), text])];
  const items = lines.filter((line) => line !== moreItems);
  const isMore = items.length > shownItemsMax || items.length < lines.length;
  return [...items.slice(0, shownItemsMax), ...(isMore ? [moreItems] : [])].join('\n');
}
