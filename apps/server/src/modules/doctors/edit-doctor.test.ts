import { errorBody } from '@simiente/contract/common/errors';
import type { Doctor } from '@simiente/contract/doctors/calls';
import { desc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { doctors } from '../../schema/doctors.ts';
import { idempotencyKeys } from '../../schema/operation/installation.ts';
import { sharedApplication } from '../../testing/application.ts';
import { addDoctor, newId } from '../../testing/records.ts';

const testApp = sharedApplication();

interface Answer {
  readonly status: number;
  readonly code?: string;
  readonly data?: { readonly doctor: Doctor };
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
  readonly details?: { readonly current: Doctor };
}

async function send(
  call: 'create' | 'update' | 'retire',
  payload: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await testApp().staff.request({
    method: call === 'create' ? 'POST' : 'PUT',
    url: `/v1/doctor/${call}`,
    payload,
    headers,
  });
  const body = answer.json<Answer>();
  expect(body.status).toBe(answer.statusCode);
  return body;
}

/** The values of the form, with a unique e-mail. */
const makeFields = (fields: object = {}) => ({
  name: 'Renata Olvera',
  email: `${newId('dr')}@clinica.example`,
  specialties: ['Andrología'],
  appointmentMinutes: 45,
  workingDays: [{ weekday: 1, from: '09:00', to: '14:00', idBranch: null }],
  absences: [],
  workedHolidays: [],
  ...fields,
});

const findRow = async (id: string) =>
  (await testApp().database.db.select().from(doctors).where(eq(doctors.id, id)))[0];

const newestAudit = async () =>
  (
    await testApp().database.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1)
  )[0];

async function createDoctor(fields: object = {}): Promise<Doctor> {
  const { data } = await send('create', makeFields(fields));
  if (!data) throw new Error('The doctor was not created');
  return data.doctor;
}

const toEdit = ({ idDoctor, version, ...doctor }: Doctor, changes: object = {}) => {
  const { retiredAt: _, upcoming: __, clinicHolidays: ___, workingDays, ...fields } = doctor;
  const intervals = workingDays.map(({ weekday, from, to, idBranch }) => ({
    ...{ weekday, from, to, idBranch },
  }));
  return { idDoctor, version, ...fields, workingDays: intervals, ...changes };
};

describe('a new doctor', () => {
  test('E-10.23: is stored as sent, and can be read by its id', async () => {
    const fields = makeFields({ name: '  Íñigo Ñanduty  ' });
    const { status, data } = await send('create', fields);
    expect(status).toBe(200);
    expect(data?.doctor).toEqual({
      ...fields,
      workingDays: [{ ...fields.workingDays[0], placeName: null, timeZone: null }],
      clinicHolidays: { added: [], removed: [] },
      name: 'Íñigo Ñanduty',
      idDoctor: expect.stringMatching(/^doc_[0-9a-f]{20}$/),
      retiredAt: null,
      upcoming: 0,
      version: 1,
    });
    expect(await newestAudit()).toMatchObject({
      action: 'doctor.created',
      subjectKind: 'doctor',
      subjectId: data?.doctor.idDoctor,
      details: null,
    });
    const { rows } = await testApp().database.pool.query(
      'select kind from record_ids where id = $1',
      [data?.doctor.idDoctor],
    );
    expect(rows).toEqual([{ kind: 'doctor' }]);
  });

  test('is created once per key, however often the request is sent', async () => {
    const headers = { 'idempotency-key': newId('key') };
    const fields = makeFields();
    const answers = await Promise.all([1, 2, 3].map(() => send('create', fields, headers)));
    const ids = new Set(answers.map(({ data }) => data?.doctor.idDoctor));
    expect(ids.size).toBe(1);
  });

  test('E-10.3630: a retry gets an answer that an earlier release stored', async () => {
    const key = newId('key');
    const create = [makeFields(), { 'idempotency-key': key }] as const;
    const { data } = await send('create', ...create);
    const { db } = testApp().database;
    await db.update(idempotencyKeys).set({ answer: data }).where(eq(idempotencyKeys.key, key));
    expect((await send('create', ...create)).data).toEqual(data);
  });

  test.each([
    ['name', ''],
    ['name', '   '],
    ['name', 'a'.repeat(201)],
    ['name', 'a\u0000b'],
    ['name', 'Renata\u001bavlO'],
    ['name', 'Renata\nOlvera'],
    ['email', 'no es un correo'],
    ['email', ''],
    ['email', `${'a'.repeat(250)}@x.mx`],
    ['specialties', ['']],
    ['specialties', Array(11).fill('Andrología')],
    ['appointmentMinutes', 4],
    ['appointmentMinutes', 241],
    ['appointmentMinutes', 30.5],
    ['workingDays', [{ weekday: 7, from: '09:00', to: '14:00' }]],
    ['workingDays', [{ weekday: 1, from: '14:00', to: '09:00' }]],
    ['workingDays', [{ weekday: 1, from: '24:00', to: '25:00' }]],
    [
      'workingDays',
      [
        { weekday: 1, from: '09:00', to: '11:00' },
        { weekday: 1, from: '10:00', to: '12:00' },
      ],
    ],
    ['retiredAt', null],
  ])('is rejected with a 400 if its %s is %j', async (field, value) => {
    const answer = await send('create', makeFields({ [field]: value }));
    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
    expect(answer.issues?.length).toBeGreaterThan(0);
  });
});

describe('the e-mail of a doctor', () => {
  test('is rejected at its field if another doctor has it, in any letter case', async () => {
    const { email } = await createDoctor({ name: 'Laura Peña' });
    const other = await createDoctor();
    for (const answer of [
      await send('create', makeFields({ email: email?.toUpperCase() })),
      await send('update', toEdit(other, { email: email?.toUpperCase() })),
    ]) {
      expect(answer).toEqual(
        errorBody('DOCTOR_EMAIL_TAKEN', {
          issues: [{ path: 'email', message: 'Ese correo ya es de Laura Peña.' }],
        }),
      );
    }
    expect(await findRow(other.idDoctor)).toMatchObject({ email: other.email, version: 1 });
  });

  test('is given to one of ten simultaneous requests', async () => {
    const { email } = makeFields();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send('create', makeFields({ email }))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'DOCTOR_EMAIL_TAKEN')).toHaveLength(9);
  });

  test('may be missing for any number of doctors, and may change its case', async () => {
    await createDoctor({ email: null });
    const doctor = await createDoctor({ email: null });
    const { email } = makeFields();
    const first = await send('update', toEdit(doctor, { email }));
    expect(first).toMatchObject({ status: 200 });
    const again = toEdit(doctor, { email: email.toUpperCase(), version: 2 });
    expect(await send('update', again)).toMatchObject({ status: 200 });
  });

  test('does not block other edits if an import gave it to two doctors', async () => {
    const { db } = testApp().database;
    const email = `${newId('dr')}@clinica.example`;
    const [id] = [await addDoctor(db, { email }), await addDoctor(db, { email })];
    const payload = { idDoctor: id, ...makeFields({ email, name: 'Otro nombre' }), version: 1 };
    expect(await send('update', payload)).toMatchObject({ status: 200 });
  });
});

describe('an edit of a doctor', () => {
  test('E-10.23: is saved, and the audit has the changed fields without their values', async () => {
    const doctor = await createDoctor();
    const change = { name: 'Renata Olvera Cid', specialties: ['Andrología', 'Urología'] };
    const { data } = await send('update', toEdit(doctor, change));
    expect(data?.doctor).toEqual({ ...doctor, ...change, version: 2 });
    expect(await newestAudit()).toMatchObject({
      action: 'doctor.updated',
      subjectId: doctor.idDoctor,
      details: {
        changes: {
          name: { from: { digest: expect.any(String) }, to: { digest: expect.any(String) } },
          specialties: { from: { digest: expect.any(String) }, to: { digest: expect.any(String) } },
        },
        version: 2,
      },
    });
  });

  test('keeps missing fields, even with values that the form would reject', async () => {
    const imported = { email: 'no es un correo', specialties: ['Andrología, reproductiva'] };
    const idDoctor = await addDoctor(testApp().database.db, imported);
    const workingDays = [{ weekday: 2, from: '10:00', to: '12:00', idBranch: null }];
    expect(await send('update', { idDoctor, workingDays, version: 1 })).toMatchObject({
      status: 200,
      data: { doctor: { ...imported, workingDays, version: 2 } },
    });
    // An unchanged value needs no new version.
    expect(await send('update', { idDoctor, workingDays, version: 2 })).toMatchObject({
      data: { doctor: { version: 2 } },
    });
  });

  test('E-10.24: is rejected with the current state if its version is old', async () => {
    const doctor = await createDoctor();
    await send('update', toEdit(doctor, { name: 'La primera' }));
    const stale = await send('update', toEdit(doctor, { name: 'La segunda' }));
    expect(stale).toMatchObject({
      status: 409,
      code: 'STALE_VERSION',
      details: { current: { name: 'La primera', version: 2 } },
    });
    expect(await findRow(doctor.idDoctor)).toMatchObject({ name: 'La primera', version: 2 });
    const { version: _, ...legacy } = toEdit(doctor, { name: 'Sin versión' });
    expect(await send('update', legacy)).toMatchObject({ status: 200 });
  });

  test('is saved for one of two users who edit the same version', async () => {
    const doctor = await createDoctor();
    const answers = await Promise.all(
      ['Una', 'Otra'].map((name) => send('update', toEdit(doctor, { name }))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('returns a 404 for an unknown doctor', async () => {
    expect(await send('update', { idDoctor: 'doc_none', ...makeFields() })).toMatchObject({
      status: 404,
    });
    expect(await send('retire', { idDoctor: 'doc_none', retired: true })).toMatchObject({
      status: 404,
    });
  });
});

describe('retiring a doctor', () => {
  test('E-10.23: sets the time of retirement, and can be undone', async () => {
    const { idDoctor, version } = await createDoctor();
    const { data } = await send('retire', { idDoctor, retired: true, version });
    const changedAt = (await findRow(idDoctor))?.updatedAt.toISOString();
    expect(data?.doctor).toMatchObject({ idDoctor, version: 2, retiredAt: changedAt });
    expect(await newestAudit()).toMatchObject({
      action: 'doctor.retired',
      subjectId: idDoctor,
      details: { upcoming: 0 },
    });
    const back = await send('retire', { idDoctor, retired: false, version: 2 });
    expect(back.data?.doctor).toMatchObject({ retiredAt: null, version: 3 });
    expect(await newestAudit()).toMatchObject({ action: 'doctor.reinstated' });
  });

  test('has no further effect and no further audit row if it is repeated', async () => {
    const { idDoctor } = await createDoctor();
    const first = await send('retire', { idDoctor, retired: true, version: 1 });
    expect(await newestAudit()).toMatchObject({ action: 'doctor.retired' });
    expect(await send('retire', { idDoctor, retired: true, version: 1 })).toEqual(first);
    expect(await newestAudit()).toMatchObject({ action: 'doctor.read', subjectId: idDoctor });
  });

  test('is rejected with the current state if its version is old', async () => {
    const doctor = await createDoctor();
    await send('update', toEdit(doctor, { name: 'Otra' }));
    expect(
      await send('retire', { idDoctor: doctor.idDoctor, retired: true, version: 1 }),
    ).toMatchObject({ status: 409, details: { current: { name: 'Otra', retiredAt: null } } });
  });
});
