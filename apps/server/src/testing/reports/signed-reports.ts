import { randomUUID } from 'node:crypto';
import {
  ACCEPTED_SENTENCE,
  type ReportKind,
  type VersionType,
} from '@simiente/contract/reports/states';
import { and, desc, eq, ne } from 'drizzle-orm';
import { sealAll } from '../../modules/audit/chain/sealer.ts';
import { writeAuditReturningId } from '../../modules/audit/public.ts';
import { newVerifyCode } from '../../modules/reports/signing/sign-report.ts';
import { frozenDigest, withdrawalDigest } from '../../modules/reports/signing/signature.ts';
import type { SIGNATURES } from '../../modules/reports/signing/verify-signed.ts';
import { NO_REQUEST } from '../../platform/act.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { patients } from '../../schema/patients.ts';
import { reportVersions, reportWithdrawals } from '../../schema/reports.ts';
import { addColleague, addIdentity } from '../accounts/records.ts';
import type { TestDatabase } from '../database.ts';
import { addReport } from '../records.ts';
import { keys } from '../sealed-audit.ts';

/** Seals the audit, because the tests' applications have no sealer. */
export const seal = (database: Pick<TestDatabase, 'pool'>) =>
  sealAll({ ...database, keys, checkpoints: '' });

/** The row of the audit of an action on a version. */
async function addAct(
  transaction: Transaction,
  action: (typeof SIGNATURES)[number],
  { id, patientId, signerId }: Record<'id' | 'patientId' | 'signerId', string>,
  details: Record<string, unknown>,
): Promise<number> {
  const act = { actor: { kind: 'staff', id: signerId }, origin: NO_REQUEST } as const;
  const subject = { kind: 'report', id } as const;
  return writeAuditReturningId(transaction, act, { action, subject, patientId, details });
}

type NewSigned = Parameters<typeof frozenDigest>[0] & { readonly signerId: string };

type SignedFacts = 'patientId' | 'kind' | 'text' | 'number' | 'fromDraft';
type Signature = 'signerId' | 'identityVersionId';

/** A version that was signed without an edit, in stored form. */
export const makeSignedVersion = (
  fields: Pick<NewSigned, SignedFacts | Signature> & Partial<NewSigned>,
): NewSigned => ({
  id: `rpv_${randomUUID()}`,
  type: 'signed',
  replaces: null,
  reason: null,
  sentences: [{ text: fields.text, author: 'ia' }],
  patient: {
    idUser: fields.patientId,
    name: 'Ana Pérez',
    birthDate: null,
    age: null,
    sex: null,
    curp: null,
    address: null,
    phone: null,
  },
  findings: [],
  acknowledgedAt: null,
  acceptedSentence: ACCEPTED_SENTENCE,
  zone: 'America/Mexico_City',
  proof: 'password',
  verifyCode: newVerifyCode(),
  unedited: true,
  ...fields,
});

/**
 * Inserts a signed version, bypassing all calls; the trigger checks it and its audit row.
 * @param auditEventId that row, if there is one already
 */
export async function insertSigned(
  db: Database,
  version: NewSigned,
  auditEventId?: number,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const details = { digest: frozenDigest(version) };
    await transaction.insert(reportVersions).values({
      ...version,
      auditEventId: auditEventId ?? (await addAct(transaction, 'report.signed', version, details)),
    });
  });
}

async function addSigner(db: Database) {
  const signerId = await addColleague(db);
  const identityVersionId = await addIdentity(db, signerId, { confirmedAt: new Date() });
  return { signerId, identityVersionId };
}

/**
 * Adds a draft and its signed version, which replaces the one in force, and seals neither.
 * @returns the id of the signed version
 */
export async function addSignedReport(
  db: Database,
  patientId: string,
  {
    kind = 'exam_ai',
    text = 'Tu muestra tuvo un volumen de 2.1 ml. Conviene repetirla.',
    type,
    verifyCode = newVerifyCode(),
    draft = {},
  }: {
    kind?: ReportKind;
    text?: string;
    type?: Exclude<VersionType, 'draft'>;
    verifyCode?: string;
    /** Arguments of its draft. */
    draft?: Parameters<typeof addReport>[4];
  } = {},
): Promise<string> {
  const fromDraft = await addReport(db, patientId, kind, text, draft);
  const isReport = and(eq(reportVersions.patientId, patientId), eq(reportVersions.kind, kind));
  const [earlier] = await db
    .select({ id: reportVersions.id, withdrawn: reportWithdrawals.at })
    .from(reportVersions)
    .leftJoin(reportWithdrawals, eq(reportWithdrawals.versionId, reportVersions.id))
    .where(and(isReport, ne(reportVersions.type, 'draft')))
    .orderBy(desc(reportVersions.number))
    .limit(1);
  const [patient] = await db.select().from(patients).where(eq(patients.id, patientId));
  const replaces = earlier && earlier.withdrawn === null ? earlier.id : null;
  const { name = '', birthDate = null, sex = null, curp = null, phone = null } = patient ?? {};
  const version = makeSignedVersion({
    patientId,
    kind,
    number: 1 + (await db.$count(reportVersions, isReport)),
    type: type ?? (replaces === null ? 'signed' : 'correction'),
    text,
    fromDraft,
    replaces,
    reason: replaces === null ? null : 'Faltaba un dato',
    patient: { idUser: patientId, name, birthDate, age: null, sex, curp, address: null, phone },
    verifyCode,
    ...(await addSigner(db)),
  });
  await insertSigned(db, version);
  return version.id;
}

/** Withdraws a signed version. */
export async function addWithdrawal(
  db: Database,
  patientId: string,
  id: string,
  reason = 'Era de otra persona',
): Promise<void> {
  const newSigner = await addSigner(db);
  const signed = { versionId: id, reason, ofAnother: false, proof: 'password' } as const;
  const withdrawal = { ...signed, ...newSigner };
  await db.transaction(async (transaction) => {
    const details = { frozen: withdrawalDigest(withdrawal) };
    const version = { id, patientId, ...newSigner };
    const auditEventId = await addAct(transaction, 'report.withdrawn', version, details);
    await transaction.insert(reportWithdrawals).values({ ...withdrawal, auditEventId });
  });
}
