import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../prepare.mjs';
import { runTool } from './run.mjs';

/** Format, lint and the order of imports. */
export async function checkStyle() {
  const { code, output } = await runTool('biome', [
    'check',
    '--colors=off',
    '--error-on-warnings',
    '.',
  ]);
  const summary = /Checked \d+ files?/.exec(output)?.[0].replace(/\D+/g, '');
  return {
    ok: code === 0 && summary !== undefined,
    summary: summary === undefined ? 'nothing was checked' : `${summary} files`,
    details: code === 0 ? [] : [output],
  };
}

/**
 * The folders with a tsconfig.json: the root, of all that runs in Node, and those that need other settings.
 * One program checks what its parts share once.
 */
export function typedFolders() {
  const inside = (folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`);
  return [
    '.',
    ...inside('packages'),
    ...inside('apps'),
    'e2e',
    'faults',
    'bench',
    'scripts',
  ].filter((folder) => existsSync(join(ROOT, folder, 'tsconfig.json')));
}

/** @param {string} folder that has the tsconfig.json */
export async function checkTypes(folder) {
  // Each checker of its own repeats the work on shared types: one takes half the processor time of four.
  const args = ['-p', folder, '--pretty', 'false', '--checkers', '1'];
  // A check lives for seconds: collecting its garbage as often as Go does takes a quarter of its processor time.
  const { code, output } = await runTool('tsc', args, { env: { GOGC: '400' } });
  const errors = output.match(/error TS\d+/g)?.length ?? 0;
  return {
    ok: code === 0,
    summary: errors === 1 ? '1 error' : `${errors} errors`,
    details: code === 0 ? [] : [output],
  };
}

/** Unused files, exports and dependencies, and undeclared dependencies. */
export async function checkDeadCode() {
  const { code, output } = await runTool('knip', ['--no-progress']);
  return {
    ok: code === 0,
    summary: code === 0 ? 'nothing unused' : 'unused code or dependencies',
    details: code === 0 ? [] : [output],
  };
}
