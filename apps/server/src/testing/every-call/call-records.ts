import type { InjectOptions } from 'fastify';
import type { AuditAction } from '../../modules/audit/public.ts';
import { staffSessions } from '../../schema/staff.ts';
import { addColleague, addIdentity } from '../accounts/records.ts';
import type { TestApplication } from '../application.ts';
import { queryAsOwner } from '../database.ts';
import { makePdf } from '../files/uploads.ts';
import * as make from '../records.ts';
import { addSignedVersion } from '../reports/reports.ts';
import { seal } from '../reports/signed-reports.ts';

/** The records that a call needs, new for each, so that calls do not affect one another. */
export async function addCallRecords({ database, store, staff }: TestApplication) {
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
  const colleague = await addColleague(db);
  const result = await make.addResultSet(db, patient);
  const received = await make.addReceivedResult(db, partner);
  /** Runs SQL as the owner, for tables that the application may not write. */
  const run = (text: string, values: readonly unknown[]) => queryAsOwner(database, text, values);
  /** Signed once, because another version would replace it. */
  let signed: Promise<string> | undefined;
  const addSigned = () => (signed ??= sign());
  const sign = async () => {
    const signer = await addColleague(db);
    await addIdentity(db, signer, { confirmedAt: new Date() });
    const draft = await make.addReport(db, patient, 'exam_ai', 'La muestra llegó completa.');
    return addSignedVersion({ db, run }, draft, signer);
  };
  return {
    db,
    run,
    addDelivery: async (requestedAt: Date | null = null) => {
      const versionId = await addSigned();
      return make.addDelivery(db, { patientId: patient, versionId, requestedAt });
    },
    /** Returns the signed version after its audit rows are sealed, which a delivery requires. */
    addSealedReport: async () => {
      const id = await addSigned();
      await seal(database);
      return id;
    },
    /** The calling user. */
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
    colleague,
    result,
    received,
  };
}
export type CallRecords = Awaited<ReturnType<typeof addCallRecords>>;

type RequestInput = Pick<InjectOptions, 'query' | 'payload' | 'headers'>;
/** The request for a route, and its expected audit rows. */
export interface ExpectedCall {
  /** The expected row; `null` with the reason for its absence. */
  readonly audits: AuditAction | null;
  readonly why?: string;
  /** Whether the row must name the one patient of the records. */
  readonly namesPatient?: true;
  readonly input: (records: CallRecords) => RequestInput | Promise<RequestInput>;
  /** URL of a path with a parameter. */
  readonly url?: (records: CallRecords) => string | Promise<string>;
}
export const pdf = { bytes: makePdf(), name: 'estudio.pdf', type: 'application/pdf' };
export const query = (fields: Record<string, string>) => ({ query: fields });
export const json = (payload: object) => ({ payload });
export const noInput = () => ({});
export const period = { start: '2026-01-01', end: '2026-01-31' };
/** Days before and after today, in any zone of the clinic. */
export function aroundToday(): { start: string; end: string } {
  const day = (offset: number) =>
    new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  return { start: day(-1), end: day(1) };
}
export const freshFields = () => ({
  name: 'Otro Nombre',
  email: `${crypto.randomUUID()}@x.mx`,
  phone: null,
});

/** A second session of the same user. */
export async function otherSession({ db, staff }: CallRecords): Promise<string> {
  const id = crypto.randomUUID();
  await db.insert(staffSessions).values({
    id,
    token: id,
    userId: staff.id,
    expiresAt: new Date(Date.now() + 600_000),
  });
  return id;
}
