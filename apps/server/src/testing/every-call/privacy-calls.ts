import { formRequest, makePdf } from '../files/uploads.ts';
import * as make from '../records.ts';
import { type ExpectedCall, json, noInput, query } from './call-records.ts';

/** The calls of privacy notices, requests about personal data, affected persons, consents and emergency access. */
export const privacyCalls: Record<string, ExpectedCall> = {
  'GET /v1/privacy-notices/list': { audits: 'privacy_notices.listed', input: noInput },
  'POST /v1/privacy-notices/add': {
    audits: 'privacy_notice.added',
    input: () =>
      json({
        ...{ effectiveOn: '2026-11-02', shortText: 'Breve', fullText: 'Completo' },
        ...{ necessaryPurposes: 'Atenderle', voluntaryPurposes: null },
      }),
  },
  'GET /v1/privacy-notices/of-patient': {
    audits: 'patient.notices_read',
    namesPatient: true,
    input: ({ patient }) => query({ idUser: patient }),
  },
  'POST /v1/privacy-notices/hand': {
    audits: 'privacy_notice.handed',
    namesPatient: true,
    input: async ({ db, patient }) => {
      await make.addNotice(db);
      return json({ idUser: patient, receivedOn: '2026-11-20', way: 'paper' });
    },
  },
  'GET /v1/audit/affected': {
    audits: 'audit.affected_read',
    input: ({ staff }) =>
      query({ idStaff: staff.id, from: '2026-01-01T00:00:00Z', to: '2199-01-01T00:00:00Z' }),
  },
  'GET /v1/rights/list': { audits: 'data_requests.listed', input: noInput },
  'GET /v1/rights/get-one': {
    audits: 'data_request.read',
    namesPatient: true,
    input: async ({ db, patient }) => query({ idRequest: await make.addDataRequest(db, patient) }),
  },
  'POST /v1/rights/create': {
    audits: 'data_request.created',
    namesPatient: true,
    input: ({ patient }) =>
      json({
        ...{ idUser: patient, kind: 'access', requester: 'Ana Ruiz', receivedOn: '2026-11-02' },
        details: 'Pide una copia',
      }),
  },
  'PUT /v1/rights/update': {
    audits: 'data_request.updated',
    namesPatient: true,
    input: async ({ db, patient }) =>
      json({ idRequest: await make.addDataRequest(db, patient), evidence: 'Folio 1' }),
  },
  'POST /v1/rights/attach': {
    audits: 'data_request.file_attached',
    namesPatient: true,
    input: async ({ db, patient }) =>
      formRequest({ idRequest: await make.addDataRequest(db, patient) }, { bytes: makePdf() }),
  },
  'PUT /v1/rights/stop-automation': {
    audits: 'data_request.automation_stopped',
    namesPatient: true,
    input: async ({ db, patient }) =>
      json({ idRequest: await make.addDataRequest(db, patient), stopped: true }),
  },
  'POST /v1/rights/block': {
    audits: 'record.blocked',
    namesPatient: true,
    input: async ({ db, patient }) => json({ idRequest: await make.addDataRequest(db, patient) }),
  },
  'GET /v1/user/consents': {
    audits: 'patient.consents_read',
    namesPatient: true,
    input: ({ patient }) => query({ idUser: patient }),
  },
  'POST /v1/user/record-consent': {
    audits: 'consent.recorded',
    namesPatient: true,
    input: ({ patient }) =>
      json({ idUser: patient, version: '2026-11', givenOn: '2026-11-20', way: 'paper' }),
  },
  'POST /v1/user/withdraw-consent': {
    audits: 'consent.withdrawn',
    namesPatient: true,
    input: async ({ db, patient }) => {
      await make.addConsent(db, patient);
      return json({ idUser: patient, reason: 'Lo pidió' });
    },
  },
  'POST /v1/user/open-emergency-access': {
    audits: 'emergency_access.opened',
    namesPatient: true,
    input: ({ patient }) => json({ idUser: patient, reason: 'Llegó con dolor intenso' }),
  },
  'GET /v1/user/emergency-accesses': { audits: 'emergency_accesses.listed', input: noInput },
};
