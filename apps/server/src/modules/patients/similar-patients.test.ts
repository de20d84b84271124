import { similarPatients } from '@simiente/contract/patients/calls';
import { eq, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { similarPatients as similarPairs, similarPending } from '../../schema/merges.ts';
import { patients } from '../../schema/patients.ts';
import { sharedApplication } from '../../testing/application.ts';
import { mergeRequests } from '../../testing/calls/merge-requests.ts';
import { patientList } from '../../testing/calls/patient-list.ts';
import { similarPatientsRefresh } from './find-duplicates.ts';

const testApp = sharedApplication();
const { replacePatients } = patientList(testApp);

async function listPairs() {
  const { status, body } = await testApp().staff.get('/v1/user/similar');
  expect(status).toBe(200);
  const { pairs, total } = similarPatients.parse((body as { data: unknown }).data);
  return {
    total,
    pairs: pairs.map((pair) => [...pair.patients.map(({ name }) => name).sort(), ...pair.matched]),
  };
}

const dismiss = (idUser = '', idOther = '') =>
  testApp().staff.request({
    method: 'POST',
    url: '/v1/user/similar/dismiss',
    payload: { idUser, idOther },
  });

const at = (day: number) => new Date(Date.UTC(2026, 2, day));

test('E-10.1801: the list of similar patients has each pair once with its shared fields, newest first, until it is dismissed', async () => {
  const ids = await replacePatients([
    { name: 'Ana Ruiz', email: 'ANA@x.mx', phone: '55 1234 5678', createdAt: at(1) },
    { name: 'Ana María Ruiz', email: 'ana@x.mx', phone: '+52 55 1234 5678', createdAt: at(2) },
    { name: 'Su esposo', email: 'ana@x.mx', phone: '55 1234 5678', createdAt: at(9) },
    { name: 'Bruno Díaz', birthDate: '1990-02-28', createdAt: at(3) },
    { name: 'Díaz, Bruno', birthDate: '1990-02-28', createdAt: at(4) },
    { name: 'Carla Paz', curp: 'BOXW310820HNERXN09', createdAt: at(5) },
    {
      name: 'Otro nombre',
      curp: 'BOXW310820HNERXN09',
      curpConflict: true,
      createdAt: at(6),
    },
    { name: 'Ana Ruiz', email: 'ana@x.mx', deletedAt: new Date(), createdAt: at(7) },
  ]);
  const ana = ['Ana María Ruiz', 'Ana Ruiz', 'email', 'phone'];
  expect(await listPairs()).toEqual({
    total: 3,
    pairs: [['Carla Paz', 'Otro nombre', 'curp'], ['Bruno Díaz', 'Díaz, Bruno', 'birthDate'], ana],
  });
  // The order of the two does not matter, and a repetition changes nothing.
  expect((await dismiss(ids[4], ids[3])).statusCode).toBe(200);
  expect((await dismiss(ids[3], ids[4])).statusCode).toBe(200);
  expect((await dismiss(ids[5], ids[6])).statusCode).toBe(200);
  expect(await listPairs()).toEqual({ total: 1, pairs: [ana] });
});

test('E-10.1801: values that many patients share make no pairs', async () => {
  await replacePatients(
    Array.from({ length: 51 }, (_, index) => ({
      name: `Paciente ${index % 2 === 0 ? 'Uno' : 'Dos'}`,
      phone: '55 0000 0000',
      birthDate: '1990-01-01',
    })),
  );
  expect(await listPairs()).toEqual({ total: 0, pairs: [] });
});

test('E-10.1801: a dismissal needs two patients who are not deleted', async () => {
  const [one, deleted] = await replacePatients([
    { name: 'Ana' },
    { name: 'Ida', deletedAt: new Date() },
  ]);
  expect((await dismiss(one, one)).statusCode).toBe(400);
  expect((await dismiss(one, deleted)).statusCode).toBe(404);
});

test('E-10.2154: two patients created simultaneously are a pair, and an edit removes it', async () => {
  const { db } = testApp().database;
  const person = { name: 'Eva Luna', email: 'eva@x.mx', createdAt: at(1) };
  await Promise.all([
    db.transaction(async (transaction) => {
      await transaction.insert(patients).values({ id: 'usr_eva_1', ...person });
      await similarPatientsRefresh(db).run(AbortSignal.timeout(600_000));
      await transaction.insert(patients).values({ id: 'usr_other', name: 'Otra' });
    }),
    db.insert(patients).values({ id: 'usr_eva_2', ...person }),
  ]);
  const pair = ['Eva Luna', 'Eva Luna', 'email'];
  expect((await listPairs()).pairs).toContainEqual(pair);
  await db.update(patients).set({ email: 'otra@x.mx' }).where(eq(patients.id, 'usr_eva_1'));
  expect((await listPairs()).pairs).not.toContainEqual(pair);
});

test('E-10.2154: the pairs of many changes are found in batches, without values that many share', async () => {
  const { db } = testApp().database;
  await db.insert(patients).values(
    Array.from({ length: 1200 }, (_, index) => ({
      id: `usr_many_${index}`,
      name: `Persona ${index}`,
      email: `p${index % 600}@many.mx`,
      birthDate: '1990-01-01',
    })),
  );
  await similarPatientsRefresh(db).run(AbortSignal.timeout(600_000));
  expect(await db.$count(similarPending)).toBe(0);
  expect(await db.$count(similarPairs, like(similarPairs.firstId, 'usr_many_%'))).toBe(600);
});

test('E-10.3546: a merged patient also matches by the data from before the merge, until it is undone', async () => {
  const [kept, mergedPatient, other] = await replacePatients([
    { name: 'Ana Ruiz', email: 'ana@x.mx', createdAt: at(1) },
    { name: 'Ana Ruiz', email: 'antes@x.mx', createdAt: at(2) },
    { name: 'Ruiz Ana', email: 'antes@x.mx', createdAt: at(3) },
  ]);
  const { completeMerge, undo } = mergeRequests(testApp);
  const idMerge = await completeMerge(kept ?? '', mergedPatient ?? '');
  const { body } = await testApp().staff.get('/v1/user/similar');
  const { pairs } = similarPatients.parse((body as { data: unknown }).data);
  expect(
    pairs.map(({ patients, ...match }) => [patients.map(({ idUser }) => idUser).sort(), match]),
  ).toEqual([[[kept, other].sort(), { matched: ['email'], earlier: ['email'] }]]);
  await undo(idMerge);
  expect(await listPairs()).toEqual({ total: 1, pairs: [['Ana Ruiz', 'Ruiz Ana', 'email']] });
});
