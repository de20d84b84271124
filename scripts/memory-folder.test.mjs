import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const MODULE = new URL('./memory-folder.mjs', import.meta.url).href;
/** Bytes that any machine has, and that none has. */
const LITTLE = { folder: 1, memory: 1 };
const MORE_THAN_ANY = Number.MAX_SAFE_INTEGER;

let parent = '';
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'simiente-memory-'));
});
afterEach(() => rmSync(parent, { recursive: true }));

/** What a process made, as it saw it; `null` without a folder. */
function makeIn(folder, room = LITTLE) {
  const program = `
    import { statSync, writeFileSync } from 'node:fs';
    import { makeMemoryFolder } from ${JSON.stringify(MODULE)};
    const made = makeMemoryFolder(${JSON.stringify({ folder, room })});
    if (made) writeFileSync(made + '/file', 'a file');
    console.log(JSON.stringify(made ? { made, mode: statSync(made).mode & 0o7777 } : null));`;
  const args = ['--input-type=module', '-e', program];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

describe('a folder for temporary files in memory', () => {
  it('is open to every account, and is removed with its files when its process ends', () => {
    const { made, mode } = makeIn(parent);
    expect(made).toMatch(/simiente-run-\d+-/);
    expect(mode).toBe(0o1777);
    expect(existsSync(made)).toBe(false);
  });

  it.each([
    ['where the system has none', 'absent', LITTLE],
    ['with too little space in it', '', { ...LITTLE, folder: MORE_THAN_ANY }],
    ['with too little memory', '', { ...LITTLE, memory: MORE_THAN_ANY }],
  ])('is not made %s', (_case, name, room) => {
    expect(makeIn(join(parent, name), room)).toBeNull();
  });

  it('takes the place of those of killed runs, and of no other', () => {
    const { made } = makeIn(parent);
    const others = [`simiente-run-${process.pid}-mine`, 'simiente-test-mine'];
    for (const folder of [made, ...others.map((name) => join(parent, name))]) mkdirSync(folder);
    makeIn(parent);
    expect(existsSync(made)).toBe(false);
    for (const name of others) expect(statSync(join(parent, name)).isDirectory()).toBe(true);
  });
});
