import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { patients } from '../../schema/patients.ts';
import { sharedApplication } from '../../testing/application.ts';
import { badFields, makeSender } from '../../testing/calls/patient-changes.ts';
import { addFertilityTest, addPatient } from '../../testing/records.ts';

const testApp = sharedApplication();
const send = makeSender(testApp);
const update = (payload: object | string, headers?: Record<string, string>) =>
  send('PUT', '/v1/user/update', payload, headers);

const db = () => testApp().database.db;
const ana = { name: 'Ana Núñez', email: 'ana@correo.mx', phone: '5512345678', status: 1 };

async function findRow(id: string) {
  const [row] = await db().select().from(patients).where(eq(patients.id, id));
  return row;
}

const findAudit = (id: string) =>
  db().select().from(auditEvents).where(eq(auditEvents.patientId, id)).orderBy(asc(auditEvents.id));

describe('an edit of a patient', () => {
  test('sets name, e-mail, phone and status, and answers with the current patient', async () => {
    const id = await addPatient(db(), ana);
    await addFertilityTest(db(), id, 'anita');
    const next = { name: 'Anna Nuñez', email: null, phone: '+52 33 9999 0000', status: 4 };
    const { status, data } = await update({ idUser: id, ...next, version: 1 });
    expect(status).toBe(200);
    expect(data?.patient).toMatchObject({
      idUser: id,
      ...next,
      version: 2,
      userData: { test: { userName: 'anita' } },
    });
    expect(await findRow(id)).toMatchObject({ ...next, version: 2, statusGroup: 4 });
  });

  test('updates the search and the counts', async () => {
    const id = await addPatient(db(), { ...ana, name: 'Buscada Antes' });
    await update({ idUser: id, name: 'Buscada Después', status: 2 });
    const { staff } = testApp();
    expect((await staff.get('/v1/user/list?search=buscada%20antes')).body).toMatchObject({
      data: { total: 0 },
    });
    expect((await staff.get('/v1/user/list?search=buscada%20despues')).body).toMatchObject({
      data: { total: 1, counts: { 2: 1 }, userData: [{ version: 2 }] },
    });
  });

  test('E-7.81: does not change fields that the request omits, even if the form would reject their values', async () => {
    const legacy = { name: 'Legado', email: 'sin arroba', phone: '12', status: 7 };
    const id = await addPatient(db(), legacy);
    const { data } = await update({ idUser: id, name: 'Legado Nuevo', version: 1 });
    expect(data?.patient).toMatchObject({ ...legacy, name: 'Legado Nuevo', version: 2 });
  });

  test('keeps the version if nothing changed, and is audited as a view', async () => {
    const id = await addPatient(db(), ana);
    const { data } = await update({ idUser: id, ...ana, version: 1 });
    expect(data?.patient?.version).toBe(1);
    expect(await findAudit(id)).toMatchObject([{ action: 'patient.read' }]);
  });

  test('T-F1: is audited with digests of personal data instead of their values', async () => {
    const id = await addPatient(db(), ana);
    await update({ idUser: id, name: 'Secreta', email: 'secreta@x.mx', status: 3 });
    const rows = await findAudit(id);
    expect(rows).toMatchObject([
      {
        action: 'patient.updated',
        subjectId: id,
        actorId: testApp().staff.id,
        details: {
          changes: {
            name: { from: { digest: expect.any(String) }, to: { digest: expect.any(String) } },
            email: { from: { digest: expect.any(String) }, to: { digest: expect.any(String) } },
            status: { from: 1, to: 3 },
          },
          version: 2,
        },
      },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/secreta|núñez|ana@/i);
  });
});

describe('an edit with the version of a patient', () => {
  test('is rejected with 409 and the current patient if the version is outdated', async () => {
    const id = await addPatient(db(), ana);
    await update({ idUser: id, phone: '3399990000', version: 1 });
    const rejected = await update({ idUser: id, name: 'Tarde', version: 1 });
    expect(rejected).toMatchObject({
      status: 409,
      code: 'STALE_VERSION',
      details: { current: { idUser: id, name: ana.name, phone: '3399990000', version: 2 } },
    });
    expect(await findRow(id)).toMatchObject({ name: ana.name, version: 2 });
  });

  test('overwrites any version if it has none, as from legacy clients', async () => {
    const id = await addPatient(db(), { ...ana, version: 9 });
    expect((await update({ idUser: id, name: 'Gana' })).data?.patient?.version).toBe(10);
  });

  test('E-2.182: allows one of many simultaneous edits, and loses no accepted edit', async () => {
    const id = await addPatient(db(), ana);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        update({ idUser: id, name: `Edición ${index}`, version: 1 }),
      ),
    );
    const [winner, ...others] = answers.toSorted((a, b) => a.status - b.status);
    expect(winner?.status).toBe(200);
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 409));
    expect(await findRow(id)).toMatchObject({ name: winner?.data?.patient?.name, version: 2 });
    const actions = (await findAudit(id)).map(({ action }) => action).sort();
    // The rejected users saw the current data.
    expect(actions).toEqual(['patient.updated', ...others.map(() => 'record.shown')]);
  });

  test('E-2.182: allows all of many edits if the version is absent, and no edit loses another’s changes', async () => {
    const id = await addPatient(db(), ana);
    const edits = [
      { name: 'Otra' },
      { email: 'otra@correo.mx' },
      { phone: '3311112222' },
      { status: 3 },
    ];
    const answers = await Promise.all(edits.map((edit) => update({ idUser: id, ...edit })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await findRow(id)).toMatchObject({ ...Object.assign({}, ...edits), version: 5 });
    const versions = (await findAudit(id)).map(({ details }) => details?.version).sort();
    expect(versions).toEqual([2, 3, 4, 5]);
  });

  test('is not outdated for a repeated request, which gets the first answer', async () => {
    const id = await addPatient(db(), ana);
    const edit = { idUser: id, name: 'Una vez', version: 1 };
    const headers = { 'idempotency-key': `edit-${id}` };
    const first = await update(edit, headers);
    expect(await update(edit, headers)).toEqual(first);
    expect(await findRow(id)).toMatchObject({ version: 2 });
    expect((await findAudit(id)).map(({ action }) => action)).toEqual([
      'patient.updated',
      'patient.read',
    ]);
  });
});

describe('rejection of an edit of a patient', () => {
  test.each(badFields)('%s %j returns a 400 that names the field', async (field, value, words) => {
    const id = await addPatient(db(), ana);
    const answer = await update({ idUser: id, ...ana, [field]: value });
    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
    expect(answer.issues).toEqual([{ path: field, message: expect.stringMatching(words) }]);
    expect(await findRow(id)).toMatchObject({ ...ana, version: 1 });
  });

  test('a missing or deleted patient returns a 404', async () => {
    const deleted = await addPatient(db(), { ...ana, deletedAt: new Date() });
    for (const idUser of [deleted, 'usr_nobody']) {
      expect(await update({ idUser, name: 'Nadie' })).toMatchObject({ status: 404 });
    }
  });

  test.each([{ version: 0 }, { version: 1.5 }, { idUser: '../x' }, { deletedAt: null }])(
    '%j returns a 400',
    async (wrong) => {
      const id = await addPatient(db(), ana);
      expect((await update({ idUser: id, name: 'x', ...wrong })).status).toBe(400);
    },
  );
});
