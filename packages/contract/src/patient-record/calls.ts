import * as z from 'zod';
import { contractPath, fileCall } from '../common/call.ts';
import { recordId } from '../common/ids.ts';

/** Path of a patient's whole record as a ZIP. */
export const RECORD_PATH = '/v1/user/:idUser/export';

export const patientRecordContract = {
  fetch: fileCall('records.export')
    .get(contractPath(RECORD_PATH), 'El expediente completo de un paciente, como ZIP')
    .input({ idUser: recordId })
    .file(z.file().mime('application/zip')),
};

export function recordPath(id: string): string {
  return RECORD_PATH.replace(':idUser', encodeURIComponent(id));
}

/** The file name of the ZIP: the patient's id, without their name. */
export function recordFileName(id: string, day: string): string {
  return `expediente-${id.replaceAll(/[^\w.-]/g, '_')}-${day}.zip`;
}

/** The parts that only some roles may read. */
export const patientRecordParts = ['reports', 'exam_files', 'results', 'request_files'] as const;
export type PatientRecordPart = (typeof patientRecordParts)[number];
