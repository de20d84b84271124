import { createCipheriv, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** Hash parameters of a Firebase project, with Firebase's names. */
export interface FirebaseParameters {
  readonly signerKey: Buffer;
  readonly saltSeparator: Buffer;
  readonly rounds: number;
  /** The binary logarithm of scrypt's N. */
  readonly memCost: number;
}

export const deriveScryptKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const KEY_BYTES = 32;
const HASH = /^\$firebase-scrypt\$ln=([1-9]|1\d),r=([1-9])\$([\w+/=]+)\$([\w+/=]+)$/;

export const isFirebaseHash = (hash: string) => hash.startsWith('$firebase-scrypt$');

/**
 * Converts a hash of Firebase Authentication to the form that is stored until its owner signs in. Firebase's hash
 * (github.com/firebase/scrypt) is the project's signer key, encrypted in counter mode with a key that scrypt derives
 * from the password. Only the key stream is stored, so that the signer key, the same for all accounts, is not needed.
 * @returns null if the hash is not as long as the signer key, so it cannot be of this project
 */
export function convertFirebaseHash(
  { signerKey, saltSeparator, rounds, memCost }: FirebaseParameters,
  { salt, hash }: { readonly salt: Buffer; readonly hash: Buffer },
): string | null {
  if (hash.length !== signerKey.length) return null;
  const stream = hash.map((byte, index) => byte ^ (signerKey[index] ?? 0));
  const fullSalt = Buffer.concat([salt, saltSeparator]).toString('base64');
  return `$firebase-scrypt$ln=${memCost},r=${rounds}$${fullSalt}$${Buffer.from(stream).toString('base64')}`;
}

/** Firebase uses the password's bytes without Unicode normalization. */
export async function verifyFirebaseHash(hash: string, password: string): Promise<boolean> {
  const [, ln, r, salt = '', stream = ''] = HASH.exec(hash) ?? [];
  if (ln === undefined) throw new Error('A malformed hash');
  const cost = {
    N: 2 ** Number(ln),
    r: Number(r),
    p: 1,
    maxmem: 256 * 2 ** Number(ln) * Number(r),
  };
  const key = await deriveScryptKey(password, Buffer.from(salt, 'base64'), KEY_BYTES, cost);
  const storedStream = Buffer.from(stream, 'base64');
  // Firebase's initialization vector is zero.
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  const computedStream = cipher.update(Buffer.alloc(storedStream.length));
  return storedStream.length > 0 && timingSafeEqual(storedStream, computedStream);
}

/** The work of a hash, in the unit of scrypt's N × r × p. */
export function firebaseWork(hash: string): number {
  const [, ln, r] = HASH.exec(hash) ?? [];
  return ln === undefined ? 0 : 2 ** Number(ln) * Number(r);
}
