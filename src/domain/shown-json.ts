const controls = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/**
 * On one line. JSON leaves these control characters as they are:
 * they would be invisible, or steer a terminal (fault 118).
 */
export function shownJson(value: unknown, part?: (key: string, value: unknown) => unknown): string {
  return JSON.stringify(value, part).replaceAll(
    controls,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const longestShownText = 300;

/** Of a row, beside others: a description of pages would push these, and what is said below them, off the screen. */
export function shownRow(values: unknown): string {
  return shownJson(values, (_key, value) => {
    const isLong = typeof value === 'string' && value.length > longestShownText;
    return isLong ? `${value.slice(0, longestShownText)}…` : value;
  });
}
