const unreadable = '\ufffd';

/** A text that is lost (fault 6). */
export function isUndecoded(text: string): boolean {
  return text.includes(unreadable);
}
