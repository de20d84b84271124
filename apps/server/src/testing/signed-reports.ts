import { randomUUID } from 'node:crypto';
import {
  ACCEPTED_SENTENCE,
  type ReportKind,
  type VersionType,
} from '@simiente/contract/reports/states';
import { and, desc, eq, ne } from 'drizzle-orm';
import { sealAll } from '../modules/audit/chain/sealer.ts';
import { type AuditAction, writeAudit } from '../modules/audit/public.ts';
import { newVerifyCode } from '../modules/reports/verify-code.ts';
import { NO_REQUEST } from '../platform/act.ts';
import type { Database } from '../platform/database/database.ts';
import { auditEvents } from '../schema/audit.ts';
import { patients } from '../schema/patients.ts';
import { reportVersions, reportWithdrawals } from '../schema/reports.ts';
import type { TestDatabase } from './database.ts';
import { addColleague, addIdentity, addReport } from './records.ts';
import { keys } from './sealed-audit.ts';

/** Seals what the audit has: the tests' applications have no sealer. */
export const seal = (database: Pick<TestDatabase, 'pool'>) =>
  sealAll({ ...database, keys, checkpoints: '' });

/** Of the trigger, which writes the true ones. */
const signer = {
  idAccount: '',
  idIdentityVersion: '',
  fullName: '',
  cedula: '',
  institution: '',
  specialty: null,
  specialtyCertificate: null,
};

async function addAct(
  db: Database,
  action: 'report.signed' | 'report.withdrawn',
  { id, patientId, signerId }: Record<'id' | 'patientId' | 'signerId', string>,
): Promise<number> {
  const act = { actor: { kind: 'staff', id: signerId }, origin: NO_REQUEST } as const;
  await db.transaction((transaction) =>
    writeAudit(transaction, act, {
      action: action as AuditAction,
      subject: { kind: 'report', id },
      patientId,
    }),
  );
  const [row] = await db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(and(eq(auditEvents.subjectId, id), eq(auditEvents.action, action)));
  return row?.id ?? 0;
}

async function addSigner(db: Database) {
  const signerId = await addColleague(db);
  const identityVersionId = await addIdentity(db, signerId, { confirmedAt: new Date() });
  return { signerId, identityVersionId };
}

/**
 * Adds a draft and its signed version, which takes the place of the one in force, and seals neither.
 * @returns the id of the signed version
 */
export async function addSignedReport(
  db: Database,
  patientId: string,
  {
    kind = 'exam_ai',
    text = 'Tu muestra tuvo un volumen de 2.1 ml. Conviene repetirla.',
    type = 'signed',
    verifyCode = newVerifyCode(),
  }: {
    kind?: ReportKind;
    text?: string;
    type?: Exclude<VersionType, 'draft'>;
    verifyCode?: string;
  } = {},
): Promise<string> {
  const fromDraft = await addReport(db, patientId, kind, text);
  const ofReport = and(eq(reportVersions.patientId, patientId), eq(reportVersions.kind, kind));
  const [earlier] = await db
    .select({ id: reportVersions.id, withdrawn: reportWithdrawals.at })
    .from(reportVersions)
    .leftJoin(reportWithdrawals, eq(reportWithdrawals.versionId, reportVersions.id))
    .where(and(ofReport, ne(reportVersions.type, 'draft')))
    .orderBy(desc(reportVersions.number))
    .limit(1);
  const [patient] = await db.select().from(patients).where(eq(patients.id, patientId));
  const id = `rpv_${randomUUID()}`;
  const who = await addSigner(db);
  const { name = '', birthDate = null, sex = null, curp = null, phone = null } = patient ?? {};
  await db.insert(reportVersions).values({
    id,
    patientId,
    kind,
    number: 1 + (await db.$count(reportVersions, ofReport)),
    type,
    text,
    fromDraft,
    replaces: earlier && earlier.withdrawn === null ? earlier.id : null,
    reason: type === 'signed' ? null : 'Faltaba un dato',
    sentences: [{ text, author: 'ia' }],
    patient: { idUser: patientId, name, birthDate, age: null, sex, curp, address: null, phone },
    findings: [],
    acceptedSentence: ACCEPTED_SENTENCE,
    zone: 'America/Mexico_City',
    proof: 'password',
    verifyCode,
    unedited: true,
    auditEventId: await addAct(db, 'report.signed', { id, patientId, ...who }),
    ...who,
    // All three are the trigger's.
    sha256: '',
    arrivedAt: new Date(),
    signer,
  });
  return id;
}

/** Takes back a signed version. */
export async function addWithdrawal(db: Database, patientId: string, id: string): Promise<void> {
  const who = await addSigner(db);
  await db.insert(reportWithdrawals).values({
    versionId: id,
    reason: 'Era de otra persona',
    proof: 'password',
    auditEventId: await addAct(db, 'report.withdrawn', { id, patientId, ...who }),
    ...who,
    // Both are the trigger's.
    at: new Date(),
    signer,
  });
}
