import { execFile } from 'node:child_process';
import { chmod, chown, lchown, readdir, readFile, stat } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ifMissing, StartupError } from '../system-errors.ts';
import type { Binaries } from './binaries.ts';
import type { Layout } from './layout.ts';

export type Account = { uid: number; gid: number };

/**
 * The account that runs PostgreSQL's programs, which do not run as root; the current account if absent. If it cannot
 * reach the data or the binaries, as in a clone in /root, it also gets the one capability to do so.
 */
export type RunAs = { account?: Account; capability?: 'dac_read_search' | 'dac_override' };

export type Command = { file: string; args: string[]; options: { uid?: number; gid?: number } };

/** The PATH of some users lacks the folders of administrators' programs. */
export const SYSTEM_PATH = [process.env.PATH, '/usr/sbin', '/usr/bin', '/sbin', '/bin'].join(
  delimiter,
);
const env = { ...process.env, PATH: SYSTEM_PATH };
const runFile = promisify(execFile);
const run = (file: string, args: string[]) => runFile(file, args, { env });
/** Created if there is no account `postgres`, whose name is reserved for packages of the distribution. */
const OWN_ACCOUNT = 'simiente';

export async function chooseRunAs(layout: Layout, binaries: Binaries): Promise<RunAs> {
  if (process.getuid?.() !== 0) return {};
  const account = (await findClusterOwner(layout.cluster)) ?? (await findOrCreateAccount());
  for (const program of [binaries.postgres, binaries.initdb, binaries.pgCtl]) {
    await makeExecutable(program);
  }
  const binaryFolders = ['bin', 'lib', 'share'].map((name) => join(binaries.root, name));
  const blocked = await findBlockedFolder([layout.dataDir, ...binaryFolders], account);
  if (blocked === undefined) return { account };
  const capability = await findCapability();
  if (capability === undefined) {
    throw new StartupError(
      'root-unusable',
      `PostgreSQL no puede ejecutarse como root y su usuario (uid ${account.uid}) no puede entrar en ${blocked}: muévelo fuera de esa carpeta, ejecuta chmod o+x ${blocked} o arranca con un usuario normal.`,
    );
  }
  return { account, capability };
}

/** The command that runs a program of PostgreSQL as the account of `runAs`. */
export function commandFor(runAs: RunAs, program: string, args: string[]): Command {
  const { account, capability } = runAs;
  if (account === undefined) return { file: program, args, options: {} };
  if (capability === undefined) return { file: program, args, options: account };
  // PostgreSQL checks with access(2) whether it may run its own files. For that call the kernel drops the
  // capabilities of a non-root account, unless no_setuid_fixup is set.
  const identity = ['--reuid', String(account.uid), '--regid', String(account.gid)];
  const rights = [`--inh-caps=-all,+${capability}`, `--ambient-caps=-all,+${capability}`];
  return {
    file: 'setpriv',
    args: [
      '--securebits=+no_setuid_fixup',
      ...identity,
      '--clear-groups',
      '--no-new-privs',
      ...rights,
      program,
      ...args,
    ],
    options: {},
  };
}

/** Gives a folder with its content to PostgreSQL's account, unless this process runs as that account. */
export async function giveOwnership(runAs: RunAs, path: string): Promise<void> {
  if (runAs.account === undefined) return;
  const { uid, gid } = runAs.account;
  await chown(path, uid, gid);
  if ((await stat(path)).isDirectory()) {
    for (const entry of await readdir(path, { recursive: true })) {
      // PostgreSQL may be removing its socket at this moment.
      await lchown(join(path, entry), uid, gid).catch(ifMissing(undefined));
    }
  }
}

/** The owner of an existing cluster. A cluster that root copied has no owner yet. */
async function findClusterOwner(cluster: string): Promise<Account | undefined> {
  const owner = await stat(cluster).catch(ifMissing(undefined));
  return owner === undefined || owner.uid === 0 ? undefined : { uid: owner.uid, gid: owner.gid };
}

async function findOrCreateAccount(): Promise<Account> {
  const existing = (await findAccount('postgres')) ?? (await findAccount(OWN_ACCOUNT));
  if (existing !== undefined) return existing;
  // initdb needs a named account. The account `nobody` is shared with other services, which could read the database.
  const noLogin = [
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
  ];
  const failure = await run('useradd', ['--system', '--user-group', ...noLogin, OWN_ACCOUNT]).then(
    () => undefined,
    (error: unknown) => error,
  );
  const created = await findAccount(OWN_ACCOUNT);
  if (created === undefined) {
    throw new StartupError(
      'root-unusable',
      `PostgreSQL no puede ejecutarse como root y no se pudo crear el usuario ${OWN_ACCOUNT}: créalo (useradd --system ${OWN_ACCOUNT}) o arranca con un usuario normal.`,
      { cause: failure },
    );
  }
  return created;
}

async function findAccount(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function makeExecutable(program: string): Promise<void> {
  const { mode } = await stat(program);
  if ((mode & 0o555) !== 0o555) await chmod(program, mode | 0o555);
}

/** The outermost folder of these paths that the account may not enter. */
export async function findBlockedFolder(
  paths: string[],
  account: Account,
): Promise<string | undefined> {
  for (const path of paths) {
    const folders = [path];
    while (dirname(folders[0] ?? '/') !== folders[0]) {
      folders.unshift(dirname(folders[0] ?? '/'));
    }
    for (const folder of folders) {
      const { uid, gid, mode } = await stat(folder);
      const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
      if (((mode >> shift) & 1) === 0) return folder;
    }
  }
  return undefined;
}

/**
 * The capability to give to the account. Containers often withhold CAP_DAC_READ_SEARCH, but not the wider
 * CAP_DAC_OVERRIDE.
 */
async function findCapability(): Promise<RunAs['capability']> {
  const setpriv = await run('setpriv', ['--version']).catch(() => null);
  if (process.platform !== 'linux' || setpriv === null) return undefined;
  const status = await readFile('/proc/self/status', 'utf8');
  const permitted = BigInt(`0x${/^CapPrm:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`);
  const has = (bit: bigint) => ((permitted >> bit) & 1n) === 1n;
  // CAP_DAC_OVERRIDE is 1, CAP_DAC_READ_SEARCH is 2, CAP_SETPCAP (needed to set securebits) is 8.
  if (!has(8n)) return undefined;
  return has(2n) ? 'dac_read_search' : has(1n) ? 'dac_override' : undefined;
}
