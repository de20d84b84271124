import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Compares in constant time. Texts of different lengths are different. */
export function isEqual(a: string | Buffer, b: string | Buffer): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/** Characters of a digest: 132 bits. */
const LENGTH = 22;

/** Creates digests that only holders of the secret can create, and that do not reveal the text. */
export function createDigest(secret: string): (text: string) => string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'simiente digest', 32));
  return (text) => createHmac('sha256', key).update(text).digest('base64url').slice(0, LENGTH);
}
