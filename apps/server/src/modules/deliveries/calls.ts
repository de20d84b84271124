import type { Delivery, deliveriesContract } from '@simiente/contract/deliveries/calls';
import {
  type CodeWay,
  channelConsent,
  DELIVERY_DAYS,
  type LinkWay,
  staffSeeBoth,
} from '@simiente/contract/deliveries/words';
import type { ReportKind } from '@simiente/contract/reports/states';
import { and, desc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { may, type StaffActor } from '../../platform/act.ts';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { CallInput, Handlers } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { newRecordId } from '../../platform/database/records.ts';
import { idempotent } from '../../platform/idempotency/idempotency-key.ts';
import { hashToken } from '../../platform/identity/sessions/session-token.ts';
import { Problem } from '../../platform/problem.ts';
import { auditEvents } from '../../schema/audit.ts';
import { reportDeliveries } from '../../schema/deliveries.ts';
import { patients } from '../../schema/patients.ts';
import { reports, reportVersions } from '../../schema/reports.ts';
import { type AuditAction, audited, auditView, writeAudit } from '../audit/public.ts';
import { healthConsentWithdrawn } from '../consents/public.ts';
import { queueDelivery } from '../mail/public.ts';
import { lockPatientExclusively, patientNotDeleted } from '../patients/public.ts';
import { requireSealed } from '../reports/public.ts';
import {
  type DeliveryRow,
  deliveryPath,
  readDeliveries,
  readRecipients,
  readRequests,
  selectDeliveries,
  toDeliveryState,
} from './read-deliveries.ts';
import type { DeliverySecrets } from './secrets.ts';

interface DeliveryDeps {
  readonly secrets: DeliverySecrets;
  readonly sendsMail: boolean;
  /** The configured address of the installation, without a path; null without one. */
  readonly publicOrigin: string | null;
}

export function deliveryCalls(deps: DeliveryDeps): Handlers<typeof deliveriesContract> {
  const { secrets, sendsMail, publicOrigin } = deps;
  const show = async (transaction: Transaction, context: StaffContext, patientId: string) => {
    await auditView(transaction, context, toReadEntry(patientId));
    return readDeliveries(transaction, patientId, sendsMail);
  };
  return {
    ofPatient: audited(
      ({ db }, { idUser }) => readDeliveries(db, idUser, sendsMail),
      ({ idUser }) => toReadEntry(idUser),
    ),

    ofVersion: audited(
      ({ db }, { idVersion }) => readRecipients(db, idVersion),
      (_input, { idUser }) => toReadEntry(idUser),
    ),

    create: idempotent(
      'deliveries.create',
      (transaction, context, input) => deliverReport(transaction, context, input, deps),
      async (transaction, context, id, { idVersion }) => {
        await auditView(transaction, context, {
          action: 'report_delivery.code_shown',
          subject: { kind: 'report_delivery', id },
          details: { version: idVersion },
        });
        const delivery = await readDelivery(transaction, id);
        // A repeated request may come from an account that has lost its role.
        requireReader(context.actor, delivery.linkBy, delivery.codeBy);
        return {
          delivery,
          link:
            delivery.linkBy === 'hand'
              ? `${publicOrigin ?? ''}${deliveryPath(secrets.deriveToken(id))}`
              : null,
          code: delivery.codeBy === 'email' ? null : secrets.deriveCode(id),
        };
      },
    ),

    showCode: ({ db, ...context }, input) =>
      db.transaction((transaction) => showCode(transaction, context, input, secrets)),

    revoke: idempotent('deliveries.revoke', revokeDelivery, show),

    requests: audited(
      async ({ db }) => ({ requests: await readRequests(db) }),
      (_input, { requests }) => ({
        action: 'report_deliveries.requests_listed',
        details: { count: requests.length },
        shown: requests.map(({ idUser }) => idUser),
      }),
    ),

    handleRequest: idempotent('deliveries.handleRequest', dismissLinkRequest, show),
  };
}

const toReadEntry = (id: string) =>
  ({ action: 'patient.deliveries_read', subject: { kind: 'patient', id } }) as const;

type Context = Pick<StaffContext, 'actor' | 'origin'>;

/**
 * Delivers a signed version to its patient. An earlier link to a version of the same report closes.
 * @returns the id of the delivery
 * @throws Problem VERSION_NOT_IN_FORCE for a superseded or withdrawn version, NOT_SEALED before its signature is sealed
 * @throws Problem REPORT_BASIS_CHANGED if results that it quotes changed, CONSENT_WITHDRAWN
 * @throws Problem DELIVERY_NEEDS_BIRTH_DATE if the patient has none; by e-mail also DELIVERY_NEEDS_EMAIL without an
 *   address, and MAIL_UNAVAILABLE without a mail server
 * @throws Problem for an account that may not read reports: DELIVERY_NEEDS_READER if staff see both link and code,
 *   DELIVERY_EMAIL_IS_YOURS if the account last set the patient's address
 */
export async function deliverReport(
  transaction: Transaction,
  context: Context,
  { idVersion, linkBy, codeBy }: Omit<CallInput<typeof deliveriesContract.create>, 'consented'>,
  { secrets, sendsMail }: { readonly secrets: DeliverySecrets; readonly sendsMail: boolean },
): Promise<string> {
  const [version] = await transaction
    .select({ patientId: reportVersions.patientId, kind: reportVersions.kind })
    .from(reportVersions)
    .where(and(eq(reportVersions.id, idVersion), ne(reportVersions.type, 'draft')));
  if (!version) throw new Problem('NOT_FOUND');
  const { patientId, kind } = version;
  // Serialises with other deliveries, signatures, and withdrawals of the version or of the consent.
  await lockPatientExclusively(transaction, patientId);
  const [current] = await transaction
    .select({
      birthDate: patients.birthDate,
      email: patients.email,
      inForceId: reports.inForceId,
      basisChangedAt: reports.basisChangedAt,
      isWithdrawn: healthConsentWithdrawn(patientId),
    })
    .from(patients)
    .innerJoin(reports, and(eq(reports.patientId, patients.id), eq(reports.kind, kind)))
    .where(eq(patients.id, patientId));
  if (current?.inForceId !== idVersion) throw new Problem('VERSION_NOT_IN_FORCE');
  await requireSealed(transaction, idVersion);
  if (current.basisChangedAt !== null) throw new Problem('REPORT_BASIS_CHANGED');
  if (current.isWithdrawn) throw new Problem('CONSENT_WITHDRAWN');
  if (current.birthDate === null) throw new Problem('DELIVERY_NEEDS_BIRTH_DATE');
  const goesByMail = linkBy === 'email' || codeBy === 'email';
  if (goesByMail && !sendsMail) throw new Problem('MAIL_UNAVAILABLE');
  if (goesByMail && !current.email) throw new Problem('DELIVERY_NEEDS_EMAIL');
  requireReader(context.actor, linkBy, codeBy);
  if (
    !may(context.actor, 'reports.read') &&
    (await hasSetLastEmail(transaction, context, patientId))
  ) {
    throw new Problem('DELIVERY_EMAIL_IS_YOURS');
  }

  await closeEarlierLinks(transaction, patientId, kind, context.actor.id);
  const id = newRecordId('rdl');
  const expiresAt = new Date(Date.now() + DELIVERY_DAYS * 86_400_000);
  await transaction.insert(reportDeliveries).values({
    id,
    patientId,
    versionId: idVersion,
    tokenHash: hashToken(secrets.deriveToken(id)),
    linkBy,
    codeBy,
    email: goesByMail ? current.email : null,
    consentVersion: channelConsent.version,
    createdBy: context.actor.id,
    expiresAt,
  });
  if (goesByMail) {
    await queueDelivery(transaction, linkBy === 'email' ? 'report-link' : 'report-code', id);
  }
  await writeAudit(transaction, context, {
    action: 'report_delivery.created',
    subject: { kind: 'report_delivery', id },
    patientId,
    details: { version: idVersion, kind, linkBy, codeBy, consent: channelConsent.version },
  });
  return id;
}

/** @throws Problem DELIVERY_NEEDS_READER if staff see both link and code, and the account may not read reports */
function requireReader(actor: StaffActor, linkBy: LinkWay, codeBy: CodeWay): void {
  if (staffSeeBoth(linkBy, codeBy) && !may(actor, 'reports.read')) {
    throw new Problem('DELIVERY_NEEDS_READER');
  }
}

/**
 * Whether this account last set the patient's e-mail address, also by converting a prospect (`isNew`) or merging
 * patients (`isEmailReplaced`). That address could be the account's own.
 */
async function hasSetLastEmail(
  transaction: Transaction,
  { actor }: Context,
  patientId: string,
): Promise<boolean> {
  const [last] = await transaction
    .select({ actorId: auditEvents.actorId })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.patientId, patientId),
        sql`(${auditEvents.action} = 'patient.created'
          or ${auditEvents.details} @> '{"isNew": true}' or ${auditEvents.details} @> '{"isEmailReplaced": true}'
          or ${auditEvents.details} -> 'changes' ? 'email')`,
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(1);
  return last?.actorId === actor.id;
}

/** Closes the open links to the same report, and the requests for a new link. */
async function closeEarlierLinks(
  transaction: Transaction,
  patientId: string,
  kind: ReportKind,
  closedBy: string,
): Promise<void> {
  const isReport = and(
    eq(reportDeliveries.patientId, patientId),
    sql`exists (select from ${reportVersions} v where v.id = ${reportDeliveries.versionId} and v.kind = ${kind})`,
  );
  await transaction
    .update(reportDeliveries)
    .set({ requestedAt: null })
    .where(and(isReport, isNotNull(reportDeliveries.requestedAt)));
  await transaction
    .update(reportDeliveries)
    .set({ closedAt: sql`now()`, closedFor: 'replaced', closedBy })
    .where(
      and(isReport, isNull(reportDeliveries.closedAt), sql`${reportDeliveries.expiresAt} > now()`),
    );
}

/** Locks a delivery of a patient who is not deleted. Serialises concurrent openings and closings. */
async function lockDelivery(transaction: Transaction, id: string): Promise<DeliveryRow> {
  const [row] = await transaction
    .select({ delivery: reportDeliveries })
    .from(reportDeliveries)
    .innerJoin(patients, and(eq(patients.id, reportDeliveries.patientId), patientNotDeleted))
    .where(eq(reportDeliveries.id, id))
    .for('update', { of: reportDeliveries });
  if (!row) throw new Problem('NOT_FOUND');
  return row.delivery;
}

const toEntry = (
  action: Extract<AuditAction, `report_delivery.${string}`>,
  { id, patientId }: DeliveryRow,
) => ({ action, subject: { kind: 'report_delivery', id }, patientId }) as const;

/** Changes a delivery unless the change is null, and audits the change. The handler returns the patient's id. */
const changeDelivery =
  (
    action: Parameters<typeof toEntry>[0],
    toChange: (
      row: DeliveryRow,
      staffId: string,
    ) => PgUpdateSetSource<typeof reportDeliveries> | null,
  ) =>
  async (
    transaction: Transaction,
    context: Context,
    { idDelivery: id }: { readonly idDelivery: string },
  ): Promise<string> => {
    const delivery = await lockDelivery(transaction, id);
    const change = toChange(delivery, context.actor.id);
    if (change === null) return delivery.patientId;
    await transaction.update(reportDeliveries).set(change).where(eq(reportDeliveries.id, id));
    await writeAudit(transaction, context, toEntry(action, delivery));
    return delivery.patientId;
  };

/** Closes the link of a delivery. A closed or expired link stays unchanged. */
const revokeDelivery = changeDelivery('report_delivery.revoked', (delivery, closedBy) =>
  toDeliveryState(delivery, new Date()) === 'open'
    ? { closedAt: sql`now()`, closedFor: 'revoked', closedBy }
    : null,
);

/** Closes a patient's request for a new link without creating a link. */
const dismissLinkRequest = changeDelivery('report_delivery.request_handled', ({ requestedAt }) =>
  requestedAt === null ? null : { requestedAt: null },
);

/**
 * Shows the code of an open delivery again.
 * @throws Problem NOT_FOUND, also for a code that is sent by e-mail
 * @throws Problem DELIVERY_NEEDS_READER, DELIVERY_CLOSED
 */
export async function showCode(
  transaction: Transaction,
  context: Context,
  { idDelivery: id }: { readonly idDelivery: string },
  secrets: DeliverySecrets,
): Promise<{ code: string }> {
  const delivery = await lockDelivery(transaction, id);
  if (delivery.codeBy === 'email') throw new Problem('NOT_FOUND');
  requireReader(context.actor, delivery.linkBy, delivery.codeBy);
  if (toDeliveryState(delivery, new Date()) !== 'open') throw new Problem('DELIVERY_CLOSED');
  await writeAudit(transaction, context, toEntry('report_delivery.code_shown', delivery));
  return { code: secrets.deriveCode(id) };
}

async function readDelivery(transaction: Transaction, id: string): Promise<Delivery> {
  const [delivery] = await selectDeliveries(transaction, eq(reportDeliveries.id, id));
  if (!delivery) throw new Problem('NOT_FOUND');
  return delivery;
}
