import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const schemas = new URL('../../../../shared/schemas/', import.meta.url).pathname;

/** Whether official schemas and xmllint are here; where CI promises them, their absence is a failure. */
export function canValidate(): boolean {
  const missing = [
    existsSync(schemas) ? [] : ['the official schemas'],
    hasXmllint() ? [] : ['xmllint'],
  ].flat();
  if (missing.length > 0 && process.env['CI'])
    throw new Error(`CI is set, but there is no ${missing.join(' and no ')}.`);
  return missing.length === 0;
}

export function hasXmllint(): boolean {
  return spawnSync('xmllint', ['--version']).status === 0;
}

/** How `schemas/validate` calls xmllint for a kind of document; xmllint takes many files at once, the script one. */
export const checks = {
  ubl: ['--schema', `${schemas}ubl-2.1/xsd/maindoc/UBL-Order-2.1.xsd`],
  ublChange: ['--schema', `${schemas}ubl-2.1/xsd/maindoc/UBL-OrderChange-2.1.xsd`],
  ublCancellation: ['--schema', `${schemas}ubl-2.1/xsd/maindoc/UBL-OrderCancellation-2.1.xsd`],
  opentrans: ['--schema', `${schemas}opentrans-2.1/xsd/opentrans_2_1.xsd`],
  commerceml: ['--schema', `${schemas}commerceml/commerceml-2.10.xsd`],
  cxml: ['--dtdvalid', `${schemas}cxml-1.2.063/dtd/cXML.dtd`],
} as const;

/** What xmllint has against the files; empty when every one of them is valid. */
export function faultsOf(check: readonly string[], files: readonly Uint8Array[]): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stockhand-xmllint-'));
  try {
    const names = files.map((bytes, index) => {
      writeFileSync(path.join(folder, `${index}.xml`), bytes);
      return `${index}.xml`;
    });
    const { status, stderr } = spawnSync('xmllint', ['--noout', '--nonet', ...check, ...names], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 100_000_000,
      env: { ...process.env, XML_CATALOG_FILES: `${schemas}cxml-1.2.063/catalog.xml` },
    });
    const lines = stderr.split('\n').filter((line) => line !== '' && !line.endsWith(' validates'));
    return status === 0 ? lines.join('\n') : `status ${status}\n${lines.slice(0, 20).join('\n')}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Many cXML documents below one root, so that the DTD, which takes xmllint longer than all of them, is read once. What
 * stands between the root's tags keeps the DTD exactly as it would alone.
 */
export function belowOneRoot(files: readonly Uint8Array[]): Uint8Array {
  const dtd = `${schemas}cxml-1.2.063/dtd/cXML.dtd`;
  const subset = `<!ELEMENT all (cXML*)><!ENTITY % cXML SYSTEM "${dtd}">%cXML;`;
  const documents = files.map((bytes) => {
    const text = new TextDecoder().decode(bytes);
    return text.slice(text.indexOf('<cXML '));
  });
  return new TextEncoder().encode(
    `<?xml version="1.0"?><!DOCTYPE all [${subset}]>\n<all>${documents.join('')}</all>`,
  );
}

/** The script that the schemas come with, for one file. */
function validate(kind: string, bytes: Uint8Array): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stockhand-xmllint-'));
  try {
    const file = path.join(folder, 'order.xml');
    writeFileSync(file, bytes);
    const { status, stderr } = spawnSync(`${schemas}validate`, [kind, file], { encoding: 'utf8' });
    return status === 0 ? '' : stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What it says of a sample, and of the same with one text in place of another. */
export function verdicts(kind: string, sample: Uint8Array, [from, to]: [string, string]): string[] {
  const damaged = new TextDecoder().decode(sample).replace(from, to);
  return [sample, new TextEncoder().encode(damaged)].map((bytes) => validate(kind, bytes));
}

/** A fenced block of a README, by the language after its fence. */
export function readmeBlock(folder: string, language: string): string {
  const file = new URL(`../../../adapters/${folder}/README.md`, import.meta.url);
  const text = readFileSync(file, 'utf8');
  const fence = `\`\`\`${language}\n`;
  return text.slice(text.indexOf(fence) + fence.length).split('```')[0] ?? '';
}
