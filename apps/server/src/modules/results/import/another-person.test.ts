import { expect, test } from 'vitest';
import { sharedApplication } from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import { laboratoryFiles } from '../../../testing/results/laboratory-files.ts';
import { laboratorySender, makeMessage } from '../../../testing/results/laboratory-messages.ts';
import { resultCalls } from '../../../testing/results/result-calls.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { db, post, findSets, findOnlySet, listWaiting } = laboratorySender(testApp);
const { deliver, received } = laboratoryFiles(testApp);
const { send, doctor } = resultCalls(testApp);

const toObservations = (...values: string[]) =>
  ['9780-8', '3160-9', '14194-5', '10622-9'].map((code, index) => {
    const unit = ['10*6/mL', 'mL', '%', '%'][index];
    return `OBX|${index + 1}|NM|${code}^^LN||${values[index]}|${unit}|||||F`;
  });
const rest = toObservations('14.5', '2.3', '31', '4');

test('E-10.3257: the values of another patient under a new number wait, and both sets are on hold', async () => {
  const [one, other] = [await addPatient(db()), await addPatient(db())];
  await post(makeMessage({ patient: one, rest, filler: 'A' }));
  const { idResultSet } = await findOnlySet(one);
  await send('validate', { idResultSet }, doctor());
  await post(makeMessage({ patient: other, rest, filler: 'B' }));
  expect(await findSets(other)).toEqual([]);
  expect(await findOnlySet(one)).toMatchObject({
    status: 'corregido',
    waiting: { reason: 'shared-values' },
  });
  const [waiting] = await listWaiting();
  expect(waiting).toMatchObject({ reason: 'shared-values', against: { patient: { idUser: one } } });
  // Both samples may be right: a user's decision withdraws nothing.
  const assignment = { idReceived: waiting?.idReceived, idUser: other };
  await testApp().staff.request({
    method: 'POST',
    url: '/v1/result/assign-received',
    payload: assignment,
  });
  expect(await findSets(other)).toHaveLength(1);
  expect(await findOnlySet(one)).toMatchObject({ status: 'corregido', waiting: null });
});

test.each([
  ['other values', { rest: toObservations('14.5', '2.3', '32', '4') }],
  ['another hour', { rest, collectedAt: '202601140910' }],
  ['few values', { rest: rest.slice(0, 3) }],
])('E-10.3257: %s of another patient do not wait', async (_, more) => {
  const [one, other] = [await addPatient(db()), await addPatient(db())];
  await post(makeMessage({ patient: one, rest, filler: 'A' }));
  await post(makeMessage({ patient: other, filler: 'B', ...more }));
  expect(await findSets(other)).toHaveLength(1);
  expect((await findOnlySet(one)).waiting).toBeNull();
});

test('E-10.3257: a row of a file with the values of another patient of the same day waits', async () => {
  const [one, other] = [await addPatient(db()), await addPatient(db())];
  const columns = {
    ID: 'patient',
    Fecha: 'collectedAt',
    'Concentración (millones/mL)': 'concentration',
    'Volumen (mL)': 'volume',
    'PR (%)': 'progressiveMotility',
    'Normales (%)': 'normalForms',
  };
  const rows = [one, other].map((id) => `${id};14/01/2026;14.5;2.3;31;4`);
  await deliver([Object.keys(columns).join(';'), ...rows].join('\n'), { columns });
  expect(await findSets(other)).toEqual([]);
  expect((await received()).map(({ reason }) => reason)).toEqual(['shared-values']);
});

test('H-A11, E-10.3513: another abstinence of a recorded sample is shown beside its own, and applies once it is accepted', async () => {
  const idUser = await addPatient(db());
  const columns = { ID: 'patient', Fecha: 'collectedAt', Vol: 'volume', Abst: 'abstinenceDays' };
  const file = (abstinence: string) =>
    `ID;Fecha;Vol;Abst\n${idUser};2026-01-05 09:30;2,1;${abstinence}\n`;
  await deliver(file('3'), { columns });
  await deliver(file('5'), { columns });
  const [waiting] = await received();
  const shown = (value: string) => expect.objectContaining({ name: 'Días de abstinencia', value });
  expect(waiting).toMatchObject({
    reason: 'other-values',
    values: expect.arrayContaining([shown('5')]),
    against: { values: expect.arrayContaining([shown('3')]) },
  });
  const { idReceived, against } = waiting ?? {};
  await testApp().staff.request({
    method: 'POST',
    url: '/v1/result/assign-received',
    payload: { idReceived, idUser, idResultSet: against?.idResultSet },
  });
  expect(await findOnlySet(idUser)).toMatchObject({ abstinenceDays: '5' });
});

test('H-A11, E-10.3635: accepting other values does not correct an equal abstinence', async () => {
  const idUser = await addPatient(db());
  const columns = { ID: 'patient', Fecha: 'collectedAt', Vol: 'volume', Abst: 'abstinenceDays' };
  const file = (volume: string) => `ID;Fecha;Vol;Abst\n${idUser};2026-01-05 09:30;${volume};3\n`;
  await deliver(file('2,1'), { columns });
  await deliver(file('2,4'), { columns });
  const [{ idReceived, against } = {}] = await received();
  await testApp().staff.request({
    method: 'POST',
    url: '/v1/result/assign-received',
    payload: { idReceived, idUser, idResultSet: against?.idResultSet },
  });
  const { abstinenceDays, corrections } = await findOnlySet(idUser);
  expect(abstinenceDays).toBe('3');
  expect(corrections).toMatchObject([{ before: {} }]);
  expect(corrections[0]?.before).not.toHaveProperty('abstinenceDays');
});
