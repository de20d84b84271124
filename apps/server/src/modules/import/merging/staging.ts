import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import { from as copyFrom } from 'pg-copy-streams';
import { clientOf, type Transaction } from '../../../platform/database/database.ts';
import { ImportRefused } from '../errors.ts';
import {
  doctorAppointmentTable,
  examTable,
  type RecordTable,
  recordTables,
  type TableOf,
} from '../kinds.ts';
import { stableId } from '../stable-id.ts';

/** Bytes that are sent together. */
const BATCH = 8 * 1024 * 1024;

/** Additional columns of the staged tables of some records, as part of a query. */
const besides: Readonly<Record<string, string>> = {
  [doctorAppointmentTable.name]: ", ''::text as named_doctor",
  [examTable.name]: ', 0::int as position',
};

/** The temporary table of the read records. */
export function stagedName({ name }: Pick<RecordTable, 'name'>): string {
  return `staged_${name}`;
}

const HISTORIES = 'staged_histories';
const REPORTS = 'staged_reports';

/** The parts of a patient without an id of their own. */
export interface StagedHistory {
  readonly testUserName: string | null;
  /** The patient's name in it. */
  readonly name: string | null;
  readonly examReport: string | null;
  readonly firstReport: string | null;
}

/**
 * The read export in temporary tables: a row for each record with its number in the file (`seq`), its
 * position, and the columns of its own table, whose types are taken from there.
 */
export class Staging {
  readonly #transaction: Transaction;
  #texts = new Map<string, CopyText>();
  #sending = new Map<string, CopyText>();
  #size = 0;
  #records = 0;
  #sent: Promise<void> = Promise.resolve();

  private constructor(transaction: Transaction) {
    this.#transaction = transaction;
  }

  static async open(transaction: Transaction): Promise<Staging> {
    await refuseWithoutTemporary(transaction);
    for (const { name, columns } of recordTables) {
      const own = columns.map((column) => `"${column}"`).join(', ');
      const others = besides[name] ?? '';
      await transaction.execute(
        sql.raw(`
          create temporary table staged_${name} on commit drop as
          select 0::bigint as seq, ''::text as path, id, ${own}, import_digest as digest${others}
            from ${name} with no data`),
      );
    }
    await transaction.execute(sql`
      create temporary table staged_histories (
        seq bigint, path text, patient_id text, is_readable boolean, test_user_name text, name text
      ) on commit drop`);
    await transaction.execute(sql`
      create temporary table staged_reports (
        seq bigint, id text, patient_id text, kind text, message text
      )
        on commit drop`);
    return new Staging(transaction);
  }

  /** Adds a record, with the values of the additional columns. */
  add<Row extends { readonly id: string }>(
    table: TableOf<Row>,
    path: string,
    row: Row,
    ...others: readonly unknown[]
  ): void {
    const digest = hash('sha256', JSON.stringify(row), 'base64url');
    this.#add(stagedName(table), [
      this.#next(),
      path,
      row.id,
      ...table.valuesOf(row),
      digest,
      ...others,
    ]);
  }

  /**
   * @param history null when its own texts cannot be imported; then it only counts as the patient's
   *   history
   */
  addHistory(patientId: string, path: string, history: StagedHistory | null): void {
    const seq = this.#next();
    const testUserName = history?.testUserName ?? null;
    const name = history?.name ?? null;
    this.#add(HISTORIES, [seq, path, patientId, history !== null, testUserName, name]);
    const reports = { exam_ai: history?.examReport, first_medical: history?.firstReport };
    for (const [kind, message] of Object.entries(reports)) {
      if (message) {
        this.#add(REPORTS, [seq, stableId('rpv', patientId, kind), patientId, kind, message]);
      }
    }
  }

  get isFull(): boolean {
    return this.#size >= BATCH;
  }

  /** Sends the added rows, once those sent before have arrived. */
  async send(): Promise<void> {
    await this.#sent;
    [this.#texts, this.#sending] = [this.#sending, this.#texts];
    for (const text of this.#texts.values()) text.clear();
    this.#size = 0;
    this.#sent = this.#copy(this.#sending);
    // Awaited later; until then its rejection must not be unhandled.
    this.#sent.catch(() => {});
  }

  /** Sends the rest, and analyses the tables. */
  async finish(): Promise<void> {
    await this.send();
    await this.#sent;
    const names = [...recordTables.map(stagedName), HISTORIES, REPORTS];
    await this.#transaction.execute(sql.raw(`analyze ${names.join(', ')}`));
  }

  #next(): number {
    this.#records += 1;
    return this.#records;
  }

  #add(name: string, values: readonly unknown[]): void {
    let text = this.#texts.get(name);
    if (text === undefined) {
      text = new CopyText();
      this.#texts.set(name, text);
    }
    this.#size += text.add(values);
  }

  async #copy(texts: ReadonlyMap<string, CopyText>): Promise<void> {
    const client = clientOf(this.#transaction);
    for (const [name, { bytes }] of texts) {
      if (bytes.length === 0) continue;
      await pipeline(Readable.from([bytes]), client.query(copyFrom(`copy ${name} from stdin`)));
    }
  }
}

/** Most bytes of UTF-8 per UTF-16 unit. */
const WIDEST = 3;

/**
 * Rows in COPY's text format. As strings they would outlive the first garbage collections, and cost a
 * third more.
 */
class CopyText {
  #buffer: Buffer = Buffer.allocUnsafe(16 * 1024);
  #length = 0;

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  /** @returns how many bytes the row takes */
  add(values: readonly unknown[]): number {
    const line = `${values.map(asCopyText).join('\t')}\n`;
    const most = this.#length + line.length * WIDEST;
    if (most > this.#buffer.length) {
      const wider = Buffer.allocUnsafe(Math.max(most, this.#buffer.length * 2));
      this.#buffer.copy(wider, 0, 0, this.#length);
      this.#buffer = wider;
    }
    const written = this.#buffer.write(line, this.#length);
    this.#length += written;
    return written;
  }
}

async function refuseWithoutTemporary(transaction: Transaction): Promise<void> {
  const { rows } = await transaction.execute<{ allowed: boolean; role: string }>(sql`
    select has_database_privilege(current_database(), 'temporary') as allowed, current_user as role`);
  if (rows[0]?.allowed !== false) return;
  throw new ImportRefused(
    `El rol ${rows[0].role} no puede crear tablas temporales en esta base. Dale ese permiso (GRANT TEMPORARY) o importa con el rol propietario (DATABASE_OWNER_URL).`,
  );
}

/** A value in COPY's text format. */
function asCopyText(value: unknown): string {
  if (value === null) return String.raw`\N`;
  if (Array.isArray(value)) return escapeSigns(`{${value.map(asElement).join(',')}}`);
  return typeof value === 'string' ? escapeSigns(value) : String(value);
}

const SPECIAL = /[\\\t\n\r]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\t': 't', '\n': 'n', '\r': 'r' };

function escapeSigns(text: string): string {
  return text.search(SPECIAL) === -1
    ? text
    : text.replaceAll(SPECIAL, (sign) => `\\${ESCAPES[sign] ?? sign}`);
}

/** An array of texts. */
function asElement(value: unknown): string {
  return `"${String(value).replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
