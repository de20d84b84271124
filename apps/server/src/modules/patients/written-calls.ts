import { patientsContract } from '@simiente/contract/patients';
import {
  type StreamedCall,
  streamedCall,
  type WrittenCall,
  writtenCall,
} from '../../platform/http/written-calls.ts';
import { listedFilter, recordReading } from '../audit/public.ts';
import { listAllPatients, listPatients } from './list-patients.ts';
import { writeMedicalHistory, writePatient } from './read-patient.ts';

/** The calls that are asked for most, whose answers PostgreSQL writes. */
export const patientReads: readonly (WrittenCall | StreamedCall)[] = [
  streamedCall(patientsContract.getAll, (context) =>
    listAllPatients(context.db, (count) =>
      recordReading(context.db, context, {
        action: 'patients.listed',
        details: { filter: {}, count },
      }),
    ),
  ),

  writtenCall(patientsContract.list, async (context, input) => {
    const { json, count } = await listPatients(context, input);
    await recordReading(context.db, context, {
      action: 'patients.listed',
      details: { filter: listedFilter(input), count },
    });
    return json;
  }),

  writtenCall(patientsContract.getOne, async (context, { idUser }) => {
    const json = await writePatient(context.db, idUser);
    await recordReading(context.db, context, readingOf('patient.read', idUser));
    return json;
  }),

  writtenCall(patientsContract.getMedicalHistory, async (context, { idUser }) => {
    const json = await writeMedicalHistory(context.db, idUser);
    await recordReading(context.db, context, readingOf('patient.history_read', idUser));
    return json;
  }),
];

function readingOf(action: 'patient.read' | 'patient.history_read', id: string) {
  return { action, subject: { kind: 'patient', id }, patientId: id } as const;
}
