import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client, type ClientConfig } from 'pg';
import type { Entry, Ledger } from './ledger.ts';

/** Outcome of the writes. */
export interface Findings {
  /** Acknowledged, but missing. */
  readonly lost: string[];
  /** Duplicated, incomplete, or orphaned. */
  readonly wrong: string[];
}

export interface Installation {
  /** The database, with a role that may read everything. */
  readonly database: ClientConfig;
  readonly files: string;
  /** Ending of their names; other files of the folder are ignored. */
  readonly suffix?: string;
}

/** Compares the stored data with the acknowledged writes, and checks its integrity. */
export async function inspect(
  { database, files, suffix = '' }: Installation,
  ledger: Ledger,
): Promise<Findings> {
  const client = new Client(database);
  await client.connect();
  try {
    const entries = await inspectEntries(client, ledger);
    return {
      lost: [...entries.lost, ...(await findLostEdits(client, ledger))],
      wrong: [
        ...ledger.violations,
        ...entries.wrong,
        ...(await inspectRelations(client)),
        ...(await inspectFiles(client, files, suffix)),
      ],
    };
  } finally {
    await client.end();
  }
}

const SOURCES: Readonly<Record<Entry['kind'], string>> = {
  patient: `select name as word, id from patients where name like 'Paciente %'`,
  exam: 'select type as word, id from exams',
  appointment: 'select id as word, id from doctor_appointments',
};

async function inspectEntries(client: Client, { entries }: Ledger): Promise<Findings> {
  const lost: string[] = [];
  const wrong: string[] = [];
  const found = new Map<string, string[]>();
  for (const source of Object.values(SOURCES)) {
    const { rows } = await client.query<{ word: string; id: string }>(source);
    for (const { word, id } of rows) found.set(word, [...(found.get(word) ?? []), id]);
  }
  for (const entry of entries) {
    const ids = found.get(describeEntry(entry)) ?? [];
    if (entry.id !== null && !ids.includes(entry.id)) lost.push(`${entry.kind} ${entry.id}`);
    if (ids.length > 1) wrong.push(`${entry.kind} ${entry.id}: ${ids.length} times`);
  }
  return { lost, wrong };
}

function describeEntry(entry: Entry): string {
  if (entry.kind === 'patient') return entry.name;
  if (entry.kind === 'exam') return entry.type;
  return entry.id ?? '';
}

/** Each acknowledged edit made one version, and every other edit at most one. */
async function findLostEdits(client: Client, { edited }: Ledger): Promise<string[]> {
  const lost: string[] = [];
  for (const { id, acknowledged, unknown } of edited) {
    const { rows } = await client.query<{ edits: number }>(
      'select version - 1 as edits from patients where id = $1',
      [id],
    );
    const edits = rows[0]?.edits ?? -1;
    if (edits < acknowledged || edits > acknowledged + unknown) {
      lost.push(`edits of ${id}: ${acknowledged} acknowledged, ${unknown} unknown, ${edits} made`);
    }
  }
  return lost;
}

/** Queries that must return no rows. */
const IMPOSSIBLE: Readonly<Record<string, string>> = {
  'a patient without its one audit row': audited('patients', 'patient.created'),
  'an exam without its one audit row': audited('exams', 'exam.created'),
  'an appointment without its one audit row': audited('doctor_appointments', 'appointment.created'),
  'an audit row without its record': `
    select subject_id as id from audit_events
     where action in ('patient.created', 'exam.created', 'appointment.created')
    except select id from patients
    except select id from exams
    except select id from doctor_appointments`,
  'edits without their audit rows': audited('patients', 'patient.updated', 't.version - 1'),
  'an exam without its file': `
    select e.id from exams e left join files f on f.id = e.file_id where f.id is null`,
  'a file without its exam': `
    select f.id from files f left join exams e on e.file_id = f.id where e.id is null`,
  'appointments at the same time': `
    select a.id from doctor_appointments a join doctor_appointments b
        on a.doctor_id = b.doctor_id and a.id < b.id
       and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
     where a.status <> 'cancelled' and b.status <> 'cancelled'`,
  'a key without its answer': `select key as id from idempotency_keys where answer = 'null'::jsonb`,
};

/** Rows that have another number of audit rows of an action; counted at once, as there may be tens of thousands. */
function audited(table: string, action: string, times = '1'): string {
  return `
    select t.id from ${table} t
      left join (select subject_id, count(*) as times from audit_events
                  where action = '${action}' group by subject_id) a on a.subject_id = t.id
     where coalesce(a.times, 0) <> ${times}`;
}

async function inspectRelations(client: Client): Promise<string[]> {
  const wrong: string[] = [];
  for (const [what, query] of Object.entries(IMPOSSIBLE)) {
    const { rows } = await client.query<{ id: string }>(query);
    wrong.push(...rows.map(({ id }) => `${what}: ${id}`));
  }
  return wrong;
}

/** Every file row has its bytes, and no bytes lack a row; pending ones are swept later. */
async function inspectFiles(client: Client, folder: string, suffix: string): Promise<string[]> {
  const { rows: kept } = await client.query<{ key: string; sha256: string }>(
    'select storage_key as key, sha256 from files',
  );
  const { rows: pending } = await client.query<{ key: string }>(
    'select storage_key as key from pending_files',
  );
  const wrong: string[] = [];
  for (const { key, sha256 } of kept) {
    const bytes = await readFile(path.join(folder, key + suffix)).catch(() => null);
    const digest = bytes && createHash('sha256').update(bytes).digest('hex');
    if (digest !== sha256) wrong.push(`a file without its bytes: ${key}`);
  }
  const expectedNames = new Set([...kept, ...pending].map(({ key }) => key + suffix));
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const key = path.relative(folder, path.join(entry.parentPath, entry.name));
    if (entry.isFile() && key.endsWith(suffix) && !expectedNames.has(key))
      wrong.push(`bytes without a row: ${key}`);
  }
  return wrong;
}
