import type { Contract } from '@simiente/contract';
import type { FastifyInstance } from 'fastify';
import type { AppOptions } from './app-options.ts';
import { type AccountDeps, accountCalls } from './modules/account/calls.ts';
import { accountLinkCalls, accountsCalls } from './modules/accounts/calls.ts';
import {
  createPasswordRequests,
  DEFAULT_PASSWORD_REQUEST_LIMITS,
} from './modules/accounts/public.ts';
import { appointmentCalls } from './modules/appointments/calls.ts';
import { auditCalls } from './modules/audit/calls.ts';
import { branchCalls } from './modules/branches/calls.ts';
import { calendlyCalls, calendlyInboxCalls } from './modules/calendly/calls.ts';
import { consentCalls } from './modules/consents/calls.ts';
import { dashboardCalls } from './modules/dashboard/calls.ts';
import { deliveryCalls } from './modules/deliveries/calls.ts';
import type { DeliverySecrets } from './modules/deliveries/public.ts';
import { doctorCalls } from './modules/doctors/calls.ts';
import { emergencyAccessCalls } from './modules/emergency-access/calls.ts';
import { examOrderCalls } from './modules/exam-orders/calls.ts';
import { examCalls } from './modules/exams/calls.ts';
import { fileCalls } from './modules/files/calls.ts';
import { intakeCalls } from './modules/intake/calls.ts';
import { DEFAULT_INTAKE_LIMITS } from './modules/intake/limits.ts';
import { letterheadCalls } from './modules/letterhead/calls.ts';
import { listExportCalls } from './modules/list-exports/calls.ts';
import { DEFAULT_EXPORT_LIMITS } from './modules/list-exports/stream-export.ts';
import { noteCalls } from './modules/notes/calls.ts';
import { partnerCalls } from './modules/partners/calls.ts';
import { patientRecordCalls } from './modules/patient-export/calls.ts';
import { patientCalls } from './modules/patients/calls.ts';
import { patientMergeCalls } from './modules/patients/merges/calls.ts';
import { peopleCalls } from './modules/people-import/calls.ts';
import { professionalIdentityCalls } from './modules/professional-identity/calls.ts';
import { prospectCalls } from './modules/prospects/calls.ts';
import { reminderCalls } from './modules/reminders/calls.ts';
import { createAppointmentTokens } from './modules/reminders/public.ts';
import { reportCalls } from './modules/reports/calls.ts';
import { reportPaperCalls } from './modules/reports/pdf/read-paper.ts';
import {
  analyteRangeCalls,
  laboratoryInboxCalls,
  receivedResultCalls,
  resultCalls,
  resultFileCalls,
} from './modules/results/calls.ts';
import { noticeCalls, rightsCalls } from './modules/rights/calls.ts';
import { clinicCalls } from './modules/schedules/calls.ts';
import { searchCalls } from './modules/search/calls.ts';
import { healthCalls, systemCalls } from './modules/system/calls.ts';
import { trashCalls } from './modules/trash/calls.ts';
import type { Handlers } from './platform/calls/handlers.ts';
import { createReadiness } from './platform/http/readiness.ts';
import { DEFAULT_TOKEN_LIMIT } from './platform/identity/sessions/session-token.ts';
import type { Limit } from './platform/limits/limiter.ts';

type Dependencies = AppOptions &
  AccountDeps & {
    readonly origins: ReadonlySet<string>;
    /** Limit of invalid account links, per client address. */
    readonly linkLimit: Limit;
    readonly publicOrigin: string | null;
    readonly linkOrigin: string;
    readonly deliverySecrets: DeliverySecrets;
  };

export function everyCall(app: FastifyInstance, deps: Dependencies): Handlers<Contract> {
  const { database, store, log, origins, intakeLimits, exportLimits } = deps;
  const { db, pool } = database;
  const outbox = deps.outbox ?? null;
  const paperDeps = { store, origin: deps.linkOrigin, certificate: deps.certificate ?? null };
  const isDraining = () => app.isDraining;
  const lacksSpace = () => app.lacksSpaceToRead();
  return {
    account: accountCalls(deps),
    accountLinks: accountLinkCalls(
      pool,
      deps.passwords,
      deps.linkLimit,
      createPasswordRequests({
        pool,
        secret: deps.secret,
        limits: deps.passwordRequestLimits ?? DEFAULT_PASSWORD_REQUEST_LIMITS,
        outbox,
      }),
    ),
    accounts: accountsCalls(deps.sessionLimits, outbox),
    appointments: appointmentCalls(store),
    audit: auditCalls,
    branches: branchCalls,
    calendly: calendlyCalls,
    calendlyInbox: calendlyInboxCalls,
    consents: consentCalls,
    notes: noteCalls,
    rights: rightsCalls(store),
    notices: noticeCalls,
    dashboard: dashboardCalls,
    deliveries: deliveryCalls({
      secrets: deps.deliverySecrets,
      sendsMail: outbox !== null,
      publicOrigin: deps.publicOrigin,
    }),
    emergencyAccess: emergencyAccessCalls,
    examOrders: examOrderCalls(store),
    exams: examCalls(store),
    doctors: doctorCalls,
    files: fileCalls(store),
    health: healthCalls(createReadiness({ db, store, log, isDraining, lacksSpace })),
    clinic: clinicCalls,
    laboratoryInbox: laboratoryInboxCalls(deps),
    letterhead: letterheadCalls(store),
    listExports: listExportCalls(app, exportLimits ?? DEFAULT_EXPORT_LIMITS),
    partners: partnerCalls(store),
    intake: intakeCalls(pool, origins, intakeLimits ?? DEFAULT_INTAKE_LIMITS),
    patientRecord: patientRecordCalls(store),
    patientMerges: patientMergeCalls,
    patients: patientCalls,
    people: peopleCalls,
    professionalIdentity: professionalIdentityCalls,
    prospects: prospectCalls,
    reminders: reminderCalls({
      tokens: createAppointmentTokens(deps.secret),
      sendsMail: outbox !== null,
      origin: deps.linkOrigin,
    }),
    reportPapers: reportPaperCalls(paperDeps),
    reports: reportCalls(
      { ...database, paperDeps },
      deps.tokenLimit ?? DEFAULT_TOKEN_LIMIT,
      deps.languageModel ?? null,
    ),
    analyteRanges: analyteRangeCalls,
    receivedResults: receivedResultCalls,
    resultFiles: resultFileCalls(deps),
    results: resultCalls,
    search: searchCalls,
    system: systemCalls(deps.readStatus ?? (async () => [])),
    trash: trashCalls,
  };
}
