import { hash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';

/** Initial capacity of the array; it doubles when full. */
const FIRST_SIZE = 1024;

/**
 * The persons whose data an export showed, as `audit_events.shown_set` stores them: the first eight bytes of each
 * id's SHA-256, sorted. A million ids take 8 MB, and the chance of a false positive is one in 10^13.
 */
export class ShownSet {
  #members = new BigUint64Array(FIRST_SIZE);
  #size = 0;

  add(id: string): void {
    if (this.#size === this.#members.length) {
      const larger = new BigUint64Array(2 * this.#size);
      larger.set(this.#members);
      this.#members = larger;
    }
    this.#members[this.#size] = hash('sha256', id, 'buffer').readBigUInt64BE();
    this.#size += 1;
  }

  toBuffer(): Buffer {
    const inOrder = this.#members.subarray(0, this.#size).sort();
    const buffer = Buffer.alloc(8 * this.#size);
    let length = 0;
    let last: bigint | undefined;
    for (const member of inOrder) {
      if (member === last) continue;
      last = member;
      length = buffer.writeBigUInt64BE(member, length);
    }
    return buffer.subarray(0, length);
  }
}

export function toSetMember(id: SQL): SQL {
  return sql`substring(sha256(convert_to(${id}, 'UTF8')) for 8)`;
}

export async function readShownSet(db: Reader, ids: SQL): Promise<Buffer> {
  const { rows } = await db.execute<{ members: Buffer | null }>(sql`
    select string_agg(distinct ${toSetMember(sql`id`)}, ''::bytea order by ${toSetMember(sql`id`)}) as members
      from (${ids}) as shown`);
  return rows[0]?.members ?? Buffer.alloc(0);
}
