import { randomInt } from 'node:crypto';
import { dayIn } from '@simiente/contract/common/days';
import { ageInYears } from '@simiente/contract/patients/identification';
import type { OpenWarningsDetails, reportsContract } from '@simiente/contract/reports/calls';
import { ACCEPTED_SENTENCE } from '@simiente/contract/reports/states';
import {
  type PatientSnapshot,
  type SignedFinding,
  type SignedSample,
  signedSample,
} from '@simiente/contract/reports/version';
import { countOpen } from '@simiente/contract/reports/working-copy';
import type { ResultSet } from '@simiente/contract/results/calls';
import { eq } from 'drizzle-orm';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { CallInput } from '../../../platform/calls/handlers.ts';
import type { Reader, Transaction } from '../../../platform/database/database.ts';
import { newRecordId, pick } from '../../../platform/database/records.ts';
import { Problem } from '../../../platform/problem.ts';
import { reportVersions, reportWorkingCopies } from '../../../schema/reports.ts';
import { writeAuditReturningId } from '../../audit/public.ts';
import { findResultSets } from '../../results/public.ts';
import { findEarlierSets, getValues, isSemenSet, newestByStudy } from '../drafting/set-facts.ts';
import { mayConfirm } from '../reading/basis.ts';
import { amendmentNeeded, checkCopy, hashText, lockCopy } from '../review/working-copy.ts';
import { type CopyRow, isUnedited, onlyAdds, type WorkingText } from '../review/working-text.ts';
import { toProofKind } from './confirmed.ts';
import { frozenDigest, lockSigner } from './signature.ts';

/** Crockford's base 32: no letter looks like a digit, and the letters form no rude words. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 80 bits. */
const CODE_LENGTH = 16;
/** The earlier format: 128 bits in base64url. */
const LONG_CODE = /^[\w-]{22}$/;

/** A new code of /verificar in its printed form, such as 'K7QM-2XRD-9FTA-4NWE'. */
export function newVerifyCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]);
  return formatCode(letters.join(''));
}

/** Spaces and quotes around a copied code. */
const AROUND = String.raw`\s\p{Quotation_Mark}`;
const ENDS = new RegExp(`^[${AROUND}]+|[${AROUND}]+$`, 'gu');
const BETWEEN = new RegExp(String.raw`[${AROUND}\p{Dash}]`, 'gu');

/** Normalizes a typed code to its printed form; null if it is not a code. */
export function readVerifyCode(typed: string): string | null {
  const bare = typed.replaceAll(ENDS, '');
  if (LONG_CODE.test(bare)) return bare;
  const letters = bare
    .toUpperCase()
    .replaceAll(BETWEEN, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  const isCode =
    letters.length === CODE_LENGTH && [...letters].every((letter) => LETTERS.includes(letter));
  return isCode ? formatCode(letters) : null;
}

const formatCode = (letters: string) => (letters.match(/.{4}/g) ?? []).join('-');

/** The newest sample of each study, and the previous comparable seminogram. */
async function findSamplesToSign(db: Reader, patientId: string): Promise<SignedSample[]> {
  const sets = await findResultSets(db, patientId);
  const newest = newestByStudy(sets);
  const semen = newest.find(isSemenSet);
  const before = semen && findEarlierSets(semen, sets).find((one) => isComparable(one, semen));
  return [...newest, ...(before ? [before] : [])].map((set) =>
    signedSample.parse({ ...set, values: getValues(set) }),
  );
}

/** Whether two samples were measured in the same way. */
const isComparable = (one: ResultSet, other: ResultSet) =>
  one.laboratory?.idPartner === other.laboratory?.idPartner &&
  one.method === other.method &&
  one.whoEdition === other.whoEdition;

type Context = Pick<StaffContext, 'actor' | 'origin' | 'clinicTimeZone'>;

export type Signature = CallInput<typeof reportsContract.sign>;
type Amendment = NonNullable<Signature['amendment']>;

/** Maximum number of open warnings that a rejection lists. */
const MAX_LISTED = 50;

/**
 * Checks whether a copy may be signed, under the lock of its patient.
 * @throws Problem REVIEW_ENDED, REVIEW_OF_ANOTHER, STALE_VERSION, IDENTITY_NEEDED, REPORT_EMPTY, SHOWN_TEXT_DIFFERS
 * @throws Problem WARNINGS_OPEN, BAD_REQUEST without a needed reason, VERSION_NOT_IN_FORCE for an amendment without
 * a version in force
 * @throws Problem NOT_AN_ADDITION, CONFIRMED_BY_SIGNER
 */
export async function checkSignature(transaction: Transaction, context: Context, input: Signature) {
  const { sha256 } = input;
  const row = await lockCopy(transaction, context, input);
  const identityVersionId = await lockSigner(transaction, context.actor.id);
  const { read } = await checkCopy(transaction, row, context.clinicTimeZone);
  if (read.text.trim() === '') throw new Problem('REPORT_EMPTY');
  if (hashText(read.text) !== sha256) throw new Problem('SHOWN_TEXT_DIFFERS');
  if (countOpen(read.open) > 0) {
    const open = read.findings.filter((finding) => finding.open).slice(0, MAX_LISTED);
    const warnings = open.map(({ figure, message, verdict }) =>
      verdict === 'unsettled' ? message : `${figure}: ${message}`,
    );
    throw new Problem('WARNINGS_OPEN', {
      details: { ...read.open, warnings } satisfies OpenWarningsDetails,
    });
  }
  await requireRightToReplace(transaction, context.actor.id, row);
  const amendment = determineAmendment(row, read, input);
  return { row, identityVersionId, read, amendment };
}

/**
 * A version whose quoted results changed may be replaced by its signer, or by another account if the signer lost the
 * right to sign.
 * @throws Problem CONFIRMED_BY_SIGNER
 */
async function requireRightToReplace(db: Reader, accountId: string, { head, replaced }: CopyRow) {
  if (replaced === null || head.basisChangedAt === null) return;
  if (!(await mayConfirm(db, accountId, replaced.signerId ?? ''))) {
    throw new Problem('CONFIRMED_BY_SIGNER');
  }
}

/** Kind and reason of the amendment; null for a version that replaces none in force. */
function determineAmendment(
  { copy, replaced }: CopyRow,
  { text }: WorkingText,
  { amendment: requested }: Signature,
): Amendment | null {
  const { amendmentType: type, amendmentReason: reason } = copy;
  const copyAmendment = type === null || reason === null ? null : { type, reason };
  if (replaced === null || copyAmendment !== null) {
    if (requested !== undefined) throw new Problem('VERSION_NOT_IN_FORCE');
    // After a withdrawal of the earlier version, the text is signed as a new report.
    return replaced === null ? null : copyAmendment;
  }
  if (requested === undefined) throw amendmentNeeded();
  if (requested.type === 'addition' && !continuesText(replaced.text, text)) {
    throw new Problem('NOT_AN_ADDITION');
  }
  return requested;
}

/** Whether a text continues another without adding to its last word or figure. */
const continuesText = (before: string, text: string) =>
  text.startsWith(before) && (/\s$/.test(before) || /^(\s|$)/.test(text.slice(before.length)));

/** Signs a working copy. The version, its audit row and the end of the copy are one transaction. */
export async function signReport(
  transaction: Transaction,
  context: Context,
  input: Signature,
  { row, identityVersionId, read, amendment }: Awaited<ReturnType<typeof checkSignature>>,
): Promise<{ id: string }> {
  const { copy, base, head, replaced } = row;
  if (copy.amendmentType === 'addition' && !onlyAdds(copy)) {
    throw new Error('A saved addition changes its base');
  }
  const id = newRecordId('rpv');
  const version = {
    id,
    patientId: copy.patientId,
    kind: copy.kind,
    number: head.lastNumber + 1,
    type: amendment?.type ?? 'signed',
    text: read.text,
    sentences: read.frozen,
    fromDraft: base.type === 'draft' ? base.id : base.fromDraft,
    replaces: replaced?.idVersion ?? null,
    reason: amendment?.reason ?? copy.amendmentReason,
    patient: toSnapshot(row, context.clinicTimeZone),
    findings: read.findings.map(signedFinding),
    results: await findSamplesToSign(transaction, copy.patientId),
    acceptedSentence: ACCEPTED_SENTENCE,
    zone: context.clinicTimeZone,
    acknowledgedAt: copy.acknowledgedAt,
    unedited: isUnedited(read.text, copy),
    verifyCode: newVerifyCode(),
    proof: toProofKind(input.confirmation),
    signerId: context.actor.id,
    identityVersionId,
  } as const;
  const auditEventId = await writeAuditReturningId(transaction, context, {
    action: 'report.signed',
    subject: { kind: 'report', id },
    patientId: copy.patientId,
    details: {
      ...pick(version, ['kind', 'number', 'type', 'proof']),
      acceptedTreatments: version.findings.filter(({ verdict }) => verdict === 'treatment').length,
      acceptedValues: version.findings.filter(({ verdict }) => verdict === 'unsettled').length,
      sha256: input.sha256,
      digest: frozenDigest(version),
    },
  });
  await transaction
    .insert(reportVersions)
    .values({ ...version, auditEventId, createdBy: context.actor.id });
  await transaction.delete(reportWorkingCopies).where(eq(reportWorkingCopies.id, copy.id));
  return { id };
}

const signedFinding = ({
  sentence: _,
  open: __,
  ...finding
}: WorkingText['findings'][number]): SignedFinding => finding;

function toSnapshot({ patient }: CopyRow, timeZone: string): PatientSnapshot {
  const { street, colony, municipality, state, zip, country } = patient;
  const address = [street, colony, municipality, state, zip, country].filter(Boolean).join(', ');
  return {
    ...pick(patient, ['name', 'birthDate', 'sex', 'curp', 'phone']),
    idUser: patient.id,
    age:
      patient.birthDate === null
        ? null
        : ageInYears(patient.birthDate, dayIn(timeZone, new Date())),
    ...(patient.identityDocument && { identityDocument: patient.identityDocument }),
    address: address === '' ? null : address,
  };
}
