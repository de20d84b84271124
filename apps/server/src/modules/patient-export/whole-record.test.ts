import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forLength } from '../../../../../scripts/test-length.mjs';
import { DEFAULT_COST_LIMITS } from '../../platform/limits/costly-calls.ts';
import { sharedApplication } from '../../testing/application.ts';
import { fetchRecord } from '../../testing/calls/patient-record.ts';
import { queryAsOwner } from '../../testing/database.ts';
import { seal } from '../../testing/reports/signed-reports.ts';
import { addWholePatient, wholePatient } from '../../testing/whole-patient.ts';
import { stableId } from '../import/kinds.ts';
import type { PatientRecord } from './testing/record-schema.ts';

const testApp = sharedApplication({
  costLimits: { ...DEFAULT_COST_LIMITS, 'patient-record': { max: 1_000, windowSeconds: 600 } },
});

/** The id of a row's report, derived from patient and kind. */
const toReportId = ({ patient_id: patient, kind }: Row) =>
  stableId('rep', String(patient), String(kind));

/** How the rows of each table of patient data are found, and which object of the record has them. */
const tables: Readonly<Record<string, { where: string; getOwner: (row: Row) => string }>> = {
  patients: { where: 'id = $1', getOwner: ({ id }) => String(id) },
  consents: { where: 'patient_id = $1', getOwner: (row) => String(row.patient_id) },
  patient_notes: {
    where: 'patient_id = $1 and deleted_at is null',
    getOwner: (row) => String(row.patient_id),
  },
  fertility_tests: { where: 'patient_id = $1', getOwner: (row) => String(row.patient_id) },
  reports: { where: 'patient_id = $1', getOwner: ({ id }) => String(id) },
  report_versions: { where: 'patient_id = $1', getOwner: toReportId },
  report_working_copies: { where: 'patient_id = $1', getOwner: toReportId },
  report_withdrawals: {
    where: 'version_id in (select id from report_versions where patient_id = $1)',
    getOwner: (row) => String(row.version_id),
  },
  report_confirmations: {
    where: 'version_id in (select id from report_versions where patient_id = $1)',
    getOwner: (row) => String(row.version_id),
  },
  report_discards: {
    where: 'version_id in (select id from report_versions where patient_id = $1)',
    getOwner: (row) => String(row.version_id),
  },
  report_deliveries: { where: 'patient_id = $1', getOwner: (row) => String(row.version_id) },
  exams: { where: 'patient_id = $1', getOwner: ({ id }) => String(id) },
  doctor_appointments: { where: 'patient_id = $1', getOwner: ({ id }) => String(id) },
  appointment_links: {
    where: 'id in (select id from doctor_appointments where patient_id = $1)',
    getOwner: ({ id }) => String(id),
  },
  recipe_appointments: { where: 'patient_id = $1', getOwner: ({ id }) => String(id) },
  data_requests: { where: 'patient_id = $1', getOwner: ({ id }) => String(id) },
  data_request_files: {
    where: 'request_id in (select id from data_requests where patient_id = $1)',
    getOwner: (row) => String(row.request_id),
  },
  privacy_receipts: { where: 'patient_id = $1', getOwner: (row) => String(row.notice_id) },
  exam_orders: { where: 'patient_id = $1', getOwner: ({ id }) => String(id) },
  prospects: { where: 'patient_id = $1', getOwner: ({ id }) => String(id) },
  result_sets: { where: 'patient_id = $1', getOwner: ({ id }) => String(id) },
  received_results: { where: 'patient_id = $1', getOwner: (row) => String(row.set_id) },
  result_values: {
    where: 'set_id in (select id from result_sets where patient_id = $1)',
    getOwner: (row) => String(row.set_id),
  },
  result_corrections: {
    where: 'set_id in (select id from result_sets where patient_id = $1)',
    getOwner: (row) => String(row.set_id),
  },
  exam_order_downloads: {
    where: 'order_id in (select id from exam_orders where patient_id = $1)',
    getOwner: (row) => String(row.order_id),
  },
  replaced_files: {
    where: `exam_id in (select id from exams where patient_id = $1)
      or recipe_appointment_id in (select id from recipe_appointments where patient_id = $1)`,
    getOwner: (row) => String(row.exam_id ?? row.recipe_appointment_id),
  },
};
/**
 * Tables that are not in the record: audits of views, data derived from an order's exams, the queue of e-mails, keys
 * that recognise a repeated delivery, a laboratory's patient and an imported row, the printed form of signed versions,
 * similar patients, and the history of merges and dismissals.
 */
const excludedTables = [
  'duplicate_dismissals',
  'emergency_accesses',
  'exam_order_studies',
  'laboratory_patients',
  'mails',
  'patient_merges',
  'people_import_rows',
  'report_papers',
  'result_deliveries',
  'similar_patients',
  'similar_pending',
];
const patientFiles = `id in (
  select file_id from exams where patient_id = $1
  union select prescription_file_id from recipe_appointments where patient_id = $1
  union select r.file_id from replaced_files r
    left join exams e on e.id = r.exam_id left join recipe_appointments a on a.id = r.recipe_appointment_id
    where $1 in (e.patient_id, a.patient_id)
  union select f.file_id from data_request_files f join data_requests d on d.id = f.request_id where d.patient_id = $1)`;

type Row = Readonly<Record<string, unknown>>;

/** Columns without patient data of their own: derived values, internal keys and counters, and columns of the trash. */
const technical = new Set([
  'import_id',
  'pinned_at',
  'incomplete',
  'search_text',
  'created_sort',
  'last_access_sort',
  'status_group',
  'due_at',
  'import_digest',
  'imported_version',
  'version',
  'deleted_at',
  'deleted_by',
  'deletion_id',
  'blocked_at',
  'double_booked',
  // Included as the place.
  'is_video_call',
  'curp_conflict',
  'merged_into',
  'booked_by',
  'last_number',
  'last_signed_id',
  'pending_id',
  'pending_at',
  'storage_key',
  'token_hash',
]);

const OWN_IDS = new Set(['id', 'idRequest', 'idNotice']);

/** All values of the object with this id, nested ones included. */
function valuesIn(record: PatientRecord, id: string): Set<string> {
  const found: unknown[] = [];
  const search = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Object.entries(value).some(([key, one]) => OWN_IDS.has(key) && one === id))
      found.push(value);
    for (const inner of Object.values(value)) search(inner);
  };
  search(record);
  const values = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) collect(inner);
    else values.add(String(value));
  };
  collect(found);
  return values;
}

function toWire(column: string, value: unknown): string[] {
  if (value === null) return [];
  // The driver converts a calendar day to a local instant.
  if ((column === 'birth_date' || /_(on|by)$/.test(column)) && value instanceof Date)
    return [value.toLocaleDateString('sv')];
  if (value instanceof Date) return [value.toISOString()];
  if (Array.isArray(value)) return value.flatMap((inner) => toWire(column, inner));
  if (typeof value === 'object') {
    return Object.values(value).flatMap((inner) => toWire(column, inner));
  }
  if (column === 'folio') return [`OE-${String(value).padStart(6, '0')}`];
  return [String(value)];
}

test('E-10.154, E-10.2161, T-F8: a patient’s whole record has everything that the database stores about them', async () => {
  const { database, staff } = testApp();
  await fc.assert(
    fc.asyncProperty(wholePatient, async (whole) => {
      const id = await addWholePatient(testApp(), whole);
      await seal(testApp().database);
      const { record, entries } = await fetchRecord(staff, id);
      const selectRows = (table: string, where: string) =>
        queryAsOwner<Row>(database, `select * from ${table} where ${where}`, [id]);
      let rows = 0;
      const check = (row: Row, owner: string) => {
        rows += 1;
        const values = valuesIn(record, owner);
        for (const [column, value] of Object.entries(row)) {
          // The record has the patient's id only once.
          if (technical.has(column) || column === 'patient_id') continue;
          // The number of a download, a consent or a notice receipt is meaningless to a reader.
          if (column === 'id' && (row.order_id ?? row.given_on ?? row.notice_id) !== undefined)
            continue;
          const shown = value === staff.id ? 'Mariana Solórzano' : value;
          for (const value of toWire(column, shown)) {
            expect(values, `${column} of ${JSON.stringify(row)}`).toContain(value);
          }
        }
      };
      for (const [table, { where, getOwner }] of Object.entries(tables)) {
        for (const row of await selectRows(table, where)) check(row, getOwner(row));
      }
      const storedFiles = await selectRows('files', patientFiles);
      for (const row of storedFiles) check(row, String(row.id));
      expect(rows).toBeGreaterThan(0);
      // The ZIP has every file once, byte for byte, and besides only the two documents of the record.
      expect(entries.size).toBe(storedFiles.length + 2);
      for (const file of record.files) {
        const bytes = entries.get(file.path) ?? Buffer.alloc(0);
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256);
        expect(bytes.length).toBe(file.size);
      }
    }),
    { numRuns: forLength(6, 25) },
  );
});

test('T-F8: no table of patient data is left out', async () => {
  const rows = await queryAsOwner<{ name: string }>(
    testApp().database,
    `with recursive dependent as (
       select 'patients'::regclass::oid as id
       union select c.conrelid from pg_constraint c join dependent d on c.confrelid = d.id and c.contype = 'f')
     select id::regclass::text as name from dependent order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(
    [...Object.keys(tables), ...excludedTables].toSorted(),
  );
});
