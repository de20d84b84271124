import type { InjectOptions } from 'fastify';
import type { AuditAction } from '../../modules/audit/public.ts';
import { staffSessions } from '../../schema/staff.ts';
import type { TestApplication } from '../application.ts';
import { asOwner } from '../database.ts';
import * as make from '../records.ts';
import { makePdf } from '../uploads.ts';

/** What a call needs, made anew for each: none meets what another one left. */
export async function makeWorld({ database, store, staff }: TestApplication) {
  const { db } = database;
  const patient = await make.addPatient(db, { name: 'Zenaida Xochitl' });
  const partner = await make.addPartner(db, { type: 'Laboratorio' });
  const branch = await make.addBranch(db, partner, { exams: ['SEM'] });
  const doctor = await make.addDoctor(db);
  const file = await make.addFile(db, store);
  const exam = await make.addExam(db, patient, { fileId: file });
  const appointment = await make.addDoctorAppointment(db, { patientId: patient, doctorId: doctor });
  const recipe = await make.addRecipeAppointment(db, patient);
  const prospect = await make.addProspect(db, { status: 'pending' });
  const order = await make.addExamOrder(db, {
    patientId: patient,
    branchId: branch,
    partnerId: partner,
  });
  return {
    db,
    /** Writes where the application may not. */
    run: (text: string, values: readonly unknown[]) => asOwner(database, text, values),
    /** Who calls. */
    staff,
    patient,
    partner,
    branch,
    doctor,
    file,
    exam,
    appointment,
    recipe,
    prospect,
    order,
  };
}
export type World = Awaited<ReturnType<typeof makeWorld>>;

type Sent = Pick<InjectOptions, 'query' | 'payload' | 'headers'>;
/** What is sent to a way in, and what the audit has of it. */
export interface Told {
  /** The rows that it leaves; `null` with the reason for none. */
  readonly leaves: AuditAction | null;
  readonly why?: string;
  /** Whether it speaks of the one patient of the world, and the row says so. */
  readonly ofPatient?: true;
  readonly send: (world: World) => Sent | Promise<Sent>;
  /** Where the path has a parameter. */
  readonly url?: (world: World) => string | Promise<string>;
}
export const pdf = { bytes: makePdf(), name: 'estudio.pdf', type: 'application/pdf' };
export const query = (fields: Record<string, string>) => ({ query: fields });
export const json = (payload: object) => ({ payload });
export const none = () => ({});
export const period = { start: '2026-01-01', end: '2026-01-31' };
export const freshFields = () => ({
  name: 'Otro Nombre',
  email: `${crypto.randomUUID()}@x.mx`,
  phone: null,
});

/** A session of the same person beside the one of the tests. */
export async function otherSession({ db, staff }: World): Promise<string> {
  const id = crypto.randomUUID();
  await db.insert(staffSessions).values({
    id,
    token: id,
    userId: staff.id,
    expiresAt: new Date(Date.now() + 600_000),
  });
  return id;
}
