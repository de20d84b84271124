import { describe, expect, test } from 'vitest';
import { sharedApplication } from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import {
  laboratorySender,
  makeMessage,
  parseAcknowledgment,
  valuesByAnalyte,
} from '../../../testing/results/laboratory-messages.ts';
import { isSameAmount } from '../entering/write-values.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { db, post, findSets, findOnlySet, listWaiting } = laboratorySender(testApp);

let count = 0;

/** Sends reports such as 'F 14 10', a status with a value and the hour of its report (OBR-22) or '-'. */
async function send(patient: string, ...reports: readonly string[]) {
  count += 1;
  const facts = { patient, filler: `OLD-${count}`, study: '^Seminograma' };
  const codes: string[] = [];
  for (const [index, report] of reports.entries()) {
    const [status = '', value = '', hour = '-'] = report.split(' ');
    const rest = [`OBX|1|NM|9780-8^Concentración^LN||${value}|10*6/mL|||||${status}`];
    const sentAt = `202601142${index}0000-0600`;
    const message = makeMessage({ ...facts, sentAt, rest });
    const obr22 = hour === '-' ? '' : `${'|'.repeat(15)}20260114${hour}00`;
    const sent = await post(message.replace(/OBR.*/, (segment) => `${segment}${obr22}`));
    codes.push(parseAcknowledgment(sent)[0] ?? '');
  }
  return codes.join(' ');
}

describe('E-10.4016, E-10.4017: a waiting sample', () => {
  test.each([
    ['an older report', ['F 15 12', 'F 14 10'], '15', '14'],
    ['an older preliminary report', ['F 15 12', 'P 14 10'], '15', '14'],
    ['a preliminary report without a time', ['F 15 -', 'P 14 -', 'R 14 -'], '15', '14'],
    ['a report without a time after a correction', ['F 14 -', 'C 15 -', 'F 16 -'], '15', '16'],
    ['a repeated report after a correction', ['F 14 -', 'C 15 -', 'F 14 -'], '15', '14'],
    ['a repeated report after a repeated correction', ['C 15 -', 'F 15 -', 'F 14 -'], '15', '14'],
    [
      'a preliminary report after a correction',
      ['F 14 -', 'C 15 -', 'P 14 -', 'F 14 -'],
      '15',
      '14',
    ],
    ['a report after a withdrawal', ['F 14 -', 'W  -', 'F 14 -'], null, '14'],
    ['a report after a first correction', ['C 15 -', 'F 14 -', 'F 14 -'], '15', '14'],
  ])('keeps its value and notes %s', async (_, reports, value, noted) => {
    await send('usr_nobody', ...reports);
    const [received, ...others] = await listWaiting();
    expect(others).toEqual([]);
    expect(received?.values).toMatchObject([{ value }]);
    const note = 'Llegó después, de un informe anterior o sin hora: Concentración';
    expect(received?.values[0]?.note?.split(note)).toHaveLength(2);
    expect(received?.values[0]?.note).toContain(`: ${noted} ×10⁶/mL.`);
  });

  test.each([
    [['F 14 -', 'C 15 -', 'C 16 -'], '16'],
    [['F 14 10', 'C 15 11', 'F 16 12'], '16'],
    [['F 14 10', 'C 15 11', 'F 15 -'], '15'],
    [['P 14 -', 'F 15 -'], '15'],
  ])('takes the last of %s without a note', async (reports, value) => {
    await send('usr_nobody', ...reports);
    expect((await listWaiting()).map(({ values }) => values)).toMatchObject([
      [{ value, note: null }],
    ]);
  });
});

test('E-10.4016: a report without a time names the final value that it replaces in a waiting sample', async () => {
  await send('usr_nobody', 'F 14 -', 'F 15 -', 'F 15 -');
  const note = 'Sustituye a: Concentración: 14 ×10⁶/mL.';
  expect((await listWaiting()).map(({ values }) => values)).toMatchObject([
    [{ value: '15', note }],
  ]);
});

test('E-10.4017: a first value that is a correction stays when a report without a time differs', async () => {
  const patient = await addPatient(db());
  await send(patient, 'C 15 -', 'F 14 -');
  expect(await findOnlySet(patient)).toMatchObject({
    values: [{ value: '15' }],
    waiting: { reason: 'corrected-here', values: [{ value: '14' }] },
  });
});

test('E-10.4078: a correction that repeats a value stays when a report without a time differs', async () => {
  const patient = await addPatient(db());
  await send(patient, 'F 14 -', 'C 14 -', 'F 16 -');
  expect(await findOnlySet(patient)).toMatchObject({
    values: [{ value: '14', earlier: [] }],
    waiting: { reason: 'corrected-here', values: [{ value: '16' }] },
  });
});

test.each(['P', 'R'])(
  'E-10.4021: %s without a time does not replace a final value',
  async (status) => {
    const patient = await addPatient(db());
    await send(patient, 'F 15 -', `${status} 14 -`);
    expect(await findOnlySet(patient)).toMatchObject({
      values: [{ value: '15', preliminary: false }],
      waiting: { reason: 'corrected-here', values: [{ value: '14' }] },
    });
  },
);

test.each(['D', 'W'])(
  'E-10.4019: %s in an older report of a later message is not acknowledged',
  async (status) => {
    const patient = await addPatient(db());
    for (const patientId of [patient, 'usr_nobody']) {
      expect(await send(patientId, 'F 14 10', 'C 15 12', `${status}  10`)).toBe('AA AA AE');
    }
    expect((await findSets(patient)).map(valuesByAnalyte)).toEqual([{ concentration: '15' }]);
    expect((await listWaiting()).map(({ values }) => values)).toMatchObject([[{ value: '15' }]]);
  },
);

test.each([
  ['testosterone', '10', 'nmol/L', '288', 'ng/dL', true],
  ['testosterone', '288', 'ng/dL', '9.99', 'nmol/L', true],
  ['testosterone', '12.1', 'nmol/L', '350', 'ng/dL', true],
  ['testosterone', '10', 'nmol/L', '300', 'ng/dL', false],
  ['testosterone', '288', 'ng/dL', '288.4', 'ng/dL', false],
  ['concentration', '0', '10*6/mL', '4000', '/mL', false],
  ['concentration', '14.5', '10*6/mL', '14500000', '/mL', true],
])('E-10.4018: %s %s %s and %s %s: the same amount is %s', (analyte, value, unit, ...rest) => {
  const [otherValue, otherUnit, isSame] = rest;
  const empty = { analyte, name: null, comparator: null, text: null, choice: null, range: null };
  const one = { ...empty, value, unit };
  const other = { ...empty, value: otherValue, unit: otherUnit };
  expect(isSameAmount(one, other)).toBe(isSame);
  expect(isSameAmount(other, one)).toBe(isSame);
  expect(isSameAmount({ ...one, comparator: '<' }, other)).toBe(false);
});
