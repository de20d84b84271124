import { createDigest, isEqual } from '../../platform/http/digest.ts';

export type DeliverySecrets = ReturnType<typeof createDeliverySecrets>;

const DIGITS = 6;

/**
 * Derives link and code from the id, so that a repeated request and an e-mail that is sent again have the same ones.
 * Neither is stored in the database or its backups.
 * @param secrets the current secret, then earlier secrets, whose codes and grants are still accepted
 */
export function createDeliverySecrets([secret, ...earlier]: readonly [string, ...string[]]) {
  const digest = createDigest(secret);
  const digests = [digest, ...earlier.map(createDigest)];
  const code = (digestWith: typeof digest, id: string) =>
    toSixDigits(digestWith(`delivery-code:${id}`));
  const grant = (digestWith: typeof digest, id: string, until: string) =>
    digestWith(`delivery-grant:${id}:${until}`);
  return {
    /** Token of the link: 132 bits. */
    deriveToken: (id: string) => digest(`delivery-link:${id}`),
    deriveCode: (id: string) => code(digest, id),
    isCode: (id: string, typed: string) => digests.some((one) => isEqual(code(one, id), typed)),
    /** A grant to download the PDF without the code until a time. */
    createGrant: (id: string, until: Date) => {
      const text = until.getTime().toString(36);
      return `${text}.${grant(digest, id, text)}`;
    },
    isGrant: (id: string, text: string, now: Date) => {
      const [expiry = '', mac = ''] = text.split('.');
      const until = Number.parseInt(expiry, 36);
      return until > now.getTime() && digests.some((one) => isEqual(grant(one, id, expiry), mac));
    },
  };
}

/** The modulo bias favours no code of a million by more than one in 2^28. */
function toSixDigits(digest: string): string {
  const number = Buffer.from(digest, 'base64url').readUIntBE(0, 6) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}
