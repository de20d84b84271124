import type {
  Deliverable,
  Delivery,
  LinkRequest,
  PatientDeliveries,
  VersionRecipients,
} from '@simiente/contract/deliveries/calls';
import type { DeliveryState } from '@simiente/contract/deliveries/words';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  max,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database, Reader } from '../../platform/database/database.ts';
import { pick, toWire } from '../../platform/database/records.ts';
import { Problem } from '../../platform/problem.ts';
import { auditEvents } from '../../schema/audit.ts';
import { reportDeliveries } from '../../schema/deliveries.ts';
import { patients } from '../../schema/patients.ts';
import { reports, reportVersions } from '../../schema/reports.ts';
import { staff, staffName } from '../../schema/staff.ts';
import { healthConsentWithdrawn } from '../consents/public.ts';
import { patientNotDeleted } from '../patients/public.ts';
import { isBasisChanged, supersededBy, withdrawnAt } from '../reports/public.ts';
import type { DeliverySecrets } from './secrets.ts';

export const DELIVERY_PATH = '/entrega/:token';

export const deliveryPath = (token: string) =>
  DELIVERY_PATH.replace(':token', encodeURIComponent(token));

/** Deliveries with their version, newest first. */
export async function selectDeliveries(db: Reader, where: SQL | undefined): Promise<Delivery[]> {
  const rows = await db
    .select({
      idDelivery: reportDeliveries.id,
      ...pick(reportDeliveries, ['linkBy', 'codeBy', 'createdAt', 'expiresAt', 'closedAt']),
      ...pick(reportDeliveries, ['closedFor', 'opens', 'openedAt', 'downloads', 'failures']),
      requestedAt: reportDeliveries.requestedAt,
      idVersion: reportVersions.id,
      ...pick(reportVersions, ['kind', 'number']),
      supersededBy,
      withdrawnAt,
      // A result that the version quotes has changed, and no signer has confirmed the version.
      isPaused: isBasisChanged,
      createdBy: staffName(reportDeliveries.createdBy, reportDeliveries.createdAt),
      closedBy: staffName(reportDeliveries.closedBy, reportDeliveries.closedAt),
    })
    .from(reportDeliveries)
    .innerJoin(reportVersions, eq(reportVersions.id, reportDeliveries.versionId))
    .where(where)
    .orderBy(desc(reportDeliveries.createdAt), desc(reportDeliveries.id));
  return rows.map(({ closedFor, supersededBy: successor, withdrawnAt: withdrawn, ...row }) => ({
    ...toWire(row),
    versionState: withdrawn !== null ? 'withdrawn' : successor === null ? 'signed' : 'superseded',
    state: toDeliveryState({ closedFor, expiresAt: row.expiresAt }, new Date()),
  }));
}

export type DeliveryRow = typeof reportDeliveries.$inferSelect;

export function toDeliveryState(
  { closedFor, expiresAt }: Pick<DeliveryRow, 'closedFor' | 'expiresAt'>,
  now: Date,
): DeliveryState {
  return closedFor ?? (expiresAt.getTime() <= now.getTime() ? 'expired' : 'open');
}

export async function readDeliveries(
  db: Reader,
  patientId: string,
  sendsMail: boolean,
): Promise<PatientDeliveries> {
  const [patient] = await db
    .select({
      email: patients.email,
      birthDate: patients.birthDate,
      isWithdrawn: healthConsentWithdrawn(patientId),
    })
    .from(patients)
    .where(and(eq(patients.id, patientId), patientNotDeleted));
  if (!patient) throw new Problem('NOT_FOUND');
  return {
    deliveries: await selectDeliveries(db, eq(reportDeliveries.patientId, patientId)),
    deliverable: await readDeliverable(db, patientId),
    lacksBirthDate: patient.birthDate === null,
    consentWithdrawn: patient.isWithdrawn,
    email: patient.email,
    sendsMail,
  };
}

/** The last signed version of each kind of report, unless it was withdrawn. */
async function readDeliverable(db: Reader, patientId: string): Promise<Deliverable[]> {
  const rows = await db
    .select({
      ...pick(reportVersions, ['kind', 'number']),
      idVersion: reportVersions.id,
      signedAt: reportVersions.arrivedAt,
      isPaused: sql<boolean>`${reports.basisChangedAt} is not null`,
    })
    .from(reports)
    .innerJoin(reportVersions, eq(reportVersions.id, reports.inForceId))
    .where(and(eq(reports.patientId, patientId), eq(reports.lastSignedId, reports.inForceId)))
    .orderBy(asc(reportVersions.kind));
  return rows.map(toWire);
}

/** More are shown once these are handled. */
const MAX_REQUESTS = 50;

/** Open requests for a new link, oldest first. */
export async function readRequests(db: Reader): Promise<LinkRequest[]> {
  const rows = await db
    .select({
      idDelivery: reportDeliveries.id,
      idUser: patients.id,
      patientName: patients.name,
      kind: reportVersions.kind,
      requestedAt: sql<Date>`${reportDeliveries.requestedAt}`.mapWith(reportDeliveries.requestedAt),
    })
    .from(reportDeliveries)
    .innerJoin(reportVersions, eq(reportVersions.id, reportDeliveries.versionId))
    .innerJoin(patients, and(eq(patients.id, reportDeliveries.patientId), patientNotDeleted))
    .where(isNotNull(reportDeliveries.requestedAt))
    .orderBy(asc(reportDeliveries.requestedAt), asc(reportDeliveries.id))
    .limit(MAX_REQUESTS);
  return rows.map(toWire);
}

/**
 * Reads the deliveries of a signed version, the opened deliveries of earlier versions, and the accounts that
 * downloaded the version.
 * @throws Problem NOT_FOUND for a draft or a deleted patient
 */
export async function readRecipients(db: Reader, versionId: string): Promise<VersionRecipients> {
  const [version] = await db
    .select({ idUser: reportVersions.patientId, ...pick(reportVersions, ['kind', 'number']) })
    .from(reportVersions)
    .innerJoin(patients, and(eq(patients.id, reportVersions.patientId), patientNotDeleted))
    .where(and(eq(reportVersions.id, versionId), ne(reportVersions.type, 'draft')));
  if (!version) throw new Problem('NOT_FOUND');
  const { idUser, kind, number } = version;
  const isEarlier = and(eq(reportVersions.kind, kind), lt(reportVersions.number, number));
  const ofPatient = eq(reportDeliveries.patientId, idUser);
  const downloads = await db
    .select({
      by: sql<string>`${staffName(staff.id, max(auditEvents.at))}`,
      at: sql<Date>`max(${auditEvents.at})`.mapWith(auditEvents.at),
      times: count(),
    })
    .from(auditEvents)
    .innerJoin(staff, eq(staff.id, auditEvents.actorId))
    .where(
      and(
        eq(auditEvents.patientId, idUser),
        eq(auditEvents.subjectId, versionId),
        inArray(auditEvents.action, ['report.pdf_read', 'report.fhir_read']),
      ),
    )
    .groupBy(staff.id)
    .orderBy(desc(sql`max(${auditEvents.at})`), asc(staff.id));
  return {
    idUser,
    deliveries: await selectDeliveries(db, eq(reportDeliveries.versionId, versionId)),
    earlier: await selectDeliveries(db, and(ofPatient, isEarlier, gt(reportDeliveries.opens, 0))),
    downloads: downloads.map(toWire),
  };
}

/** Creates a reader of a delivery's e-mail data. The reader returns null if the e-mail must not be sent. */
export function createMailReader(secrets: DeliverySecrets) {
  return async (db: Database, id: string) => {
    const [row] = await db
      .select({ to: reportDeliveries.email, until: reportDeliveries.expiresAt })
      .from(reportDeliveries)
      .innerJoin(patients, and(eq(patients.id, reportDeliveries.patientId), patientNotDeleted))
      .where(
        and(
          eq(reportDeliveries.id, id),
          isNull(reportDeliveries.closedAt),
          sql`${reportDeliveries.expiresAt} > now()`,
        ),
      );
    if (!row || row.to === null) return null;
    const path = deliveryPath(secrets.deriveToken(id));
    return { to: row.to, path, code: secrets.deriveCode(id), until: row.until };
  };
}
