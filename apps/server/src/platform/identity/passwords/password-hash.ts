import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { verifyPassword as verifyEarlierHash } from 'better-auth/crypto';
import { createConcurrencySlots } from '../../http/load/concurrency-slots.ts';
import { firebaseWork, isFirebaseHash, verifyFirebaseHash } from './firebase-hash.ts';

/** scrypt parameters. It takes 128 × 2^ln × r bytes of memory, and p times the time of p = 1. */
export interface HashCost {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

/** OWASP Password Storage Cheat Sheet: among the settings that it calls equivalent, the one of 32 MiB. */
export const PASSWORD_COST: HashCost = { ln: 15, r: 8, p: 3 };

const KEY_BYTES = 32;
/** The PHC string format, in which a hash names its parameters. */
const HASH = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/**
 * Concurrent hashes in this process: they take at most 64 MiB and leave two of the four threads with which Node.js
 * also reads files.
 */
const slots = createConcurrencySlots({
  working: 2,
  perClient: 2,
  waiting: 400,
  longestWait: 6_000,
});

async function withSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  const leave = await slots.take('', new EventEmitter());
  try {
    return await work();
  } finally {
    leave();
  }
}

/**
 * The key of a text under a salt. NFKC, so that accents compare equal on every keyboard.
 * @throws Problem UNAVAILABLE when too many wait
 */
export function deriveKey(text: string, salt: Buffer, { ln, r, p }: HashCost): Promise<Buffer> {
  const options = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r };
  return withSlot(
    () =>
      new Promise((resolve, reject) =>
        scrypt(text.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        ),
      ),
  );
}

export type PasswordHashing = ReturnType<typeof createPasswordHashing>;

export function createPasswordHashing(cost: HashCost = PASSWORD_COST) {
  const settings = `ln=${cost.ln},r=${cost.r},p=${cost.p}`;
  return {
    async hash(password: string): Promise<string> {
      const salt = randomBytes(16);
      const key = await deriveKey(password, salt, cost);
      return `$scrypt$${settings}$${encode(salt)}$${encode(key)}`;
    },
    async verify({ hash, password }: { hash: string; password: string }): Promise<boolean> {
      const [, ln, r, p, salt = '', key = ''] = HASH.exec(hash) ?? [];
      if (isFirebaseHash(hash)) return verifyImported(hash, password, cost);
      if (ln === undefined) return verifyEarlier(hash, password, cost);
      const made = { ln: Number(ln), r: Number(r), p: Number(p) };
      const derived = await deriveKey(password, Buffer.from(salt, 'base64'), made);
      const kept = Buffer.from(key, 'base64');
      return kept.length === derived.length && timingSafeEqual(kept, derived);
    },
    /** Cost for recovery codes: they have 50 random bits, so a tenth of a password's work is more than enough. */
    codeCost: { ...cost, ln: cost.ln - 2, p: 1 },
    /** Name of the method that created a hash. */
    getMethod: (hash: string) => /^\$([\w-]+)\$/.exec(hash)?.[1] ?? 'better-auth',
    /** Whether a hash has other parameters than the current ones. */
    isOutdated: (hash: string) => !hash.startsWith(`$scrypt$${settings}$`),
  };
}

/**
 * Verifies a hash of the identity library, with N = 2^14, r = 16, p = 1: a third of the work at PASSWORD_COST. The
 * rest is computed anyway, so that the duration does not distinguish such an account from an unknown e-mail.
 */
async function verifyEarlier(hash: string, password: string, cost: HashCost): Promise<boolean> {
  const isRight = await withSlot(() => verifyEarlierHash({ hash, password }));
  if (cost.p > 1) await deriveKey(password, randomBytes(16), { ...cost, p: cost.p - 1 });
  return isRight;
}

/** Like `verifyEarlier`, for a hash of Firebase Authentication. */
async function verifyImported(hash: string, password: string, cost: HashCost): Promise<boolean> {
  const isRight = await withSlot(() => verifyFirebaseHash(hash, password));
  const unit = 2 ** cost.ln * cost.r;
  const rest = unit * cost.p - firebaseWork(hash);
  const p = Math.floor(rest / unit);
  if (p > 0) await deriveKey(password, randomBytes(16), { ...cost, p });
  if (rest - p * unit >= unit / 2) {
    await deriveKey(password, randomBytes(16), { ...cost, ln: cost.ln - 1, p: 1 });
  }
  return isRight;
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
