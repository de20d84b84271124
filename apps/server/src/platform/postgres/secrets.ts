import { randomBytes } from 'node:crypto';
import { chmod, link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, isTaken } from '../system-errors.ts';
import { makeFolder } from './layout.ts';

/** File with replaced secrets, one per line, newest first. */
const PREVIOUS = 'auth-previous';

/** The names of the secret files. Each secret is random and is nowhere else. */
type SecretName =
  | 'superuser'
  | 'simiente_owner'
  | 'simiente_app'
  | 'auth'
  | typeof PREVIOUS
  | 'audit'
  | 'wal-archive'
  | 'wal-archive-owner'
  | 'demo-password';

/** Undefined if it does not exist. */
export async function readSecret(folder: string, name: SecretName): Promise<string | undefined> {
  const path = join(folder, name);
  try {
    const secret = (await readFile(path, 'utf8')).trim();
    if (((await stat(path)).mode & 0o077) !== 0) {
      await chmod(path, 0o600);
    }
    return secret;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Reads a secret or creates it. Two simultaneous processes get the same one, because a link never overwrites. */
export async function ensureSecret(
  folder: string,
  name: SecretName,
  generate: () => string = () => randomBytes(32).toString('base64url'),
): Promise<string> {
  const existing = await readSecret(folder, name);
  if (existing !== undefined) return existing;
  await makeFolder(folder, 0o700);
  const draft = join(folder, `.${name}.${randomBytes(6).toString('hex')}`);
  const secret = generate();
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${secret}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(draft, join(folder, name));
  } catch (error) {
    const winner = isTaken(error) ? await readSecret(folder, name) : undefined;
    if (winner === undefined) throw error;
    return winner;
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(folder);
  return secret;
}

/** The earlier signing secrets, which still decrypt. */
export async function readPreviousSecrets(folder: string): Promise<string[]> {
  const lines = (await readSecret(folder, PREVIOUS))?.split('\n') ?? [];
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/**
 * Replaces the current secret and keeps it among the earlier ones. If killed midway, the current one is in both
 * files, which is harmless.
 */
export async function rotateSecret(folder: string): Promise<void> {
  const current = await ensureSecret(folder, 'auth');
  const previous = [current, ...(await readPreviousSecrets(folder))];
  await replaceFile(folder, PREVIOUS, [...new Set(previous)].join('\n'));
  await replaceFile(folder, 'auth', randomBytes(32).toString('base64url'));
}

export async function forgetPreviousSecrets(folder: string): Promise<void> {
  await rm(join(folder, PREVIOUS), { force: true });
}

async function replaceFile(folder: string, name: string, content: string): Promise<void> {
  const draft = join(folder, `.${name}.${randomBytes(6).toString('hex')}`);
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${content}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(folder, name));
  await syncFolder(folder);
}

/** Syncs a folder, so that a new name in it survives a power failure. Windows has no such call and needs none. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
