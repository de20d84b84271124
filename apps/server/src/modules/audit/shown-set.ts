import { hash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';

/**
 * The persons whose data an export showed, as `audit_events.shown_set` stores them: the first eight bytes of each
 * id's SHA-256, sorted. A million ids take 8 MB, and the chance of a false positive is one in 10^13.
 */
export class ShownSet {
  readonly #members = new Set<bigint>();

  add(id: string): void {
    this.#members.add(hash('sha256', id, 'buffer').readBigUInt64BE());
  }

  toBuffer(): Buffer {
    // Typed arrays are little-endian. PostgreSQL compares bytes, whose order is that of big-endian numbers.
    return Buffer.from(BigUint64Array.from(this.#members).sort().buffer).swap64();
  }
}

/** SQL: the member of a `ShownSet` for an id. */
export function toSetMember(id: SQL): SQL {
  return sql`substring(sha256(convert_to(${id}, 'UTF8')) for 8)`;
}

export async function readShownSet(db: Reader, ids: SQL): Promise<Buffer> {
  const { rows } = await db.execute<{ members: Buffer | null }>(sql`
    select string_agg(distinct ${toSetMember(sql`id`)}, ''::bytea order by ${toSetMember(sql`id`)}) as members
      from (${ids}) as shown`);
  return rows[0]?.members ?? Buffer.alloc(0);
}
