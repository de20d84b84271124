import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
} from 'node:crypto';
import { Problem } from '../../problem.ts';

/** The end of a page: its order, and the sort key and id of its last row. */
export interface Cursor {
  readonly sort: string;
  readonly key: string;
  readonly id: string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Plain text is padded to a multiple of this many characters, so that the length reveals little. */
const BLOCK = 32;

export type CursorCodec = ReturnType<typeof createCursorCodec>;

/**
 * Encodes and decodes page cursors. They are encrypted with the secret of all processes, so that no name appears in
 * a URL or a proxy's log. The nonce is a digest of the plain text, so that a page fetched again has the same cursor.
 */
export function createCursorCodec(secret: string) {
  const keyFor = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `simiente cursor ${purpose}`, 32)));
  const [encryptionKey, nonceKey] = [keyFor('encryption'), keyFor('nonce')];
  return {
    encode({ sort, key, id }: Cursor): string {
      const json = JSON.stringify([key, id]);
      const plain = json.padEnd(Math.ceil(json.length / BLOCK) * BLOCK);
      const nonce = createHmac('sha256', nonceKey)
        .update(JSON.stringify([sort, plain]))
        .digest()
        .subarray(0, NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce).setAAD(Buffer.from(sort));
      const encrypted = [cipher.update(plain, 'utf8'), cipher.final()];
      return Buffer.concat([nonce, ...encrypted, cipher.getAuthTag()]).toString('base64url');
    },
    /** @throws Problem CURSOR_INVALID if altered, made with another secret, or for another order than `sort` */
    decode(text: string, sort: string): Cursor {
      const bytes = Buffer.from(text, 'base64url');
      // Some different texts decode to the same bytes.
      const isCanonical = bytes.toString('base64url') === text;
      if (!isCanonical || bytes.length <= NONCE_BYTES + TAG_BYTES) {
        throw new Problem('CURSOR_INVALID');
      }
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, nonce)
        .setAAD(Buffer.from(sort))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      let plain: string;
      try {
        plain = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8');
        plain += decipher.final('utf8');
      } catch {
        throw new Problem('CURSOR_INVALID');
      }
      // Encrypted by us, so it has this shape.
      const [key, id] = JSON.parse(plain) as [string, string];
      return { sort, key, id };
    },
  };
}

/** Binds cursors to one list, so that a cursor of another list is rejected. */
export function scopeCursors(codec: CursorCodec, list: string): CursorCodec {
  const withList = (sort: string) => `${list} ${sort}`;
  return {
    encode: (cursor) => codec.encode({ ...cursor, sort: withList(cursor.sort) }),
    decode: (text, sort) => ({ ...codec.decode(text, withList(sort)), sort }),
  };
}
