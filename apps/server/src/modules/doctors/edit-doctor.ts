import type { StaleDetails } from '@simiente/contract/common/errors';
import type { Doctor } from '@simiente/contract/doctors/calls';
import type { PlacedInterval, WorkingInterval } from '@simiente/contract/doctors/schedule';
import { findOverlap } from '@simiente/contract/doctors/working-time';
import { and, asc, eq, gte, isNull, ne, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { differing, newRecordId } from '../../platform/database/records.ts';
import { Problem } from '../../platform/problem.ts';
import { recipeAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { toAuditChanges, writeAudit } from '../audit/public.ts';
import { notDeleted, readDoctor } from './read-doctors.ts';

type DoctorFields = Pick<
  Doctor,
  'name' | 'email' | 'specialties' | 'appointmentMinutes' | 'absences' | 'workedHolidays'
> & { readonly workingDays: readonly WorkingInterval[] };

/** @throws Problem DOCTOR_EMAIL_TAKEN */
export async function createDoctor(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'clinicTimeZone'>,
  { workingDays, ...fields }: Omit<DoctorFields, 'workingDays'> & OptionalFields,
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
  if (workingDays) refuseImpossible(created, new Set(), context.clinicTimeZone);
  return created;
}

/** Fields without personal data. */
const PLAIN = ['appointmentMinutes', 'workingDays', 'workedHolidays'];

type OptionalFields = {
  readonly [Field in keyof DoctorFields]?: DoctorFields[Field] | undefined;
};

/**
 * Sets the sent fields of a doctor and keeps the others, even imported values that the form would reject. An edit
 * without changes keeps the version. Existing appointments keep their length and time.
 * @param version undefined overwrites any version
 * @throws Problem DOCTOR_EMAIL_TAKEN
 */
export async function updateDoctor(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'digest' | 'clinicTimeZone'>,
  id: string,
  fields: OptionalFields,
  version: number | undefined,
): Promise<Doctor> {
  const before = await lockDoctor(transaction, id);
  refuseStale(before, version);
  const stored = { ...before, workingDays: before.workingDays.map(toStored) };
  const changed = differing(stored, fields);
  if (Object.keys(changed).length === 0) return before;
  // An e-mail that an import gave to two doctors must not block other edits.
  const isNewEmail = fields.email?.toLowerCase() !== before.email?.toLowerCase();
  if (fields.email && isNewEmail) await claimEmail(transaction, fields.email, id);
  await transaction
    .update(doctors)
    .set({ ...changed, version: sql`${doctors.version} + 1`, updatedAt: sql`now()` })
    .where(eq(doctors.id, id));
  if (changed.email) await adoptBookings(transaction, id, changed.email);
  await writeAudit(transaction, context, {
    action: 'doctor.updated',
    subject: { kind: 'doctor', id },
    details: {
      changes: toAuditChanges(context, id, stored, changed, PLAIN),
      version: before.version + 1,
    },
  });
  const after = await readDoctor(transaction, id);
  const branchesBefore = new Set(before.workingDays.map(({ idBranch }) => idBranch));
  if (changed.workingDays) refuseImpossible(after, branchesBefore, context.clinicTimeZone);
  return after;
}

const toStored = ({ placeName: _name, timeZone: _zone, ...interval }: PlacedInterval) => interval;

/**
 * @param known branches of the previous schedule; deleted ones among them may stay
 * @throws Problem BAD_REQUEST at an interval of an unknown branch, or that overlaps another one
 */
function refuseImpossible(
  { workingDays }: Doctor,
  known: ReadonlySet<string | null>,
  clinicTimeZone: string,
): void {
  const unknown = workingDays.findIndex(
    ({ idBranch, placeName }) => idBranch !== null && placeName === null && !known.has(idBranch),
  );
  if (unknown !== -1) refuseInterval(unknown, 'Esa sucursal ya no existe. Elige otro lugar.');
  const overlap = findOverlap(workingDays, clinicTimeZone);
  if (overlap !== undefined) refuseInterval(overlap, 'Se empalma con otro intervalo.');
}

function refuseInterval(index: number, message: string): never {
  throw new Problem('BAD_REQUEST', { issues: [{ path: `workingDays.${index}`, message }] });
}

/**
 * Retires a doctor, or undoes it. A retired doctor accepts no new appointments and keeps the existing ones.
 * Repeating it has no effect.
 */
export async function retireDoctor(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  id: string,
  { retired, version }: { readonly retired: boolean; readonly version: number | undefined },
): Promise<Doctor> {
  const before = await lockDoctor(transaction, id);
  if ((before.retiredAt !== null) === retired) return before;
  refuseStale(before, version);
  await transaction
    .update(doctors)
    .set({
      retiredAt: retired ? sql`now()` : null,
      version: sql`${doctors.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(doctors.id, id));
  await writeAudit(transaction, context, {
    action: retired ? 'doctor.retired' : 'doctor.reinstated',
    subject: { kind: 'doctor', id },
    details: { changes: { retired: { from: !retired, to: retired } }, upcoming: before.upcoming },
  });
  return readDoctor(transaction, id);
}

/** Locks a doctor's row until commit. */
async function lockDoctor(transaction: Transaction, id: string): Promise<Doctor> {
  await transaction
    .select({ id: doctors.id })
    .from(doctors)
    .where(eq(doctors.id, id))
    .for('no key update');
  return readDoctor(transaction, id);
}

function refuseStale(current: Doctor, version: number | undefined): void {
  if (version === undefined || version === current.version) return;
  throw new Problem('STALE_VERSION', {
    details: { current } satisfies StaleDetails<Doctor>,
    shows: { kind: 'doctor', id: current.idDoctor },
  });
}

/** Adopts Calendly bookings that arrived before the e-mail of their host was known. */
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
 * Checks that no other doctor has the e-mail, and locks it until commit. A unique constraint is impossible,
 * because imported doctors may share an e-mail.
 * @throws Problem DOCTOR_EMAIL_TAKEN with its doctor
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
  throw new Problem('DOCTOR_EMAIL_TAKEN', {
    issues: [{ path: 'email', message: `Ese correo ya es de ${owner.name}.` }],
  });
}
