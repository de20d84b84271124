import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { datasetDigest } from './digest.ts';

function makeFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'simiente-digest-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
}

const digestFiles = (files: Readonly<Record<string, string>>) =>
  datasetDigest(makeFolder(files), ['.']);

test('the digest is the same for the same sources, wherever they are', () => {
  expect(digestFiles({ 'a.ts': '1', 'b.sql': '2' })).toBe(
    digestFiles({ 'b.sql': '2', 'a.ts': '1' }),
  );
});

test('the digest changes with the content or name of a source, but not with a test', () => {
  const before = digestFiles({ 'a.ts': '1' });
  expect(digestFiles({ 'a.ts': '2' })).not.toBe(before);
  expect(digestFiles({ 'b.ts': '1' })).not.toBe(before);
  expect(digestFiles({ 'a.ts': '1', 'b.ts': '' })).not.toBe(before);
  expect(digestFiles({ 'a.ts': '1', 'a.test.ts': '2' })).toBe(before);
});

test('the sources of the real digest exist', () => {
  expect(datasetDigest()).toMatch(/^[0-9a-f]{12}$/);
});
