import { expect, test } from 'vitest';
import { sharedApplication } from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import {
  laboratorySender,
  makeMessage,
  parseAcknowledgment,
  valuesByAnalyte,
} from '../../../testing/results/laboratory-messages.ts';

const running = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { db, post, findOnlySet } = laboratorySender(running);

const volume = 'OBX|1|NM|3160-9^Volumen^LN||2|mL|||||F';
const abstinence = (value: string, unit = '', type = 'ST') =>
  `OBX|2|${type}|10587-4^Abstinencia^LN||${value}|${unit}|||||F`;

test.each([
  ['4', 'd', '4', undefined],
  ['4', '', '4', undefined],
  ['3 d', '', '3', undefined],
  ['5 días', '', '5', undefined],
  ['72 h', '', '3', undefined],
  ['72', 'h', '3', undefined],
  ['60', 'horas', '2.5', undefined],
  ['3-5', 'd', null, '3-5 d'],
  ['^3^-^5', 'd', null, '3 - 5 d'],
  ['2', 'wk', null, '2 wk'],
  ['una semana', '', null, 'una semana'],
])('H-A11, E-10.774: an abstinence of «%s» %s is %s days', async (value, unit, days, said) => {
  const patient = await addPatient(db());
  const message = makeMessage({ patient, rest: [volume, abstinence(value, unit)] });
  expect(parseAcknowledgment(await post(message))).toEqual(['AA', '']);
  const set = await findOnlySet(patient);
  expect(set.abstinenceDays).toBe(days);
  expect(valuesByAnalyte(set).Abstinencia).toBe(said);
});

test('H-A11, E-10.775: a later message corrects its facts of the sample, which need another validation', async () => {
  const patient = await addPatient(db());
  const facts = { patient, filler: 'S-1' };
  await post(makeMessage({ ...facts, rest: [volume, abstinence('4', 'd')] }));
  const { idResultSet } = await findOnlySet(patient);
  const url = '/v1/result/validate';
  await running().staff.request({ method: 'POST', url, payload: { idResultSet } });
  const rest = [abstinence('5', 'd')];
  await post(makeMessage({ ...facts, collectedAt: '202601140815', rest }));
  expect(await findOnlySet(patient)).toMatchObject({
    status: 'corregido',
    abstinenceDays: '5',
    collectedAt: '2026-01-14T14:15:00.000Z',
    corrections: [{ before: { abstinenceDays: '4', collectedAt: '2026-01-14T14:40:00.000Z' } }],
  });
  // A repeated message makes no further correction.
  await post(makeMessage({ ...facts, collectedAt: '202601140815', rest }));
  expect((await findOnlySet(patient)).corrections).toHaveLength(1);
});

test('H-A11: facts of a sample that never came are not acknowledged', async () => {
  const patient = await addPatient(db());
  const message = makeMessage({ patient, filler: 'S-2', rest: [abstinence('5', 'd')] });
  expect(parseAcknowledgment(await post(message))[0]).toBe('AE');
});
