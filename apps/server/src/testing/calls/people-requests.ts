import { randomBytes, randomUUID } from 'node:crypto';
import type { CheckedPeople, PeopleOutcome } from '@simiente/contract/people/calls';
import { asc, like } from 'drizzle-orm';
import { patients } from '../../schema/patients.ts';
import type { sharedApplication } from '../application.ts';
import { formRequest } from '../files/uploads.ts';

export const columns = [
  { index: 0, field: 'name' },
  { index: 1, field: 'email' },
  { index: 2, field: 'phone' },
] as const;

export const newId = () => `imp_${randomUUID()}`;

/** A surname that no other test's patients have. */
export const newSurname = () =>
  `Z${String.fromCharCode(...randomBytes(12).map((byte) => 97 + (byte % 26)))}`;

/** Sends spreadsheets of patients to the calls of an application. */
export function peopleRequests(testApp: ReturnType<typeof sharedApplication>) {
  async function send(
    call: 'check' | 'import',
    csv: string | Buffer,
    { fields = {}, changes = {}, mapping = columns as readonly object[] | null } = {},
  ) {
    const form = await formRequest(
      { kind: 'patients', ...(mapping && { columns: JSON.stringify(mapping) }), ...fields },
      { bytes: Buffer.from(csv), name: 'pacientes.csv' },
      { changes: { bytes: Buffer.from(JSON.stringify(changes)), name: 'changes.json' } },
    );
    const answer = await testApp().staff.request({
      method: 'POST',
      url: `/v1/people/${call}-file`,
      payload: form.payload ?? '',
      headers: { ...form.headers },
    });
    return answer.json<{
      status: number;
      issues?: { message: string }[];
      data: { checked: CheckedPeople; outcome: PeopleOutcome };
    }>();
  }
  const check = async (csv: string, options?: Parameters<typeof send>[2]) =>
    (await send('check', csv, options)).data.checked;
  async function importFile(csv: string, changes = {}) {
    const idImport = newId();
    const answer = await send('import', csv, { fields: { idImport }, changes });
    return answer.data.outcome;
  }
  const post = (call: string, body: object) =>
    testApp().staff.request({ method: 'POST', url: `/v1/people/${call}`, payload: body });
  /** Patients whose name contains a surname, by name. */
  const readFamily = (family: string) =>
    testApp()
      .database.db.select()
      .from(patients)
      .where(like(patients.name, `%${family}%`))
      .orderBy(asc(patients.name));
  return { send, check, importFile, post, readFamily };
}
