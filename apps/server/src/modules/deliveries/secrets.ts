import { createHash, timingSafeEqual } from 'node:crypto';
import { createDigest } from '../../platform/http/digest.ts';

export interface DeliverySecrets {
  /** Token of the link: 132 bits. */
  deriveToken(id: string): string;
  /** Six digits. */
  deriveCode(id: string): string;
  /** Whether a code is that of the delivery. */
  isCode(id: string, code: string): boolean;
  /** A grant, whose holder may fetch the PDF until a moment without the code. */
  createGrant(id: string, until: Date): string;
  isGrant(id: string, grant: string, now: Date): boolean;
}

export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');

const DIGITS = 6;

/**
 * Derives link and code from the id. A repeated request gives the same ones, an e-mail can be sent again, and
 * neither is in the database or its backups.
 * @param secrets the current one, and earlier ones, with which codes and grants are still checked
 */
export function createDeliverySecrets([secret, ...earlier]: readonly [
  string,
  ...string[],
]): DeliverySecrets {
  const digest = createDigest(secret);
  const digests = [digest, ...earlier.map(createDigest)];
  const code = (make: typeof digest, id: string) => sixDigits(make(`delivery-code:${id}`));
  const grant = (make: typeof digest, id: string, until: string) =>
    make(`delivery-grant:${id}:${until}`);
  return {
    deriveToken: (id) => digest(`delivery-link:${id}`),
    deriveCode: (id) => code(digest, id),
    isCode: (id, given) => digests.some((make) => isSame(code(make, id), given)),
    createGrant: (id, until) => {
      const text = until.getTime().toString(36);
      return `${text}.${grant(digest, id, text)}`;
    },
    isGrant: (id, given, now) => {
      const [text = '', mac = ''] = given.split('.');
      const until = Number.parseInt(text, 36);
      return until > now.getTime() && digests.some((make) => isSame(grant(make, id, text), mac));
    },
  };
}

/** The modulo bias favours no code of a million by more than one in 2^28. */
function sixDigits(digest: string): string {
  const number = Buffer.from(digest, 'base64url').readUIntBE(0, 6) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(hashToken(one)), Buffer.from(hashToken(other))];
  return timingSafeEqual(first, second);
}
