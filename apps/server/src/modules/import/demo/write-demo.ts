import { hash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buildExamOrders } from '@simiente/builders/exam-orders';
import { buildExport } from '@simiente/builders/export';
import { buildIdentification } from '@simiente/builders/identification';
import { buildPartnerLogo } from '@simiente/builders/partner-logo';
import { type BuilderContext, createContext, withStream } from '@simiente/builders/random';
import type { LegacyExport, PartnerRecord } from '@simiente/builders/records';
import { buildResultSets, type ResultSetRecord } from '@simiente/builders/results';
import { isImageExam } from '@simiente/builders/vocabulary/exam-reports';
import type { AttendanceStep } from '@simiente/contract/appointments/attendance';
import { consentTexts } from '@simiente/contract/consents/texts';
import { examCodes, partnerExamNames } from '@simiente/contract/exams/catalogue';
import { eq, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import pLimit from 'p-limit';
import { SYSTEM_ACT } from '../../../platform/act.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { LOCKS } from '../../../platform/database/locks.ts';
import { isoText } from '../../../platform/database/records.ts';
import { SERVER_FOLDER } from '../../../platform/entry-points.ts';
import type { FileStore } from '../../../platform/storage/storage.ts';
import { files } from '../../../schema/files.ts';
import { partners } from '../../../schema/partners.ts';
import { patientIdentificationColumns } from '../../patients/public.ts';
import { auditImport } from '../import-export.ts';
import { loadExport } from '../load-export.ts';
import { memorySource } from '../reading/source.ts';
import { type DemoTarget, hasRecords, markDemo } from './demo-mark.ts';

const SEED = 'simiente';

/**
 * Writes the demo data, unless the database has or had records.
 * @returns whether they were written
 */
export async function writeDemo({ db, store, patients, now }: DemoTarget): Promise<boolean> {
  const options = { seed: SEED, now, patients };
  const legacyExport = buildExport(options);
  const context = createContext(options);
  const results = buildResultSets(context, legacyExport);
  const stored = await storeExamFiles(legacyExport, store);
  const logos = await storeLogos(legacyExport, store);
  let isWritten = false;
  try {
    isWritten = await db.transaction(async (transaction) => {
      // Waits for another process that is writing, however long it takes.
      await transaction.execute(sql`set local statement_timeout = 0`);
      await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.import})`);
      if (await hasRecords(transaction)) return false;
      // The zone has no effect: it is for dates without an hour, which the demo data do not have.
      const log = await loadExport(transaction, memorySource({ ...legacyExport }), 'UTC', () => {});
      await linkExamFiles(transaction, stored);
      await completePartners(transaction, legacyExport, logos);
      await identifyPatients(transaction, legacyExport, context);
      await writeConsents(transaction);
      await writeAttendance(transaction);
      await writeDemoResults(transaction, results);
      await setLaboratories(transaction);
      await writeDemoOrders(transaction, legacyExport, context, results);
      await markDemo(transaction);
      await auditImport(transaction, SYSTEM_ACT, log);
      return true;
    });
  } finally {
    if (!isWritten) {
      for (const { row } of [...stored, ...logos]) await store.delete(row.storageKey);
    }
  }
  return isWritten;
}

/**
 * Writes results, which legacy exports lack, each with a separate exam without a file. Results without an author and
 * exams that count as imported are distinct from those of staff.
 */
async function writeDemoResults(
  transaction: Transaction,
  sets: readonly ResultSetRecord[],
): Promise<void> {
  await transaction.execute(sql`
    insert into exams (id, patient_id, type, exam_date, created_at, imported_version)
    select x."idExam", x."idUser", x."examType", (x."collectedAt" - interval '6 hours')::date, x."collectedAt", 1
      from json_to_recordset(${toJson(sets)})
           as x("idExam" text, "idUser" text, "examType" text, "collectedAt" timestamptz)`);
  await transaction.execute(sql`
    insert into result_sets (id, patient_id, exam_id, collected_at, collected_time_known, analyzed_at,
      abstinence_days, method, who_edition, status, source, entered_at, validated_at)
    select x."idResultSet", x."idUser", x."idExam", x."collectedAt", true, x."analyzedAt",
      x."abstinenceDays", x.method, x."whoEdition", case when x.validated then 'validado' else 'capturado' end,
      'csv', x."collectedAt" + interval '1 day', case when x.validated then x."collectedAt" + interval '2 days' end
      from json_to_recordset(${toJson(sets)})
           as x("idResultSet" text, "idUser" text, "idExam" text, "collectedAt" timestamptz,
             "analyzedAt" timestamptz, "abstinenceDays" numeric, method text, "whoEdition" smallint, validated boolean)`);
  const values = sets.flatMap(({ idResultSet, values }) =>
    values.map((value, position) => ({
      id: `val_${idResultSet.slice(4)}_${position}`,
      idResultSet,
      position,
      ...value,
    })),
  );
  await transaction.execute(sql`
    insert into result_values (id, set_id, position, analyte, comparator, value, unit, range)
    select x.id, x."idResultSet", x.position, x.analyte, x.comparator, x.value, x.unit, x.range
      from json_to_recordset(${toJson(values)})
           as x(id text, "idResultSet" text, position int, analyte text, comparator text, value numeric,
             unit text, range text)`);
}

/** Stores bytes under a new key. @returns the row of their file */
async function storeFile(
  store: FileStore,
  folder: 'exams' | 'logos',
  name: string,
  bytes: Buffer,
): Promise<typeof files.$inferInsert> {
  const id = randomUUID();
  const storageKey = `${folder}/${id}`;
  await store.put(storageKey, bytes);
  const mediaType = mediaTypes[path.extname(name)] ?? '';
  return { id, storageKey, name, mediaType, size: bytes.length, sha256: hash('sha256', bytes) };
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
};

interface StoredLogo {
  readonly partner: PartnerRecord;
  readonly row: typeof files.$inferInsert;
}

/** Draws and stores the logo of every partner. */
async function storeLogos(legacyExport: LegacyExport, store: FileStore): Promise<StoredLogo[]> {
  return Promise.all(
    legacyExport.partners.map(async (partner) => {
      const logo = await buildPartnerLogo(partner);
      const row = await storeFile(store, 'logos', `${partner.idPartner}.png`, logo);
      return { partner, row };
    }),
  );
}

/** Sets the fields of partners that legacy exports lack: logo, website, and their branches' exams. */
async function completePartners(
  transaction: Transaction,
  legacyExport: LegacyExport,
  logos: readonly StoredLogo[],
): Promise<void> {
  for (const { partner, row } of logos) {
    const branches = legacyExport.branches.filter(
      (branch) => branch.partner.id === partner.idPartner,
    );
    const offered = new Set<string>(branches.flatMap((branch) => branch.exam_available));
    await transaction.insert(files).values(row);
    await transaction
      .update(partners)
      .set({
        loginLogoId: row.id,
        website: `https://${partner.idPartner}.example.com`,
        exams: examCodes.filter((code) => offered.has(code)).map((code) => partnerExamNames[code]),
      })
      .where(eq(partners.id, partner.idPartner));
  }
}

/** Adds identification, often complete, to demo patients: legacy exports have no such data. */
async function identifyPatients(
  transaction: Transaction,
  { users }: LegacyExport,
  context: BuilderContext,
): Promise<void> {
  const rows = users.map(({ idUser, name }) =>
    withStream(context, `identification/${idUser}`, (inner) => ({
      id: idUser,
      ...buildIdentification(inner, name),
    })),
  );
  const set = Object.entries(patientIdentificationColumns).map(
    ([field, column]) =>
      sql`${sql.identifier(toSnakeCase(column.name))} = (x->>${field}::text)::${sql.raw(column.getSQLType())}`,
  );
  await transaction.execute(sql`
    update patients set ${sql.join(set, sql`, `)} from json_array_elements(${toJson(rows)}) as x
    where patients.id = x->>'id'`);
}

/** Records consents of a third of demo patients on the day after they registered; a few withdrew them. */
async function writeConsents(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`
    insert into consents (patient_id, purpose, version, given_on, way, recorded_at, withdrawn_at, withdrawal_reason)
    select id, purpose, ${consentTexts[0].version}::text, day::date, case when drawn % 2 = 0 then 'paper' else 'electronic' end, day,
      case when drawn % 15 = 0 then day end, case when drawn % 15 = 0 then 'Lo pidió por correo.' end
      from (select id, least(created_at + interval '1 day', now()) as day, abs(hashtext(id)::bigint) as drawn
              from patients where created_at is not null) as patient,
           unnest(array['health_data', 'reminders_email', 'reminders_whatsapp']) as purpose
     where drawn % 3 = 0 order by patient.day, id, purpose`);
}

/** Sets the laboratory of demo exams and their results, one for each patient: legacy exports have none. */
async function setLaboratories(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`
    with laboratories as (
      select array_agg(id order by id) as ids from partners where type = 'Laboratorio'
    )
    update exams set laboratory_id =
      laboratories.ids[1 + abs(hashtext(exams.patient_id)::bigint) % cardinality(laboratories.ids)]
    from laboratories where laboratories.ids is not null`);
  await transaction.execute(sql`
    update result_sets set laboratory_id = exams.laboratory_id
      from exams where exams.id = result_sets.exam_id`);
}

/**
 * Writes orders, which legacy exports lack, with their downloads and the exams that answer them. The orders have no
 * author, which distinguishes them from orders of staff.
 */
async function writeDemoOrders(
  transaction: Transaction,
  legacyExport: LegacyExport,
  context: BuilderContext,
  results: readonly ResultSetRecord[],
): Promise<void> {
  const orders = buildExamOrders(context, legacyExport, results);
  // An answered order belongs to the laboratory of its exam, at a branch that offers the study.
  await transaction.execute(sql`
    insert into exam_orders (id, patient_id, branch_id, partner_id, exams, created_at)
    select x."idOrder", x."idUser", coalesce(b.id, x."idBranch"), coalesce(b.partner_id, x."idPartner"), x.exams, x."createDate"
      from json_to_recordset(${toJson(orders)})
           as x("idOrder" text, "idUser" text, "idBranch" text, "idPartner" text, exams text[], "createDate" timestamptz,
             "idExam" text)
      left join exams on exams.id = x."idExam"
      left join lateral (select id, partner_id from branches
                          where partner_id = exams.laboratory_id and branches.exams @> x.exams
                          order by id limit 1) b on true
     order by x."createDate", x."idOrder"`);
  await transaction.execute(sql`
    update exam_order_studies set exam_id = x."idExam"
      from json_to_recordset(${toJson(orders.filter(({ idExam }) => idExam !== null))})
           as x("idOrder" text, "idExam" text)
     where exam_order_studies.order_id = x."idOrder"`);
  const downloads = orders.flatMap(({ idOrder, downloads }) =>
    downloads.map((at) => ({ idOrder, at })),
  );
  await transaction.execute(sql`
    insert into exam_order_downloads (order_id, at)
    select x."idOrder", x.at
      from json_to_recordset(${toJson(downloads)}) as x("idOrder" text, at timestamptz)
     order by x.at, x."idOrder"`);
}

/**
 * Records the attendance of past appointments of the demo: one in nine patients did not come, and those of the
 * last hour wait.
 */
async function writeAttendance(transaction: Transaction): Promise<void> {
  const step = (name: AttendanceStep, minutes: number) => sql`jsonb_build_object(
    'step', ${name}::text, 'at', ${isoText(sql`(starts_at + ${minutes} * interval '1 minute')`)},
    'staffId', null, 'by', 'Recepción', 'startsAt', null)`;
  const arrived = step('arrived', -8);
  await transaction.execute(sql`
    update doctor_appointments set attendance = case
      when starts_at > now() - interval '1 hour' then jsonb_build_array(${arrived})
      when abs(hashtext(id)::bigint) % 9 = 0 then jsonb_build_array(${step('missed', 20)})
      else jsonb_build_array(${arrived}, ${step('in_consultation', 2)}, ${step('attended', 25)}) end
    where starts_at < now() and status <> 'cancelled'`);
}

interface StoredExamFile {
  readonly examId: string;
  readonly row: typeof files.$inferInsert;
}

/** Folder with one file per exam type. All exams of a type have its content. */
const FOLDER = path.join(SERVER_FOLDER, 'demo-files');

/** `seminograma.pdf`, `ecografia-testicular.jpg`. */
export function demoFileFor(examType: string): string {
  const stem = examType.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return `${stem}.${isImageExam(examType) ? 'jpg' : 'pdf'}`;
}

/** Concurrent writes to the store. */
const AT_ONCE = 8;

async function storeExamFiles(
  legacyExport: LegacyExport,
  store: FileStore,
): Promise<StoredExamFile[]> {
  const exams = Object.values(legacyExport.medicalHistories).flatMap(
    ({ allExamns }) => allExamns.exams,
  );
  const contents = new Map<string, Promise<Buffer>>();
  const limited = pLimit(AT_ONCE);
  const storing = limited.map(exams, async ({ id, examType, createDate }) => {
    const file = demoFileFor(examType);
    const content = contents.get(file) ?? readFile(path.join(FOLDER, file));
    contents.set(file, content);
    const { name, ext } = path.parse(file);
    const datedName = `${name}-${String(createDate).slice(0, 10)}${ext}`;
    return { examId: id, row: await storeFile(store, 'exams', datedName, await content) };
  });
  return storing.catch((fault: unknown) => {
    // After a failure of the store, the remaining files are not written.
    limited.clearQueue();
    throw fault;
  });
}

/** Writes the rows of stored files, links them to their exams, and removes the legacy links of these exams. */
async function linkExamFiles(
  transaction: Transaction,
  stored: readonly StoredExamFile[],
): Promise<void> {
  const rows = stored.map(({ examId, row }) => ({ examId, ...row }));
  await transaction.execute(sql`
    with inserted as (
      insert into files (id, storage_key, name, media_type, size, sha256)
      select x.id, x."storageKey", x.name, x."mediaType", x.size, x.sha256
        from json_to_recordset(${toJson(rows)})
             as x(id text, "storageKey" text, name text, "mediaType" text, size bigint, sha256 text)
    )
    update exams set file_id = x.id, external_url = null,
           exam_date = ((created_at - interval '1 day') at time zone 'UTC')::date
      from json_to_recordset(${toJson(rows)}) as x("examId" text, id text)
     where exams.id = x."examId"`);
}

/** Rows as one parameter, for `json_to_recordset`. */
function toJson(rows: readonly object[]): SQL {
  return sql`${sql.param(JSON.stringify(rows))}::json`;
}
