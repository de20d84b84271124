import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds by which a delivery's clock may differ from ours, either way. */
export const SIGNATURE_TOLERANCE = 180;

/** Enough for several signatures during a key rotation. */
const LONGEST_HEADER = 1000;

export type SignatureVerdict = 'valid' | 'missing' | 'malformed' | 'mismatch' | 'expired';

/**
 * Checks a `Calendly-Webhook-Signature`: `t=SECONDS,v1=HEX`, where each v1 is an HMAC-SHA256 of
 * `SECONDS.BODY` over the raw bytes. One of several v1 is enough.
 * @param now milliseconds since the epoch
 */
export function judgeSignature(
  header: string | undefined,
  body: Buffer,
  { secret, now }: { secret: string; now: number },
): SignatureVerdict {
  if (header === undefined || header === '') return 'missing';
  const read = readHeader(header);
  if (!read) return 'malformed';
  const expected = createHmac('sha256', secret).update(`${read.time}.`).update(body).digest();
  // All are compared, so that the time does not reveal which one matches.
  const fitting = read.signatures.filter((signature) => timingSafeEqual(signature, expected));
  if (fitting.length === 0) return 'mismatch';
  return Math.abs(now / 1000 - Number(read.time)) > SIGNATURE_TOLERANCE ? 'expired' : 'valid';
}

function readHeader(header: string): { time: string; signatures: Buffer[] } | undefined {
  if (header.length > LONGEST_HEADER) return undefined;
  const fields = header.split(',').map((field) => /^\s*(\w+)=(\S*)\s*$/.exec(field));
  const valuesOf = (name: string) =>
    fields.flatMap((field) => (field?.[1] === name ? [field[2] ?? ''] : []));
  const [time, ...otherTimes] = valuesOf('t');
  const signatures = valuesOf('v1').filter((value) => /^[\da-f]{64}$/i.test(value));
  if (time === undefined || otherTimes.length > 0 || !/^\d{1,12}$/.test(time)) return undefined;
  if (signatures.length === 0) return undefined;
  return { time, signatures: signatures.map((value) => Buffer.from(value, 'hex')) };
}
