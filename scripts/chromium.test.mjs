import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findChromium } from './chromium.mjs';

let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'simiente-chromium-'));
  vi.stubEnv('CHROMIUM_PATH', undefined);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** @returns {string} the path of a file with that name, executable or not */
function place(name, mode = 0o755) {
  const path = join(folder, name);
  writeFileSync(path, '#!/bin/sh\n', { mode });
  return path;
}

it('the search for a browser prefers the browser of CHROMIUM_PATH', () => {
  place('chromium');
  const chosen = place('another');
  vi.stubEnv('PATH', folder);
  vi.stubEnv('CHROMIUM_PATH', chosen);
  expect(findChromium()).toBe(chosen);
});

it('the search for a browser rejects a CHROMIUM_PATH that cannot be run, even if there are others', () => {
  place('chromium');
  vi.stubEnv('PATH', folder);
  vi.stubEnv('CHROMIUM_PATH', place('text', 0o644));
  expect(findChromium).toThrow('CHROMIUM_PATH is not an executable program');
});

it.each(['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'])(
  'the search for a browser finds %s in PATH',
  (name) => {
    const path = place(name);
    vi.stubEnv('PATH', folder);
    expect(findChromium()).toBe(path);
  },
);

it('the search for a browser prefers the headless shell', () => {
  place('chromium');
  const shell = place('chromium-headless-shell');
  vi.stubEnv('PATH', folder);
  expect(findChromium()).toBe(shell);
});

it('the search for a browser skips a chromium in PATH that cannot be run', () => {
  const unusable = place('chromium', 0o644);
  vi.stubEnv('PATH', folder);
  expect(findChromium()).not.toBe(unusable);
});
