const controls = /[\u007f-\u009f\u2028\u2029]/g;

/** On one line. JSON leaves these control characters as they are: they would be invisible, or steer a terminal (fault 118). */
export function shownJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    controls,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
