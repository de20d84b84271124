import { randomBytes } from 'node:crypto';

/** Same number of random bytes as legacy ids. */
const LENGTH = 10;

/**
 * The id of a new record: a prefix for its kind and 80 random bits, in the legacy back end's form.
 */
export function newRecordId(prefix: string): string {
  return `${prefix}_${randomBytes(LENGTH).toString('hex')}`;
}
