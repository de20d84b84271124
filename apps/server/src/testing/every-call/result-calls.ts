import { eq } from 'drizzle-orm';
import { newRecordId } from '../../platform/database/records.ts';
import { receivedResults, resultSets, resultValues } from '../../schema/results.ts';
import { formRequest } from '../files/uploads.ts';
import { addExam, addFailedMessage, addRange } from '../records.ts';
import { type CallRecords, type ExpectedCall, json, noInput, query } from './call-records.ts';

const volume = [{ analyte: 'volume', value: '2,1' }];

const table = { bytes: Buffer.from('paciente;vol\n4471;dos\n'), name: 'octubre.csv' };
const columns = JSON.stringify({ paciente: 'patient', vol: 'volume' });

const setInput = ({ result }: CallRecords) => ({ idResultSet: result });
const receivedInput = ({ received }: CallRecords) => ({ idReceived: received });

export const resultCalls: Record<string, ExpectedCall> = {
  'GET /v1/exam-orders/list': { audits: 'exam_orders.listed', input: noInput },
  'GET /v1/exam-orders/days': {
    audits: null,
    why: 'a setting without personal data',
    input: noInput,
  },
  'POST /v1/exam-orders/set-days': {
    audits: 'exam_order_days.set',
    input: () => json({ examType: 'Seminograma', days: 5 }),
  },
  'GET /v1/result/attention': { audits: null, why: 'counts without personal data', input: noInput },
  'GET /v1/result/of-patient': {
    audits: 'patient.results_read',
    namesPatient: true,
    input: ({ patient }) => query({ idUser: patient }),
  },
  'GET /v1/result/get-one': {
    audits: 'result.read',
    namesPatient: true,
    input: (records) => query(setInput(records)),
  },
  'GET /v1/result/second-reading': {
    audits: 'result.read',
    namesPatient: true,
    input: (records) => query(setInput(records)),
  },
  'GET /v1/result/entry': {
    audits: 'result.entry_read',
    namesPatient: true,
    input: ({ patient, partner }) =>
      query({ idUser: patient, examType: 'Seminograma', idLaboratory: partner }),
  },
  'POST /v1/result/create': {
    audits: 'result.created',
    namesPatient: true,
    input: async ({ db, patient, partner }) =>
      json({
        idUser: patient,
        idExam: await addExam(db, patient, { type: 'Seminograma' }),
        idLaboratory: partner,
        values: volume,
      }),
  },
  'PUT /v1/result/update': {
    audits: 'result.updated',
    namesPatient: true,
    input: (records) => json({ ...setInput(records), values: volume }),
  },
  'POST /v1/result/confirm': {
    audits: 'result.confirmed',
    namesPatient: true,
    input: (records) => json({ ...setInput(records), basis: 'paper' }),
  },
  'POST /v1/result/validate': {
    audits: 'result.validated',
    namesPatient: true,
    input: (records) => json({ ...setInput(records), basis: 'paper' }),
  },
  'POST /v1/result/correct': {
    audits: 'result.corrected',
    namesPatient: true,
    input: async (records) => {
      await records.db
        .update(resultSets)
        .set({ status: 'validado' })
        .where(eq(resultSets.id, records.result));
      return json({ ...setInput(records), reason: 'Error de captura', values: volume });
    },
  },
  'POST /v1/result/move': {
    audits: 'result.withdrawn',
    namesPatient: true,
    input: (records) => json({ ...setInput(records), reason: 'Es de otra persona' }),
  },
  'POST /v1/result/name-value': {
    audits: 'result.corrected',
    namesPatient: true,
    input: async (records) => {
      const { db, result: setId, partner: laboratoryId } = records;
      await db.update(resultSets).set({ laboratoryId }).where(eq(resultSets.id, setId));
      const id = newRecordId('val');
      const coded = { name: 'PH', value: '7.4', laboratoryCode: 'Seminograma|PH^^L' };
      await db.insert(resultValues).values({ id, setId, position: 9, ...coded });
      return json({ ...setInput(records), idValue: id, analyte: 'ph' });
    },
  },
  'GET /v1/result/critical': { audits: 'results.critical_listed', input: noInput },
  'POST /v1/result/see-critical': {
    audits: 'result.critical_seen',
    namesPatient: true,
    input: async (records) => {
      await records.db.update(resultSets).set({ critical: ['Prolactina: 480 ng/mL.'] });
      return json(setInput(records));
    },
  },
  'GET /v1/result/pending': { audits: 'results.pending_listed', input: noInput },
  'GET /v1/result/received': { audits: 'received_results.listed', input: noInput },
  'GET /v1/result/received-candidates': {
    audits: 'received_result.read',
    input: (records) => query(receivedInput(records)),
  },
  'POST /v1/result/assign-received': {
    audits: 'received_result.assigned',
    namesPatient: true,
    input: (records) => json({ ...receivedInput(records), idUser: records.patient }),
  },
  'POST /v1/result/discard-received': {
    audits: 'received_result.discarded',
    input: (records) => json(receivedInput(records)),
  },
  'POST /v1/result/restore-received': {
    audits: 'received_result.restored',
    input: async (records) => {
      await records.db.update(receivedResults).set({ state: 'discarded' });
      return json(receivedInput(records));
    },
  },
  'POST /v1/result/check-file': {
    audits: 'results.checked',
    input: ({ partner }) => formRequest({ idLaboratory: partner, columns }, table),
  },
  'POST /v1/result/import-file': {
    audits: 'results.imported',
    input: ({ partner }) => formRequest({ idLaboratory: partner, columns }, table),
  },
  'GET /v1/inbox/laboratory': { audits: 'laboratory_messages.listed', input: noInput },
  'GET /v1/inbox/laboratory/message': {
    audits: 'laboratory_message.read',
    input: async ({ db, partner }) => query({ idMessage: await addFailedMessage(db, partner) }),
  },
  'POST /v1/inbox/laboratory/discard': {
    audits: 'laboratory_message.discarded',
    input: async ({ db, partner }) =>
      json({ idMessage: await addFailedMessage(db, partner), reason: 'Se repitió' }),
  },
  'POST /v1/inbox/laboratory/replay': {
    audits: 'laboratory_message.replayed',
    input: async ({ db, partner }) => json({ idMessage: await addFailedMessage(db, partner) }),
  },
  'GET /v1/result/ranges': {
    audits: 'analyte_ranges.listed',
    input: ({ partner }) => query({ idLaboratory: partner }),
  },
  'POST /v1/result/set-range': {
    audits: 'analyte_range.set',
    input: ({ partner }) =>
      json({
        idLaboratory: partner,
        analyte: 'volume',
        unit: 'mL',
        range: '≥ 1.4',
        validFrom: '2026-01-01',
      }),
  },
  'PUT /v1/result/update-range': {
    audits: 'analyte_range.updated',
    input: async ({ db, partner }) =>
      json({
        idRange: await addRange(db, partner),
        idLaboratory: partner,
        analyte: 'volume',
        unit: 'mL',
        range: '≥ 1.5',
        validFrom: '2026-02-01',
      }),
  },
};
