import { randomBytes } from 'node:crypto';

/** As many random bytes as the legacy ids have. */
const LENGTH = 10;

/** The id of a new record: a prefix for its kind and 80 random bits, as the legacy back end writes them. */
export function newRecordId(prefix: string): string {
  return `${prefix}_${randomBytes(LENGTH).toString('hex')}`;
}
