import type { RecordKind } from '@simiente/contract/common/record-kinds';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { asArray } from './as-parameter.ts';

/** So many are read in a moment, and take no memory to speak of. */
const FEW = 10_000;

type Kinds = ReadonlyMap<string, RecordKind>;

/**
 * Which ids name a record already, and of which kind; also those long gone. Where they are few, as
 * before a first import, all of them are read once. What the import adds to them need not be looked
 * for: no two records of its file have one id, and only the ids that it makes itself may meet one.
 */
export class Registry {
  readonly #transaction: Transaction;
  /** Null: too many. */
  readonly #before: Kinds | null;
  readonly #made: ReadonlySet<string>;

  private constructor(transaction: Transaction, before: Kinds | null, made: ReadonlySet<string>) {
    this.#transaction = transaction;
    this.#before = before;
    this.#made = made;
  }

  /** @param made ids of records that have none in the export, and get one */
  static async open(transaction: Transaction, made: ReadonlySet<string>): Promise<Registry> {
    const { rows } = await transaction.execute<{ id: string; kind: RecordKind }>(
      sql`select id, kind from record_ids limit ${FEW + 1}`,
    );
    return new Registry(transaction, rows.length > FEW ? null : kindsOf(rows), made);
  }

  /** Those of these ids that name a record. */
  async find(ids: readonly string[]): Promise<Kinds> {
    const before = this.#before;
    if (before === null) return this.#ask(ids);
    const found = new Map(await this.#ask(ids.filter((id) => this.#made.has(id))));
    for (const id of ids) {
      const kind = before.get(id);
      if (kind !== undefined) found.set(id, kind);
    }
    return found;
  }

  async #ask(ids: readonly string[]): Promise<Kinds> {
    if (ids.length === 0) return new Map();
    const { rows } = await this.#transaction.execute<{ id: string; kind: RecordKind }>(
      sql`select id, kind from record_ids where id = any(${asArray(ids)})`,
    );
    return kindsOf(rows);
  }
}

function kindsOf(rows: readonly { readonly id: string; readonly kind: RecordKind }[]): Kinds {
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}
