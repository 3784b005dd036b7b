import type { CodePage } from '../../src/domain/encoding.ts';

const languages: Readonly<Partial<Record<CodePage, readonly number[]>>> = {
  cp437: [0x01, 0x09, 0x0b, 0x0d, 0x0f, 0x11, 0x15, 0x18, 0x19, 0x1b],
  cp737: [0x6a, 0x86],
  cp850: [0x02, 0x0a, 0x0e, 0x10, 0x12, 0x14, 0x16, 0x1a, 0x1d, 0x25, 0x37],
  cp852: [0x1f, 0x22, 0x23, 0x40, 0x64, 0x87],
  cp857: [0x6b, 0x88],
  cp860: [0x24],
  cp861: [0x67],
  cp863: [0x1c, 0x6c],
  cp865: [0x08, 0x17, 0x66],
  cp866: [0x26, 0x65],
  'windows-1250': [0xc8],
  'windows-1251': [0xc9],
  'windows-1252': [0x03, 0x57, 0x58, 0x59],
  'windows-1253': [0xcb],
  'windows-1254': [0xca],
  'windows-1255': [0x7d],
  'windows-1256': [0x7e],
  'windows-1257': [0xcc],
};

const pages = new Map(
  Object.entries(languages).flatMap(([page, codes]) =>
    codes.map((code) => [code, page as CodePage] as const),
  ),
);

/** The code page that a header's language byte names; undefined where it names none that is known here. */
export function languagePage(code: number): CodePage | undefined {
  return pages.get(code);
}
