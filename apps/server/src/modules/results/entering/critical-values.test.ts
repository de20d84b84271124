import { expect, test } from 'vitest';
import { sharedApplication } from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import { laboratorySender, makeMessage } from '../../../testing/results/laboratory-messages.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { db, laboratory, post, findOnlySet, listWaiting } = laboratorySender(testApp);

const prolactin = (value: string, flag = '', unit = 'ng/mL') =>
  `OBX|1|NM|2842-3^Prolactina^LN||${value}|${unit}|4 - 15|${flag}|||F`;
const message = (patient: string, filler: string, ...rest: readonly string[]) =>
  makeMessage({ patient, study: '^Hormonal', filler, rest: [...rest] });

const call = (name: string, payload: object) =>
  testApp().staff.request({ method: 'POST', url: `/v1/result/${name}`, payload });

const setLimits = (critical: string, unit = 'ng/mL') =>
  call('set-range', {
    idLaboratory: laboratory(),
    analyte: 'prolactin',
    unit,
    range: '4 - 15',
    critical,
    validFrom: '2026-01-01',
  });

async function listCritical(idUser: string) {
  const { body } = await testApp().staff.get('/v1/result/critical');
  const { results } = (body as { data: { results: { patient: { idUser: string } }[] } }).data;
  return results.filter(({ patient }) => patient.idUser === idUser);
}

async function readAttention() {
  const { body } = await testApp().staff.get('/v1/result/attention');
  return (body as { data: { critical: number; criticalReceived: number } }).data;
}

test.each(['HH', 'LL', 'AA', 'H~HH'])(
  'H-A12, E-10.1371: a value with the flag %s is critical until an account marks it as seen',
  async (flag) => {
    const patient = await addPatient(db());
    const before = await readAttention();
    await post(message(patient, `F-${flag}`, prolactin('48', flag)));
    const words = `Prolactina: 48 ng/mL. Según el laboratorio: ${flag.replace('~', ', ')}.`;
    expect(await listCritical(patient)).toMatchObject([{ critical: [words] }]);
    expect((await readAttention()).critical).toBe(before.critical + 1);

    const { idResultSet, version } = await findOnlySet(patient);
    expect((await call('see-critical', { idResultSet, version })).statusCode).toBe(200);
    expect(await listCritical(patient)).toEqual([]);
    expect(await findOnlySet(patient)).toMatchObject({
      critical: [words],
      criticalSeen: { at: expect.any(String), by: expect.any(String) },
    });
  },
);

test('H-A12, E-10.1371: the flag H, or no flag, is not critical', async () => {
  const patient = await addPatient(db());
  await post(
    message(patient, 'N-1', prolactin('48', 'H'), 'OBX|2|NM|15067-2^FSH^LN||5|mUI/mL|||||F'),
  );
  expect(await listCritical(patient)).toEqual([]);
});

test('H-A12, E-10.1371: a value outside the limits of its laboratory is critical', async () => {
  expect((await setLimits('2 – 200')).statusCode).toBe(200);
  const patient = await addPatient(db());
  await post(message(patient, 'L-1', prolactin('201')));
  expect(await listCritical(patient)).toMatchObject([
    { critical: ['Prolactina: 201 ng/mL. Fuera de los límites críticos: 2 – 200 ng/mL.'] },
  ]);
  const inside = await addPatient(db());
  await post(message(inside, 'L-2', prolactin('199')));
  expect(await listCritical(inside)).toEqual([]);
});

test('H-A12, E-10.1371: a changed critical value must be seen again, and an unchanged one must not', async () => {
  const patient = await addPatient(db());
  await post(message(patient, 'S-1', prolactin('48', 'HH')));
  const { idResultSet } = await findOnlySet(patient);
  await call('see-critical', { idResultSet });
  await call('validate', { idResultSet, acknowledged: [] });
  expect((await findOnlySet(patient)).criticalSeen).not.toBeNull();
  await post(message(patient, 'S-1', prolactin('52', 'HH')));
  expect(await findOnlySet(patient)).toMatchObject({
    critical: ['Prolactina: 52 ng/mL. Según el laboratorio: HH.'],
    criticalSeen: null,
  });
});

test('H-A12, E-10.1371: a change that the account has not seen does not count as seen', async () => {
  const patient = await addPatient(db());
  await post(message(patient, 'V-1', prolactin('48', 'HH')));
  const { idResultSet, version } = await findOnlySet(patient);
  await post(message(patient, 'V-1', prolactin('52', 'HH')));
  expect((await call('see-critical', { idResultSet, version })).statusCode).toBe(409);
});

test('H-A12, E-10.1371: a typed value outside the limits is critical, and a corrected one is not', async () => {
  await setLimits('< 200');
  const patient = await addPatient(db());
  const typed = { idUser: patient, examType: 'Hormonal', idLaboratory: laboratory() };
  await call('create', { ...typed, values: [{ analyte: 'prolactin', value: '480' }] });
  const { idResultSet } = await findOnlySet(patient);
  expect(await listCritical(patient)).toHaveLength(1);
  await testApp().staff.request({
    method: 'PUT',
    url: '/v1/result/update',
    payload: { idResultSet, values: [{ analyte: 'prolactin', value: '48' }] },
  });
  expect(await listCritical(patient)).toEqual([]);
});

test('H-A12, E-10.1371: a critical result without a patient is counted, and listed once it is assigned', async () => {
  const before = await readAttention();
  await post(message('usr_nobody', 'W-1', prolactin('48', 'HH')));
  const [received] = await listWaiting();
  expect(received?.critical).toHaveLength(1);
  expect((await readAttention()).criticalReceived).toBe(before.criticalReceived + 1);
  const patient = await addPatient(db());
  await call('assign-received', { idReceived: received?.idReceived, idUser: patient });
  expect(await listCritical(patient)).toHaveLength(1);
  expect((await readAttention()).criticalReceived).toBe(before.criticalReceived);
});

test('H-A12, E-10.1371: critical limits without a number are rejected', async () => {
  const rejected = await setLimits('mucho');
  expect(rejected.statusCode).toBe(400);
  expect(rejected.body).toContain('Escribe los límites');
});
