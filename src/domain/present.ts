/** The members that have a value: one without is left out, because an optional member is absent and never undefined. */
export function present<Members extends object>(members: Members): Present<Members> {
  const there = Object.entries(members).filter(([, value]) => value != null);
  return Object.fromEntries(there) as Present<Members>;
}

type Present<Members> = { [Name in keyof Members]?: NonNullable<Members[Name]> };
