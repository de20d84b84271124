import { createCipheriv, scrypt, timingSafeEqual } from 'node:crypto';

/** Hash parameters of a project, with the names of Firebase Authentication. */
export interface FirebaseParameters {
  readonly signerKey: Buffer;
  readonly saltSeparator: Buffer;
  readonly rounds: number;
  /** A power of two. */
  readonly memCost: number;
}

const KEY_BYTES = 32;
const NO_IV = Buffer.alloc(16);
const HASH = /^\$firebase-scrypt\$ln=(\d{1,2}),r=(\d{1,2})\$([\w+/=]+)\$([\w+/=]+)$/;

/** Whether a hash came from Firebase Authentication. */
export const isFirebaseHash = (hash: string) => hash.startsWith('$firebase-scrypt$');

/**
 * Converts a hash of Firebase Authentication (github.com/firebase/scrypt: the project's signer key, encrypted with
 * a key that scrypt derives from the password) to the form that is stored until its owner signs in: only the
 * ciphertext. The signer key, which is the same for the whole project, is not stored.
 * @returns null for a hash of another project
 */
export function keepFirebaseHash(
  { signerKey, saltSeparator, rounds, memCost }: FirebaseParameters,
  { salt, hash }: { readonly salt: Buffer; readonly hash: Buffer },
): string | null {
  if (hash.length !== signerKey.length) return null;
  const stream = hash.map((byte, index) => byte ^ (signerKey[index] ?? 0));
  const whole = Buffer.concat([salt, saltSeparator]).toString('base64');
  return `$firebase-scrypt$ln=${memCost},r=${rounds}$${whole}$${Buffer.from(stream).toString('base64')}`;
}

/** Firebase uses the password's bytes without Unicode normalization. */
export async function verifyFirebaseHash(hash: string, password: string): Promise<boolean> {
  const [, ln, r, salt = '', stream = ''] = HASH.exec(hash) ?? [];
  if (ln === undefined) return false;
  const cost = {
    N: 2 ** Number(ln),
    r: Number(r),
    p: 1,
    maxmem: 256 * 2 ** Number(ln) * Number(r),
  };
  const key = await new Promise<Buffer>((resolve, reject) =>
    scrypt(password, Buffer.from(salt, 'base64'), KEY_BYTES, cost, (error, made) =>
      error ? reject(error) : resolve(made),
    ),
  );
  const storedKey = Buffer.from(stream, 'base64');
  const encrypted = createCipheriv('aes-256-ctr', key, NO_IV).update(
    Buffer.alloc(storedKey.length),
  );
  return storedKey.length > 0 && timingSafeEqual(storedKey, encrypted);
}

/** The work of a hash, in the unit of scrypt's N × r × p. */
export function firebaseWork(hash: string): number {
  const [, ln, r] = HASH.exec(hash) ?? [];
  return ln === undefined ? 0 : 2 ** Number(ln) * Number(r);
}
