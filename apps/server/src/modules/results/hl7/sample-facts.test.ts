import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { receivedResults } from '../../../schema/results.ts';
import { sharedApplication } from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import {
  laboratorySender,
  makeMessage,
  parseAcknowledgment,
  valuesByAnalyte,
} from '../../../testing/results/laboratory-messages.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { db, post, findSets, findOnlySet, listWaiting } = laboratorySender(testApp);

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
  ['72', '', null, '72'],
  ['24', 'd', '24', undefined],
  ['60', 'horas', '2.5', undefined],
  ['3 (2-7)', '', '3', undefined],
  ['72 (48-168 h)', '', '3', undefined],
  ['72 (2-7 días)', '', null, '72 (2-7 días)'],
  ['3 (48-168 h)', '', null, '3 (48-168 h)'],
  ['10 (2-7 días)', '', '10', undefined],
  ['72 (2-7 días)', 'h', null, '72 (2-7 días) h'],
  ['3 (2-7 días)', 'wk', null, '3 (2-7 días) wk'],
  ['3-5', 'd', null, '3-5 d'],
  ['^3^-^5', 'd', null, '3 - 5 d'],
  ['2', 'wk', null, '2 wk'],
  ['una semana', '', null, 'una semana'],
])(
  'H-A11, E-10.774, E-10.3853, E-10.3933, E-10.4003, E-10.4013: an abstinence of «%s» %s is %s days',
  async (value, unit, days, text) => {
    const patient = await addPatient(db());
    const message = makeMessage({ patient, rest: [volume, abstinence(value, unit)] });
    expect(parseAcknowledgment(await post(message))).toEqual(['AA', '']);
    const set = await findOnlySet(patient);
    expect(set.abstinenceDays).toBe(days);
    expect(valuesByAnalyte(set).Abstinencia).toBe(text);
  },
);

test('H-A11, E-10.775: a later message corrects the facts of its sample, which need another validation', async () => {
  const patient = await addPatient(db());
  const facts = { patient, filler: 'S-1' };
  await post(makeMessage({ ...facts, rest: [volume, abstinence('4', 'd')] }));
  const { idResultSet } = await findOnlySet(patient);
  const url = '/v1/result/validate';
  await testApp().staff.request({ method: 'POST', url, payload: { idResultSet } });
  const rest = [abstinence('5', 'd')];
  await post(makeMessage({ ...facts, collectedAt: '202601140815', rest }));
  expect(await findOnlySet(patient)).toMatchObject({
    status: 'corregido',
    abstinenceDays: '5',
    collectedAt: '2026-01-14T14:15:00.000Z',
    corrections: [{ before: { abstinenceDays: '4', collectedAt: '2026-01-14T14:40:00.000Z' } }],
  });
  // A repeated message causes no further correction.
  await post(makeMessage({ ...facts, collectedAt: '202601140815', rest }));
  expect((await findOnlySet(patient)).corrections).toHaveLength(1);
});

test.each([
  ['an older report in a later message', ['3 12 12', '5 13 13', '4 15 12'], '5'],
  ['a repeated report', ['3 12 12', '5 13 13', '3 15 12'], '5'],
  ['a newer report in an earlier message', ['3 15 12', '5 14 13'], '5'],
])('E-10.4088: the abstinence is ordered by OBR-22: %s', async (_, reports, days) => {
  const patient = await addPatient(db());
  for (const who of [patient, 'usr_nobody']) {
    for (const report of reports) {
      const [number = '', sent = '', reported = ''] = report.split(' ');
      const rest = [volume, abstinence(number, 'd')];
      const facts = { patient: who, filler: `${patient} ${who}`, rest };
      const message = makeMessage({ ...facts, sentAt: `20260114${sent}0000-0600` });
      await post(
        message.replace(/OBR.*/, (obr) => `${obr}${'|'.repeat(15)}20260114${reported}0000`),
      );
    }
  }
  expect((await findOnlySet(patient)).abstinenceDays).toBe(days);
  const [row] = await db()
    .select()
    .from(receivedResults)
    .where(eq(receivedResults.fillerNumber, `${patient} usr_nobody`));
  expect(row?.abstinenceDays).toBe(days);
});

test('H-A11: facts of a sample that was never received are not acknowledged', async () => {
  const patient = await addPatient(db());
  const message = makeMessage({ patient, filler: 'S-2', rest: [abstinence('5', 'd')] });
  expect(parseAcknowledgment(await post(message))[0]).toBe('AE');
});

test.each([
  ['', 'D', null, 'El laboratorio retiró los días de abstinencia.'],
  ['3-5', 'C', null, '3-5 d'],
  ['6', 'C', '6', undefined],
])(
  'H-A11, E-10.2351: an abstinence of 4 days becomes «%s» (%s), also in a result without a patient',
  async (value, status, days, text) => {
    const obx = (written: string, state: string) => abstinence(written, 'd').replace(/F$/, state);
    const send = async (facts: object) => {
      await post(makeMessage({ ...facts, rest: [volume, abstinence('4', 'd')] }));
      const change = makeMessage({
        ...facts,
        sentAt: '20260116100000-0600',
        rest: [obx(value, status)],
      });
      expect(parseAcknowledgment(await post(change))[0]).toBe('AA');
    };
    const patient = await addPatient(db());
    const facts = { filler: `gone-${status}${value}` };
    await send({ ...facts, patient });
    const set = await findOnlySet(patient);
    expect(set.abstinenceDays).toBe(days);
    expect(valuesByAnalyte(set).Abstinencia).toBe(text);
    await send({ ...facts, filler: `waits-${status}${value}`, patient: 'usr_nobody' });
    const [row] = await db()
      .select()
      .from(receivedResults)
      .where(eq(receivedResults.fillerNumber, `waits-${status}${value}`));
    expect(row?.abstinenceDays).toBe(days);
  },
);

test('H-A11, E-10.2351: a number of days replaces an abstinence in words', async () => {
  const patient = await addPatient(db());
  const facts = { patient, filler: 'words' };
  await post(makeMessage({ ...facts, rest: [volume, abstinence('una semana')] }));
  await post(
    makeMessage({ ...facts, sentAt: '20260116100000-0600', rest: [abstinence('7', 'd')] }),
  );
  const set = await findOnlySet(patient);
  expect(set.abstinenceDays).toBe('7');
  expect(set.values.find(({ name }) => name === 'Abstinencia')).toMatchObject({ withdrawn: true });
});

test('H-A11, E-10.2351: remarks without a result create no set, and are not acknowledged', async () => {
  const patient = await addPatient(db());
  for (const rest of [[abstinence('4', 'd').replace(/F$/, 'D')], ['NTE|1||Muestra insuficiente']]) {
    expect(parseAcknowledgment(await post(makeMessage({ patient, rest })))[0]).toBe('AE');
  }
  expect(await findSets(patient)).toEqual([]);
});

test('H-A15, E-10.2352: a number that is reused on another day is another sample, also in a result without a patient', async () => {
  const facts = { patient: 'usr_nobody', filler: 'again' };
  await post(makeMessage({ ...facts }));
  await post(makeMessage({ ...facts, sentAt: '20260301100000-0600', collectedAt: '202603010840' }));
  expect((await listWaiting()).map(({ collectedAt }) => collectedAt).toSorted()).toEqual([
    '2026-01-14T14:40:00.000Z',
    '2026-03-01T14:40:00.000Z',
  ]);
});
