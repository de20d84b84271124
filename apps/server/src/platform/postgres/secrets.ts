import { randomBytes } from 'node:crypto';
import { chmod, link, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { alreadyExists, ifMissing, StartupError } from '../system-errors.ts';
import { makeFolder } from './layout.ts';

/** Options for a private file that is synced to the disk. */
const NEW_FILE = { flag: 'wx', mode: 0o600, flush: true };

/** File with replaced secrets, one per line, newest first. */
const PREVIOUS = 'auth-previous';

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

/** Undefined if it does not exist. An empty file is rejected, because a full disk may leave one. */
export async function readSecret(folder: string, name: SecretName): Promise<string | undefined> {
  const path = join(folder, name);
  const secret = await readFile(path, 'utf8').catch(ifMissing(undefined));
  if (secret === undefined) return undefined;
  if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, 0o600);
  if (secret.trim() === '') {
    const advice = 'recupéralo de tu respaldo de DATA_DIR, o bórralo si se perdió';
    throw new StartupError('secret-empty', `El archivo ${path} está vacío: ${advice}.`);
  }
  return secret.trim();
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
    await writeFile(draft, `${secret}\n`, NEW_FILE);
    await link(draft, join(folder, name));
  } catch (error) {
    const winner = alreadyExists(error) ? await readSecret(folder, name) : undefined;
    if (winner === undefined) throw error;
    return winner;
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(folder);
  return secret;
}

/** The earlier signing secrets, which are only used to decrypt. */
export async function readPreviousSecrets(folder: string): Promise<string[]> {
  const lines = (await readSecret(folder, PREVIOUS))?.split('\n') ?? [];
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/**
 * Adds the signing secret to the earlier ones, and replaces it. If the process is killed between the two steps, the
 * current secret is in both files, which is harmless.
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
  await writeFile(draft, `${content}\n`, NEW_FILE);
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
