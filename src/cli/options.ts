/** What a command line gives, by the names of the options. */
export type Options = Readonly<Record<string, unknown>>;

export function textOf(options: Options, name: string): string | undefined {
  return options[name] === undefined ? undefined : String(options[name]);
}
