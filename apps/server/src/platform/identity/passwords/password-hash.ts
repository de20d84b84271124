import { randomBytes } from 'node:crypto';
import { verifyPassword as verifyLibraryHash } from 'better-auth/crypto';
import type { Logger } from 'pino';
import { isEqual } from '../../http/digest.ts';
import { createSemaphore } from '../../http/load/semaphore.ts';
import {
  deriveScryptKey,
  firebaseWork,
  isFirebaseHash,
  verifyFirebaseHash,
} from './firebase-hash.ts';

/** Parameters of scrypt, which takes 128 × 2^ln × r bytes of memory. The time is proportional to p. */
export interface HashCost {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

/** The setting with 32 MiB in the OWASP Password Storage Cheat Sheet. */
export const PASSWORD_COST: HashCost = { ln: 15, r: 8, p: 3 };

const KEY_BYTES = 32;
/** The PHC string format. The cost is bounded, because a hash with ln=30 would take a terabyte of memory. */
const HASH = /^\$scrypt\$ln=([1-9]|1\d),r=([1-9]),p=([1-9])\$([\w+/]{22})\$([\w+/]{43})$/;

/**
 * Concurrent hashes in this process. They take at most 64 MiB, and two of the four threads with which Node.js also
 * reads files.
 */
const hashing = createSemaphore({
  all: 2,
  perClient: 2,
  retryAfter: 2,
  waiting: 400,
  maxWait: 6_000,
});

/** Gets a line for each stored value that cannot be read, such as after an edit by hand. */
export type MalformedLog = Pick<Logger, 'warn'>;

const withSlot = <Result>(work: () => Promise<Result>) => hashing.withPermit('', work);

/**
 * Derives a key from a text, after NFKC, so that accents of every keyboard are equal.
 * @throws Problem UNAVAILABLE when too many derivations wait
 */
export function deriveKey(text: string, salt: Buffer, { ln, r, p }: HashCost): Promise<Buffer> {
  const options = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r };
  return withSlot(() => deriveScryptKey(text.normalize('NFKC'), salt, KEY_BYTES, options));
}

export type PasswordHashing = ReturnType<typeof createPasswordHashing>;

export function createPasswordHashing(cost: HashCost = PASSWORD_COST, log?: MalformedLog) {
  const settings = `ln=${cost.ln},r=${cost.r},p=${cost.p}`;
  return {
    async hash(password: string): Promise<string> {
      const salt = randomBytes(16);
      const key = await deriveKey(password, salt, cost);
      return `$scrypt$${settings}$${encode(salt)}$${encode(key)}`;
    },
    async verify({ hash, password }: { hash: string; password: string }): Promise<boolean> {
      const [, ln, r, p, salt = '', key = ''] = HASH.exec(hash) ?? [];
      if (ln === undefined) return verifyForeign(hash, password, cost, log);
      const hashCost = { ln: Number(ln), r: Number(r), p: Number(p) };
      const derived = await deriveKey(password, Buffer.from(salt, 'base64'), hashCost);
      return isEqual(Buffer.from(key, 'base64'), derived);
    },
    /** Cost for recovery codes, which have 50 random bits, so that a twelfth of a password's work is enough. */
    codeCost: { ...cost, ln: cost.ln - 2, p: 1 },
    getMethod: (hash: string) => /^\$([\w-]+)\$/.exec(hash)?.[1] ?? 'better-auth',
    /** Whether a hash has other parameters than the current ones. */
    isOutdated: (hash: string) => !hash.startsWith(`$scrypt$${settings}$`),
  };
}

/** The work of a hash of the identity library, in the unit of scrypt's N × r × p. */
const LIBRARY_WORK = 2 ** 14 * 16;

/**
 * Verifies a hash of the identity library or of Firebase Authentication. A malformed one, such as after an edit by hand,
 * matches no password. The work that it lacks is added, so that the duration does not distinguish such an account from
 * an unknown e-mail.
 */
async function verifyForeign(
  hash: string,
  password: string,
  cost: HashCost,
  log?: MalformedLog,
): Promise<boolean> {
  const isImported = isFirebaseHash(hash);
  const isRight = await withSlot(() =>
    (isImported ? verifyFirebaseHash(hash, password) : verifyLibraryHash({ hash, password })).catch(
      () => null,
    ),
  );
  if (isRight === null) log?.warn('the stored password hash of an account is malformed');
  const foreignWork = isImported ? firebaseWork(hash) : LIBRARY_WORK;
  const unit = 2 ** cost.ln * cost.r;
  const missingWork = unit * cost.p - (isRight === null ? 0 : foreignWork);
  const p = Math.floor(missingWork / unit);
  if (p > 0) await deriveKey(password, randomBytes(16), { ...cost, p });
  if (missingWork - p * unit >= unit / 2) {
    await deriveKey(password, randomBytes(16), { ...cost, ln: cost.ln - 1, p: 1 });
  }
  return isRight === true;
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
