import { recordPath } from '@simiente/contract/patient-record/calls';
import { expect } from 'vitest';
import { readZip } from '../../modules/patient-export/testing/read-zip.ts';
import { patientRecord } from '../../modules/patient-export/testing/record-schema.ts';
import type { TestStaff } from '../application.ts';

/** Downloads a patient's whole record, and opens the ZIP. */
export async function fetchRecord(staff: TestStaff, id: string) {
  const answer = await staff.request({ url: recordPath(id) });
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  const entries = await readZip(answer.rawPayload);
  const record = patientRecord.parse(JSON.parse(String(entries.get('expediente.json'))));
  return { answer, entries, record, page: String(entries.get('expediente.html')) };
}
