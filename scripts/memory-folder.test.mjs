import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const MODULE = new URL('./memory-folder.mjs', import.meta.url).href;

/** The folder that a process made in another; null without one. */
function makeIn(parent) {
  const program = `
    import { makeMemoryFolder } from ${JSON.stringify(MODULE)};
    console.log(JSON.stringify(makeMemoryFolder(${JSON.stringify(parent)}) ?? null));`;
  const args = ['--input-type=module', '-e', program];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

test('a folder in memory is removed with its process, and folders of killed runs before it is created', () => {
  const parent = mkdtempSync(join(tmpdir(), 'simiente-memory-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const killed = join(parent, 'simiente-run-99999999-a');
  const others = [`simiente-run-${process.pid}-mine`, 'simiente-test-mine'];
  for (const folder of [killed, ...others.map((name) => join(parent, name))]) mkdirSync(folder);
  const createdFolder = makeIn(parent);
  if (createdFolder !== null) expect(existsSync(createdFolder)).toBe(false);
  expect(existsSync(killed)).toBe(false);
  for (const name of others) expect(statSync(join(parent, name)).isDirectory()).toBe(true);
  expect(makeIn(join(parent, 'absent'))).toBeNull();
});
