import { createHash } from 'node:crypto';
import { type PatientRecord, patientRecord, recordPath } from '@simiente/contract/patient-record';
import { desc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { files } from '../../schema/files.ts';
import { patients } from '../../schema/patients.ts';
import { replacedFiles } from '../../schema/replaced-files.ts';
import { sharedApplication } from '../../testing/application.ts';
import { asOwner } from '../../testing/database.ts';
import {
  addBranch,
  addDoctor,
  addDoctorAppointment,
  addExam,
  addExamOrder,
  addFertilityTest,
  addFile,
  addOrderDownload,
  addPartner,
  addPatient,
  addProspect,
  addRecipeAppointment,
  addReport,
} from '../../testing/records.ts';
import { readZip } from './testing/read-zip.ts';

const running = sharedApplication();
const db = () => running().database.db;

async function fetchRecord(id: string) {
  const answer = await running().staff.request({ url: recordPath(id) });
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  const entries = await readZip(answer.rawPayload);
  const record = patientRecord.parse(JSON.parse(String(entries.get('expediente.json'))));
  return { answer, entries, record, page: String(entries.get('expediente.html')) };
}

/** Text as it may come: anything that PostgreSQL holds. */
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .map((value) => value.replaceAll('\0', ''));
const maybe = fc.option(text);
const instant = fc.date({
  min: new Date('2001-01-01'),
  max: new Date('2040-01-01'),
  noInvalidDate: true,
});
const whenever = fc.option(instant);
const few = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 3 });
const aFile = fc.record({
  name: text,
  mediaType: fc.constantFrom('application/pdf', 'image/png'),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 200 }),
  createdAt: instant,
  createdBy: maybe,
});
const holder = fc.record({
  type: text,
  status: text,
  createdAt: whenever,
  startsAt: whenever,
  note: maybe,
  url: fc.option(fc.webUrl()),
  current: fc.option(aFile),
  earlier: few(aFile),
  replacedAt: instant,
});
const wholePatient = fc.record({
  row: fc.record({
    name: text,
    email: maybe,
    phone: maybe,
    status: fc.option(fc.integer({ min: -9, max: 9 })),
    createdAt: whenever,
    lastAccessAt: whenever,
  }),
  userName: maybe,
  reports: fc.record({ exam_ai: maybe, first_medical: maybe }),
  exams: few(holder),
  recipes: few(holder),
  visits: fc.array(instant, { maxLength: 2 }),
  orders: few(
    fc.record({ exams: fc.array(text, { minLength: 1, maxLength: 3 }), downloads: few(instant) }),
  ),
  prospects: few(
    fc.record({ name: text, email: maybe, reason: maybe, notes: maybe, consentAt: whenever }),
  ),
});
type WholePatient = typeof wholePatient extends fc.Arbitrary<infer Whole> ? Whole : never;
type Holder = WholePatient['exams'][number];

/** Writes all of it, and gives the patient's id. */
async function write(whole: WholePatient): Promise<string> {
  const { store, staff } = running();
  const id = await addPatient(db(), whole.row);
  const keep = async (file: Holder['current']) =>
    file === null ? null : addFile(db(), store, { ...file, createdBy: file.createdBy ?? staff.id });
  const keepEarlier = async (
    made: Holder,
    owner: { examId: string } | { recipeAppointmentId: string },
  ) => {
    for (const file of made.earlier) {
      const fileId = (await keep(file)) ?? '';
      await db()
        .insert(replacedFiles)
        .values({ fileId, replacedAt: made.replacedAt, ...owner });
    }
  };
  if (whole.userName !== null) await addFertilityTest(db(), id, whole.userName);
  for (const kind of ['exam_ai', 'first_medical'] as const) {
    const message = whole.reports[kind];
    if (message !== null) await addReport(db(), id, kind, message);
  }
  const partnerId = await addPartner(db());
  const branchId = await addBranch(db(), partnerId);
  for (const made of whole.exams) {
    const exam = await addExam(db(), id, {
      type: made.type,
      createdAt: made.createdAt,
      externalUrl: made.url,
      laboratoryId: partnerId,
      fileId: await keep(made.current),
    });
    await keepEarlier(made, { examId: exam });
  }
  for (const made of whole.recipes) {
    const recipe = await addRecipeAppointment(db(), id, {
      status: made.status,
      type: made.type,
      startsAt: made.startsAt,
      createdAt: made.createdAt,
      meetingUrl: made.url,
      prescriptionExplanation: made.note,
      inviteeName: made.note,
      prescriptionFileId: await keep(made.current),
    });
    await keepEarlier(made, { recipeAppointmentId: recipe });
  }
  for (const startsAt of whole.visits) {
    await addDoctorAppointment(
      db(),
      { patientId: id, doctorId: await addDoctor(db()) },
      { startsAt },
    );
  }
  for (const { exams: asked, downloads } of whole.orders) {
    const order = await addExamOrder(
      db(),
      { patientId: id, partnerId, branchId },
      { exams: asked },
    );
    for (const at of downloads) await addOrderDownload(db(), order, { at });
  }
  for (const prospect of whole.prospects) await addProspect(db(), { ...prospect, patientId: id });
  return id;
}

/** How the rows of each table that hangs on a patient are found, and which object of the record tells them. */
const tables: Readonly<Record<string, { where: string; told: (row: Row) => string }>> = {
  patients: { where: 'id = $1', told: ({ id }) => String(id) },
  fertility_tests: { where: 'patient_id = $1', told: (row) => String(row.patient_id) },
  reports: { where: 'patient_id = $1', told: ({ id }) => String(id) },
  exams: { where: 'patient_id = $1', told: ({ id }) => String(id) },
  doctor_appointments: { where: 'patient_id = $1', told: ({ id }) => String(id) },
  recipe_appointments: { where: 'patient_id = $1', told: ({ id }) => String(id) },
  exam_orders: { where: 'patient_id = $1', told: ({ id }) => String(id) },
  prospects: { where: 'patient_id = $1', told: ({ id }) => String(id) },
  exam_order_downloads: {
    where: 'order_id in (select id from exam_orders where patient_id = $1)',
    told: (row) => String(row.order_id),
  },
  replaced_files: {
    where: `exam_id in (select id from exams where patient_id = $1)
      or recipe_appointment_id in (select id from recipe_appointments where patient_id = $1)`,
    told: (row) => String(row.exam_id ?? row.recipe_appointment_id),
  },
};
const filesOf = `id in (
  select file_id from exams where patient_id = $1
  union select prescription_file_id from recipe_appointments where patient_id = $1
  union select r.file_id from replaced_files r
    left join exams e on e.id = r.exam_id left join recipe_appointments a on a.id = r.recipe_appointment_id
    where $1 in (e.patient_id, a.patient_id))`;

type Row = Readonly<Record<string, unknown>>;

/** Columns that say nothing of a patient: what others are made from, counters, and what the bin needs. */
const technical = new Set([
  'search_text',
  'created_sort',
  'last_access_sort',
  'status_group',
  'import_digest',
  'imported_version',
  'version',
  'deleted_at',
  'deleted_by',
  'deletion_id',
  'blocked_at',
  'double_booked',
  'storage_key',
]);

/** Everything that the object with this id says, and what is in it. */
function toldBy(record: PatientRecord, id: string): Set<string> {
  const found: unknown[] = [];
  const search = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('id' in value && value.id === id) found.push(value);
    for (const inner of Object.values(value)) search(inner);
  };
  search(record);
  const said = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) collect(inner);
    else said.add(String(value));
  };
  collect(found);
  return said;
}

function wireOf(column: string, value: unknown): string[] {
  if (value === null) return [];
  if (value instanceof Date) return [value.toISOString()];
  if (Array.isArray(value)) return value.map(String);
  if (column === 'folio') return [`OE-${String(value).padStart(6, '0')}`];
  return [String(value)];
}

test('T-F8: a patient’s whole record has everything that the database has of them', async () => {
  const { database, staff } = running();
  await fc.assert(
    fc.asyncProperty(wholePatient, async (whole) => {
      const id = await write(whole);
      const { record, entries } = await fetchRecord(id);
      const rowsOf = (table: string, where: string) =>
        asOwner<Row>(database, `select * from ${table} where ${where}`, [id]);
      let rows = 0;
      const check = (row: Row, owner: string) => {
        rows += 1;
        const said = toldBy(record, owner);
        for (const [column, value] of Object.entries(row)) {
          // Whose all of it is, the record says once.
          if (technical.has(column) || column === 'patient_id') continue;
          // A download has a number of its own, that says nothing.
          if (column === 'id' && row.order_id !== undefined) continue;
          const shown = value === staff.id ? 'Mariana Solórzano' : value;
          for (const told of wireOf(column, shown)) {
            expect(said, `${column} of ${JSON.stringify(row)}`).toContain(told);
          }
        }
      };
      for (const [table, { where, told }] of Object.entries(tables)) {
        for (const row of await rowsOf(table, where)) check(row, told(row));
      }
      const kept = await rowsOf('files', filesOf);
      for (const row of kept) check(row, String(row.id));
      expect(rows).toBeGreaterThan(0);
      // Every file is in it once, byte for byte, and nothing else is.
      expect(entries.size).toBe(kept.length + 2);
      for (const file of record.files) {
        const bytes = entries.get(file.path) ?? Buffer.alloc(0);
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256);
        expect(bytes.length).toBe(file.size);
      }
    }),
    { numRuns: 25 },
  );
});

test('T-F8: no table that hangs on a patient is left out', async () => {
  const rows = await asOwner<{ name: string }>(
    running().database,
    `with recursive hanging as (
       select 'patients'::regclass::oid as id
       union select c.conrelid from pg_constraint c join hanging h on c.confrelid = h.id and c.contype = 'f')
     select id::regclass::text as name from hanging order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(tables).toSorted());
});

test('what is in the bin, is blocked or is another’s is not in it', async () => {
  const { store } = running();
  const id = await addPatient(db(), { name: 'Ana Pérez' });
  const other = await addPatient(db(), { name: 'Otro Paciente' });
  const gone = { deletedAt: new Date() };
  const secret = await addFile(db(), store, { name: 'ajeno.pdf' });
  await addExam(db(), id, { type: 'Borrado', fileId: secret, ...gone });
  await addExam(db(), id, { type: 'Bloqueado', ...gone, blockedAt: new Date() });
  await addExam(db(), other, { type: 'Ajeno', fileId: await addFile(db(), store) });
  await addProspect(db(), { name: 'Prospecto Borrado', patientId: id, ...gone });
  const partnerId = await addPartner(db());
  const branchId = await addBranch(db(), partnerId);
  const order = await addExamOrder(db(), { patientId: id, partnerId, branchId });
  await db().update(examOrders).set(gone).where(eq(examOrders.id, order));
  const { record, entries } = await fetchRecord(id);
  expect(record).toMatchObject({ exams: [], prospects: [], examOrders: [], files: [] });
  expect([...entries.keys()]).toEqual(['expediente.json', 'expediente.html']);
});

describe('T-F8: the ZIP', () => {
  test('has safe names, each of its own, whatever the files are called', async () => {
    const { store } = running();
    const id = await addPatient(db());
    const names = [
      '../../etc/passwd',
      'C:\\Windows\\x.pdf',
      'a\0b\r\nc.pdf',
      '\u202Efdp.exe',
      'x'.repeat(300),
      '...',
      '',
      'resultado.pdf',
      'resultado.pdf',
      'Análisis 😀 ñ.pdf',
      'página.html',
      ' . ',
    ];
    for (const [index, name] of names.entries()) {
      const safe = name.replaceAll('\0', '');
      const bytes = Buffer.from(`${index}`);
      await addExam(db(), id, {
        fileId: await addFile(db(), store, {
          name: safe,
          bytes,
          createdAt: new Date(index * 1000),
        }),
      });
    }
    const { record, entries } = await fetchRecord(id);
    expect(new Set(record.files.map(({ path }) => path)).size).toBe(names.length);
    for (const { path } of record.files) {
      expect(path).toMatch(/^archivos\/\d{3}-[^/\\:*?"<>|\p{C}]{1,95}\.pdf$/u);
      expect(entries.has(path), path).toBe(true);
    }
    expect(record.files.at(-3)?.path).toBe('archivos/010-Análisis 😀 ñ.pdf');
  });

  test('has a page that people read, in which nothing that was typed is markup', async () => {
    const { store } = running();
    const evil = `<script>alert(1)</script><img src=x onerror="alert(1)">'"&`;
    const id = await addPatient(db(), { name: evil, email: evil });
    await addReport(db(), id, 'exam_ai', `Conteo <15 M/mL ${evil}`);
    await addExam(db(), id, { type: evil, fileId: await addFile(db(), store, { name: evil }) });
    await addRecipeAppointment(db(), id, {
      status: evil,
      type: evil,
      prescriptionExplanation: evil,
    });
    const { page } = await fetchRecord(id);
    expect(page).not.toMatch(/<script|<img/i);
    expect(page).toContain('Conteo &#60;15 M/mL');
    expect(page).toContain(`default-src 'none'`);
    expect(page).toContain('href="archivos/001-');
  });

  test('is kept nowhere on its way, and called by whose it is without a name', async () => {
    const id = await addPatient(db(), { id: 'usr:1@x', name: 'Zenaida' });
    const { answer } = await fetchRecord(id);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="expediente-usr_1_x-\d{4}-\d\d-\d\d\.zip"$/,
    );
  });

  test('with a file that is missing or damaged has no end: it does not look whole', async () => {
    const { store, staff, app } = running();
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    for (const spoil of ['missing', 'damaged']) {
      const id = await addPatient(db());
      const fileId = await addFile(db(), store, { bytes: Buffer.from('entero') });
      await addExam(db(), id, { fileId });
      const [file] = await db().select().from(files).where(eq(files.id, fileId));
      const key = file?.storageKey ?? '';
      await (spoil === 'missing' ? store.delete(key) : store.put(key, Buffer.from('ENTERO')));
      const whole = fetch(`${origin}${recordPath(id)}`, { headers: { cookie: staff.cookie } })
        .then((answer) => answer.arrayBuffer())
        .then((bytes) => readZip(Buffer.from(bytes)));
      await expect(whole, spoil).rejects.toThrow();
    }
  });
});

test('T-F1: each export is one audit row, of whose record it was', async () => {
  const id = await addPatient(db(), { name: 'Zenaida' });
  await addExam(db(), id, { fileId: await addFile(db(), running().store) });
  await fetchRecord(id);
  const rows = await db()
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.patientId, id))
    .orderBy(desc(auditEvents.id));
  expect(rows).toMatchObject([
    {
      action: 'patient.exported',
      actorId: running().staff.id,
      subjectKind: 'patient',
      subjectId: id,
      details: { files: 1 },
    },
  ]);
});

test('of nobody, of one in the bin and of one who is blocked there is none', async () => {
  const gone = { deletedAt: new Date() };
  const binned = await addPatient(db(), gone);
  const blocked = await addPatient(db(), { ...gone, blockedAt: new Date() });
  for (const id of [binned, blocked, 'nadie', '..%2f', 'a'.repeat(500)]) {
    const answer = await running().staff.request({ url: `/v1/user/${id}/export` });
    expect(answer.statusCode, id).toBe(404);
    expect(answer.headers['content-disposition']).toBeUndefined();
  }
  expect(await db().select().from(exams).where(eq(exams.patientId, binned))).toEqual([]);
  expect(await db().select().from(patients).where(eq(patients.id, binned))).toHaveLength(1);
});
