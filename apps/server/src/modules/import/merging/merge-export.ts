import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import { type FindingLog, MOST_FINDINGS } from '../findings.ts';
import {
  branchTable,
  doctorAppointmentTable,
  doctorTable,
  examTable,
  partnerTable,
  patientTable,
  prospectTable,
  type RecordTable,
  recipeAppointmentTable,
  recordTables,
} from '../kinds.ts';
import { mergeHistories } from './merge-histories.ts';
import { type Computed, mergeRecords } from './merge-records.ts';
import { stagedName } from './staging.ts';
import { DELETED_BY_STAFF, Verdicts } from './verdicts.ts';

const REPEATED = 'su identificador ya es de otro registro del archivo';
const OF_DELETED = 'el personal eliminó a su paciente';

/** The records with an id in the file; doctors get theirs from the import. */
const named = recordTables.filter((table) => table !== doctorTable);
const ofPatients = [examTable, recipeAppointmentTable, doctorAppointmentTable];

const ids = sql.raw(
  named
    .map((table) => `select seq, id, path, '${table.kind}' as kind from ${stagedName(table)}`)
    .join(' union all '),
);
const histories = sql.raw('staged_histories');
const appointments = sql.raw(stagedName(doctorAppointmentTable));
const doctors = sql.raw(stagedName(doctorTable));

interface MergeOptions {
  /** The constraints, indexes and triggers of the tables were dropped. */
  readonly withoutConstraints: boolean;
  readonly onShare: (share: number) => void;
}

/**
 * Merges the staged records into their tables. Records that staff edited are not overwritten, and
 * deleted ones not restored. Records that a newer export lacks are kept: an export may be partial, and a
 * missing exam is no deletion.
 */
export async function mergeExport(
  transaction: Transaction,
  log: FindingLog,
  { withoutConstraints, onShare }: MergeOptions,
): Promise<void> {
  const verdicts = await Verdicts.open(transaction);
  const merge = (table: RecordTable) => mergeRecords(transaction, verdicts, log, table);
  const steps = [
    async () => {
      await findTaken(transaction);
      await rejectRepeated(verdicts);
    },
    () => merge(patientTable),
    () => merge(partnerTable),
    async () => {
      await refuseOwners(transaction, verdicts);
      await pickDoctors(transaction, verdicts, log);
      // Before records with an id of their own, so that a conflict with a doctor's id is noticed.
      await merge(doctorTable);
      await takeDoctorIds(transaction);
    },
    () => mergeHistories(transaction, verdicts, log, { withoutConstraints }),
    () => mergeExams(transaction, verdicts, log),
    () => merge(recipeAppointmentTable),
    async () => {
      await rejectWithoutDoctor(verdicts);
      const placed = withoutConstraints
        ? await placeAppointments(transaction, verdicts)
        : undefined;
      // Otherwise the trigger of each row scans a table whose plan was made while it was empty.
      await transaction.execute(sql`discard plans`);
      await transaction.execute(sql`set local enable_seqscan = off`);
      await mergeRecords(transaction, verdicts, log, doctorAppointmentTable, placed);
      await transaction.execute(sql`set local enable_seqscan = on`);
    },
    async () => {
      await refuseBranches(verdicts);
      await merge(branchTable);
    },
    () => merge(prospectTable),
  ];
  for (const [done, step] of steps.entries()) {
    onShare(done / steps.length);
    await step();
  }
  await verdicts.report(log);
  await reportOverlaps(transaction, log);
}

/** Ids of the file that any record has or had, and of which kind. */
async function findTaken(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`
    create temporary table taken on commit drop as
      select id, kind from record_ids where id in (select id from (${ids}) named)`);
  await transaction.execute(sql`alter table taken add primary key (id)`);
  await transaction.execute(sql`analyze taken`);
}

/** The first record of the file with an id gets it, and a patient's first history is used. */
async function rejectRepeated(verdicts: Verdicts): Promise<void> {
  await verdicts.add(sql`
    with firsts as (
      select id, min(seq) as seq from (${ids}) named group by id having count(*) > 1
    )
    select named.seq, named.kind, named.id, named.path, 'rejected', ${REPEATED}
      from (${ids}) named join firsts using (id) where named.seq > firsts.seq`);
  await verdicts.add(sql`
    with firsts as (
      select patient_id, min(seq) as seq from ${histories} group by patient_id having count(*) > 1
    )
    select seq, 'history', null, path, 'rejected', 'el paciente ya tiene otro historial'
      from (
        select h.* from ${histories} h join firsts f using (patient_id)
         where h.seq > f.seq and h.is_readable
      ) later`);
}

/** Histories, and records of patients, without a patient. */
async function refuseOwners(transaction: Transaction, verdicts: Verdicts): Promise<void> {
  await transaction.execute(sql`
    create temporary table missing_owners on commit drop as
      select patient_id,
             patients.id is not null
               or exists (select from record_ids where id = patient_id and kind = 'patient') as is_gone
        from (select distinct patient_id from ${histories}) h
        left join patients on patients.id = patient_id
       where patients.id is null or patients.deleted_at is not null`);
  const refuse = (staged: SQL, kind: string, id: SQL, condition: SQL, ofDeleted: string) =>
    verdicts.add(sql`
      select s.seq, ${kind}, ${id}, s.path,
             case when is_gone then 'kept' else 'rejected' end,
             case when is_gone then ${ofDeleted} else 'no hay ningún paciente ' || s.patient_id end
        from ${staged} s join missing_owners using (patient_id)
       where ${condition} and ${verdicts.isOpen}`);
  await refuse(histories, 'history', sql`null`, sql`s.is_readable`, DELETED_BY_STAFF);
  for (const table of ofPatients) {
    const staged = sql.raw(stagedName(table));
    await refuse(staged, table.kind, sql`s.id`, sql`true`, OF_DELETED);
  }
}

/** Keeps the doctors that appointments need, and matches those that staff created. */
async function pickDoctors(
  transaction: Transaction,
  verdicts: Verdicts,
  log: FindingLog,
): Promise<void> {
  await transaction.execute(sql`
    create temporary table needed_doctors on commit drop as
      select named_doctor as id, min(doctor_id) as doctor_id
        from ${appointments} s where ${verdicts.isOpen} group by named_doctor`);
  await transaction.execute(sql`
    delete from ${doctors} d where not exists (select from needed_doctors n where n.id = d.id)`);
  const { rows } = await transaction.execute<{ count: number }>(
    sql`select count(*)::int as count from ${doctors}`,
  );
  log.tallies.doctor.read = rows[0]?.count ?? 0;
  await verdicts.add(sql`
    select seq, 'doctor', id, path, 'kept', 'ya estaba, con su correo, como ' || n.doctor_id
      from ${doctors} join needed_doctors n using (id) where n.doctor_id <> id`);
  await takeDoctorIds(transaction);
}

/** The taken ids that the import gave to doctors. */
async function takeDoctorIds(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`
    insert into taken select r.id, r.kind from record_ids r join ${doctors} using (id)
    on conflict do nothing`);
}

/**
 * An exam's position in the export is neither edited by staff nor part of its digest: exams of an
 * earlier release's import get theirs without counting as updated.
 */
async function mergeExams(
  transaction: Transaction,
  verdicts: Verdicts,
  log: FindingLog,
): Promise<void> {
  await mergeRecords(transaction, verdicts, log, examTable, {
    columns: ['import_position'],
    values: sql`, s.position`,
  });
  await transaction.execute(sql`
    update exams set import_position = s.position
      from ${sql.raw(stagedName(examTable))} s
      join verdicts v using (seq)
     where exams.id = s.id and v.outcome in ('unchanged', 'updated', 'kept')
       and exams.deleted_at is null and exams.import_position is distinct from s.position`);
}

async function rejectWithoutDoctor(verdicts: Verdicts): Promise<void> {
  await verdicts.add(sql`
    select s.seq, 'doctor_appointment', s.id, s.path, 'rejected', 'su médico no está'
      from ${appointments} s
     where not exists (select from doctors where id = s.doctor_id) and ${verdicts.isOpen}`);
}

async function refuseBranches(verdicts: Verdicts): Promise<void> {
  await verdicts.add(sql`
    select seq, 'branch', id, path,
           case when is_gone then 'kept' else 'rejected' end,
           case when is_gone then 'el personal eliminó a su socio'
                else 'no hay ningún socio ' || partner_id end
      from (
        select s.*, p.id is not null
                 or exists (select from record_ids where id = s.partner_id and kind = 'partner') as is_gone
          from ${sql.raw(stagedName(branchTable))} s left join partners p on p.id = s.partner_id
         where (p.id is null or p.deleted_at is not null) and ${verdicts.isOpen}
      ) refused`);
}

/** What the trigger of appointments computes row by row, for all at once. */
async function placeAppointments(transaction: Transaction, verdicts: Verdicts): Promise<Computed> {
  await transaction.execute(sql`
    create temporary table placed on commit drop as
      select s.seq, s.doctor_id, s.starts_at,
             s.starts_at + make_interval(mins => d.appointment_minutes) as ends_at
        from ${appointments} s join doctors d on d.id = s.doctor_id
       where s.starts_at is not null and s.status <> 'cancelled' and ${verdicts.isOpen}
         and not exists (select from taken where taken.id = s.id)`);
  await transaction.execute(sql`create index on placed (doctor_id, starts_at)`);
  await transaction.execute(sql`analyze placed`);
  await transaction.execute(sql`
    create temporary table overlapping on commit drop as
      select seq from placed cross join lateral (
        select from placed earlier
         where earlier.doctor_id = placed.doctor_id and earlier.seq < placed.seq
           and earlier.starts_at > placed.starts_at - interval '240 minutes'
           and earlier.starts_at < placed.ends_at and earlier.ends_at > placed.starts_at
         limit 1) one`);
  return {
    columns: ['ends_at', 'double_booked'],
    values: sql`,
      s.starts_at + make_interval(
        mins => (select appointment_minutes from doctors where id = s.doctor_id)),
      s.seq in (select seq from overlapping)`,
  };
}

/** The database marks imported overlapping appointments; the report lists them. */
async function reportOverlaps(transaction: Transaction, log: FindingLog): Promise<void> {
  const { rows } = await transaction.execute<{ path: string; total: number }>(sql`
    select s.path, count(*) over ()::int as total from ${appointments} s join doctor_appointments a using (id)
     where a.double_booked and a.deleted_at is null
       and not exists (select from verdicts v where v.seq = s.seq and v.outcome = 'rejected')
     order by s.seq limit ${MOST_FINDINGS}`);
  log.overlaps.addAll(
    rows.map((row) => ({ ...row, reason: 'su médico tiene otra cita a esa hora' })),
  );
}
