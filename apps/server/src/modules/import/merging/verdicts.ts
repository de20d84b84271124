import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import { type FindingLog, MOST_FINDINGS, type Outcome } from '../findings.ts';
import type { ImportKind } from '../kinds.ts';

export const DELETED_BY_STAFF = 'el personal lo eliminó';
export const EDITED_BY_STAFF = 'el personal lo editó';

/** The outcome of each staged record that is not created: a temporary table, `verdicts`. */
export class Verdicts {
  readonly #transaction: Transaction;
  /** The condition that a staged record `s` has none yet. */
  readonly isOpen = sql`not exists (select from verdicts v where v.seq = s.seq)`;
  #step = 0;

  private constructor(transaction: Transaction) {
    this.#transaction = transaction;
  }

  static async open(transaction: Transaction): Promise<Verdicts> {
    await transaction.execute(sql`
      create temporary table verdicts (
        step int, seq bigint, kind text, id text, path text, outcome text, reason text
      ) on commit drop`);
    return new Verdicts(transaction);
  }

  /** Adds the rows of a query: seq, kind, id, path, outcome and reason, or null without one. */
  async add(found: SQL): Promise<void> {
    this.#step += 1;
    const { rowCount } = await this.#transaction.execute(sql`
      insert into verdicts (step, seq, kind, id, path, outcome, reason)
      select ${this.#step}::int, found.* from (${found}) found`);
    if (rowCount) await this.#transaction.execute(sql`analyze verdicts`);
  }

  /** Counts them, and lists those with a reason, step by step and in the order of the file. */
  async report(log: FindingLog): Promise<void> {
    const counts = await this.#transaction.execute<{
      kind: ImportKind;
      outcome: Outcome;
      count: number;
    }>(sql`select kind, outcome, count(*)::int as count from verdicts group by 1, 2`);
    for (const { kind, outcome, count } of counts.rows) log.tallies[kind][outcome] += count;
    log.rejections.addAll(await this.#findings('rejected'));
    log.keeps.addAll(await this.#findings('kept'));
  }

  async #findings(outcome: Outcome) {
    const { rows } = await this.#transaction.execute<{
      path: string;
      reason: string;
      total: number;
    }>(sql`
      select path, reason, count(*) over ()::int as total from verdicts
       where outcome = ${outcome} order by step, seq limit ${MOST_FINDINGS}`);
    return rows;
  }
}
