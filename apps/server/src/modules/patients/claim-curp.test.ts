import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { patients } from '../../schema/patients.ts';
import { sharedApplication } from '../../testing/application.ts';
import { patientList } from '../../testing/calls/patient-list.ts';
import { trashRequests } from '../../testing/calls/trash-requests.ts';

const testApp = sharedApplication();
const { replacePatients } = patientList(testApp);
const { remove, restore } = trashRequests(testApp);

const curp = 'BOXW310820HNERXN09';
const other = 'HEGG560427MVZRRL04';

async function send(method: 'POST' | 'PUT', url: string, payload: object) {
  const answer = await testApp().staff.request({ method, url, payload });
  return answer.json<{ status: number; code?: string; issues?: object[]; details?: object }>();
}
const create = (fields: object) =>
  send('POST', '/v1/user/create', { name: 'Nueva', email: null, phone: null, ...fields });
const update = (idUser: string, fields: object) =>
  send('PUT', '/v1/user/update', { idUser, ...fields });

describe('a CURP belongs to one patient', () => {
  test('E-10.1802: its holder is named when another patient is created, edited or restored with it', async () => {
    const [owner = '', second = '', deletedAnswer = ''] = await replacePatients([
      { name: 'Walter Box', curp },
      { name: 'Gloria' },
      { name: 'Ida', curp: other },
    ]);
    const rejected = {
      status: 409,
      code: 'CURP_TAKEN',
      issues: [{ path: 'curp', message: 'Esa CURP ya es de Walter Box.' }],
      details: { idUser: owner, name: 'Walter Box' },
    };
    expect(await create({ curp })).toMatchObject(rejected);
    expect(await update(second, { name: 'Otra', curp })).toMatchObject(rejected);
    expect(await update(owner, { curp, name: 'Walter Box Jr' })).toMatchObject({ status: 200 });

    await remove(deletedAnswer);
    expect(await update(second, { curp: other })).toMatchObject({ status: 200 });
    expect((await restore(deletedAnswer)).body).toMatchObject({
      code: 'CURP_TAKEN',
      details: { idUser: second, name: 'Gloria' },
    });
    expect(await update(second, { curp: null })).toMatchObject({ status: 200 });
    expect((await restore(deletedAnswer)).status).toBe(200);
  });

  test('E-10.1802: one of two simultaneous creations gets it', async () => {
    await replacePatients([]);
    const answers = await Promise.all([create({ curp }), create({ curp })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('E-10.1802: an edit of a shared CURP clears its mark', async () => {
    const [, marked = ''] = await replacePatients([
      { name: 'Walter', curp },
      { name: 'Gloria', curp, curpConflict: true },
    ]);
    const { db } = testApp().database;
    const mark = async () => (await db.select().from(patients).where(eq(patients.id, marked)))[0];
    expect(await update(marked, { name: 'Gloria H' })).toMatchObject({ status: 200 });
    expect(await mark()).toMatchObject({ curp, curpConflict: true });
    expect(await update(marked, { curp: other })).toMatchObject({ status: 200 });
    expect(await mark()).toMatchObject({ curp: other, curpConflict: false });
    expect(await update(marked, { curp })).toMatchObject({ status: 409 });
  });
});
