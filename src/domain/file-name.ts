/** File systems allow 255 bytes; whoever writes a file whole needs some of them for `.NAME.part`. */
const nameBytesMax = 240;

/** Stem and ending as one name that every file system takes: a stem that is too long loses its last characters. */
export function fittingName(stem: string, ending: string): string {
  const characters = [...stem];
  let name = stem + ending;
  while (bytesOf(name) > nameBytesMax && characters.length > 0) {
    characters.pop();
    name = characters.join('') + ending;
  }
  return name;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
