import { sql } from 'drizzle-orm';
import { asArray } from './as-parameter.ts';
import type { DoctorBook } from './doctor-book.ts';
import { doctorTable } from './import-tables.ts';
import type { Incoming } from './incoming.ts';
import { mergeRows, type Writing } from './merge-rows.ts';
import type { DoctorRow } from './rows.ts';

/** Brings doctors in as appointments need them, each once in an import. */
export class DoctorMerge {
  readonly #writing: Writing;
  readonly #book: DoctorBook;
  /** The doctor to refer to, by the id that the export's doctor would get; null: there is none. */
  readonly #rows = new Map<string, string | null>();

  constructor(writing: Writing, book: DoctorBook) {
    this.#writing = writing;
    this.#book = book;
  }

  /** The id in the database of the export's doctor; null when that doctor is not there. */
  idOf(id: string): string | null {
    return this.#rows.get(id) ?? null;
  }

  async bring(ids: Iterable<string>): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.#rows.has(id)).sort();
    if (missing.length === 0) return;
    const { log } = this.#writing;
    const doctors = missing.map((id) => this.#book.find(id));
    for (const _ of doctors) log.read('doctor');
    const namesakes = await this.#findByEmail(doctors);
    const incoming: Incoming<DoctorRow>[] = [];
    for (const doctor of doctors) {
      const namesake = namesakes.get(doctor.row.email?.toLowerCase() ?? '');
      if (namesake === undefined || namesake === doctor.row.id) {
        incoming.push(doctor);
      } else {
        this.#rows.set(doctor.row.id, namesake);
        log.kept('doctor', doctor.place, `ya estaba, con su correo, como ${namesake}`);
      }
    }
    const present = await mergeRows(this.#writing, doctorTable, incoming);
    for (const { row } of incoming) this.#rows.set(row.id, present.has(row.id) ? row.id : null);
  }

  /** Doctors who are here under another id, because staff made them: by their e-mail in lower case. */
  async #findByEmail(doctors: readonly Incoming<DoctorRow>[]): Promise<Map<string, string>> {
    const emails = doctors.flatMap(({ row }) => row.email?.toLowerCase() ?? []);
    const { rows } = await this.#writing.transaction.execute<{ email: string; id: string }>(sql`
      select lower(email) as email, min(id) as id
        from doctors
       where lower(email) = any(${asArray(emails)})
         and deleted_at is null and imported_version is null
       group by 1`);
    return new Map(rows.map(({ email, id }) => [email, id]));
  }
}
