import type { Doctor, doctorsContract } from '@simiente/contract/doctors/calls';
import type { PlacedInterval } from '@simiente/contract/doctors/schedule';
import { findOverlap } from '@simiente/contract/doctors/working-time';
import { and, asc, eq, gte, isNull, ne, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { CallInput } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { findChanges, newRecordId, nextVersion } from '../../platform/database/records.ts';
import { rejectStale, toFieldProblem } from '../../platform/problem.ts';
import { recipeAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { writeAudit, writeEdit } from '../audit/public.ts';
import { notDeleted, readDoctor } from './read-doctors.ts';

/** @throws Problem DOCTOR_EMAIL_TAKEN */
export async function createDoctor(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'clinicTimeZone'>,
  { workingDays, ...fields }: CallInput<typeof doctorsContract.create>,
): Promise<Doctor> {
  if (fields.email !== null) await claimEmail(transaction, fields.email);
  const id = newRecordId('doc');
  await transaction.insert(doctors).values({ id, ...fields, ...(workingDays && { workingDays }) });
  if (fields.email !== null) await adoptBookings(transaction, id, fields.email);
  await writeAudit(transaction, context, {
    action: 'doctor.created',
    subject: { kind: 'doctor', id },
  });
  const created = await readDoctor(transaction, id);
  if (workingDays) rejectInvalidSchedule(created, new Set(), context.clinicTimeZone);
  return created;
}

/** Fields without personal data, which the audit stores in clear. */
const plainFields = ['appointmentMinutes', 'workingDays', 'workedHolidays'];

/**
 * Sets the sent fields of a doctor and keeps the others, even imported values that the form would reject. An edit
 * without changes keeps the version. Existing appointments keep their length and time.
 * @throws Problem DOCTOR_EMAIL_TAKEN
 */
export async function updateDoctor(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'digest' | 'clinicTimeZone'>,
  { idDoctor: id, version, ...fields }: CallInput<typeof doctorsContract.update>,
): Promise<Doctor> {
  const before = await lockDoctor(transaction, id);
  await rejectStale(version, before, () => before, { kind: 'doctor', id });
  const stored = { ...before, workingDays: before.workingDays.map(toStored) };
  const changed = findChanges(stored, fields);
  if (Object.keys(changed).length === 0) return before;
  // Imported doctors may share an e-mail, which must not block other edits.
  const isNewEmail = fields.email?.toLowerCase() !== before.email?.toLowerCase();
  if (fields.email && isNewEmail) await claimEmail(transaction, fields.email, id);
  const edit = { before: stored, changed, plain: plainFields };
  const subject = { kind: 'doctor', id } as const;
  await writeEdit(transaction, context, doctors, { action: 'doctor.updated', subject, ...edit });
  if (changed.email) await adoptBookings(transaction, id, changed.email);
  const after = await readDoctor(transaction, id);
  const branchesBefore = new Set(before.workingDays.map(({ idBranch }) => idBranch));
  if (changed.workingDays) rejectInvalidSchedule(after, branchesBefore, context.clinicTimeZone);
  return after;
}

const toStored = ({ placeName: _name, timeZone: _zone, ...interval }: PlacedInterval) => interval;

/**
 * @param earlierBranches branches of the previous schedule, which may stay even if deleted
 * @throws Problem BAD_REQUEST at an interval of an unknown branch, or that overlaps another one
 */
function rejectInvalidSchedule(
  { workingDays }: Doctor,
  earlierBranches: ReadonlySet<string | null>,
  clinicTimeZone: string,
): void {
  const unknown = workingDays.findIndex(
    ({ idBranch, placeName }) =>
      idBranch !== null && placeName === null && !earlierBranches.has(idBranch),
  );
  if (unknown !== -1) rejectInterval(unknown, 'Esa sucursal ya no existe. Elige otro lugar.');
  const overlap = findOverlap(workingDays, clinicTimeZone);
  if (overlap !== undefined) rejectInterval(overlap, 'Se empalma con otro intervalo.');
}

function rejectInterval(index: number, message: string): never {
  throw toFieldProblem('BAD_REQUEST', `workingDays.${index}`, message);
}

/**
 * Retires or reinstates a doctor. A retired doctor accepts no new appointments and keeps the existing ones.
 * A repeated call has no effect.
 */
export async function retireDoctor(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  { idDoctor: id, retired, version }: CallInput<typeof doctorsContract.retire>,
): Promise<Doctor> {
  const before = await lockDoctor(transaction, id);
  if ((before.retiredAt !== null) === retired) return before;
  await rejectStale(version, before, () => before, { kind: 'doctor', id });
  await transaction
    .update(doctors)
    .set({
      retiredAt: retired ? sql`now()` : null,
      ...nextVersion(doctors),
    })
    .where(eq(doctors.id, id));
  await writeAudit(transaction, context, {
    action: retired ? 'doctor.retired' : 'doctor.reinstated',
    subject: { kind: 'doctor', id },
    details: { changes: { retired: { from: !retired, to: retired } }, upcoming: before.upcoming },
  });
  return readDoctor(transaction, id);
}

async function lockDoctor(transaction: Transaction, id: string): Promise<Doctor> {
  await transaction
    .select({ id: doctors.id })
    .from(doctors)
    .where(eq(doctors.id, id))
    .for('no key update');
  return readDoctor(transaction, id);
}

/** Assigns the doctor to upcoming Calendly bookings without a doctor whose host has the doctor's new e-mail. */
async function adoptBookings(transaction: Transaction, id: string, email: string): Promise<void> {
  await transaction
    .update(recipeAppointments)
    .set({ doctorId: id })
    .where(
      and(
        isNull(recipeAppointments.doctorId),
        sql`${recipeAppointments.hostEmails} @> array[lower(${email})]`,
        gte(recipeAppointments.startsAt, sql`now()`),
      ),
    );
}

/**
 * Rejects an e-mail that another doctor has, and locks the e-mail until commit. A unique constraint is impossible,
 * because imported doctors may share an e-mail.
 * @throws Problem DOCTOR_EMAIL_TAKEN with the other doctor's name
 */
async function claimEmail(transaction: Transaction, email: string, exceptId = ''): Promise<void> {
  await transaction.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('doctor e-mail ' || lower(${email}), 0))`,
  );
  const [owner] = await transaction
    .select({ name: doctors.name })
    .from(doctors)
    .where(
      and(sql`lower(${doctors.email}) = lower(${email})`, ne(doctors.id, exceptId), notDeleted),
    )
    .orderBy(asc(doctors.id))
    .limit(1);
  if (!owner) return;
  throw toFieldProblem('DOCTOR_EMAIL_TAKEN', 'email', `Ese correo ya es de ${owner.name}.`);
}
