/** In any order, unlike XML: nothing is read wrongly for it. */
const shape =
  /^(?:\s+(?:version\s*=\s*(["'])1\.\d+\1|encoding\s*=\s*(["'])[A-Za-z][\w.-]*\2|standalone\s*=\s*(["'])(?:yes|no)\3))*\s*$/;

/** Whether this may stand behind `<?xml`. */
export function isDeclaration(said: string): boolean {
  return shape.test(said);
}

export function isVersion11(said: string): boolean {
  return /\sversion\s*=\s*.1\.[1-9]/.test(said);
}

/** Whether what is behind `<?` is one that lacks its end: an instruction may hold tags, a declaration may not. */
export function isEndless(text: string, at: number): boolean {
  return /^xml\s/.test(text.slice(at, at + 4)) && text.includes('<', at);
}

export const notDeclared = 'an XML declaration that is not valid';
