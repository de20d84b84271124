import { expect, test } from 'vitest';
import { sharedApplication } from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import {
  laboratorySender,
  makeMessage,
  parseAcknowledgment,
} from '../../../testing/results/laboratory-messages.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { db, post, findOnlySet } = laboratorySender(testApp);

test('H-A7, E-10.1300: the unit of a message is read as written, and an unknown or missing one yields a separate row', async () => {
  const patient = await addPatient(db());
  const rest = [
    'OBX|1|NM|9780-8^Concentración^LN||14.5|10^6/mL|||||F',
    'OBX|2|NM|10579-1^Leucocitos^LN||2|x10\\S\\6/mL|||||F',
    'OBX|3|NM|10585-8^Células redondas^LN||3|mil/mL|||||F',
    'OBX|4|NM|2986-8^Testosterona total^LN||10.8||||||F',
    'OBX|5|NM|10622-9^Formas normales^LN||4||||||F',
    'OBX|6|NM|15067-2^FSH^LN||5|Puntos^6^L|||||F',
  ];
  expect(parseAcknowledgment(await post(makeMessage({ patient, rest })))).toEqual(['AA', '']);
  const { values } = await findOnlySet(patient);
  const stored = values
    .filter(({ derived }) => derived === null)
    .map(({ analyte, name, value, unit }) => [analyte ?? name, value, unit]);
  expect(stored.toSorted()).toEqual(
    [
      ['concentration', '14.5', '10*6/mL'],
      ['leukocytes', '2', '10*6/mL'],
      ['Células redondas', '3', 'mil/mL'],
      ['Testosterona total', '10.8', null],
      ['normalForms', '4', '%'],
      ['FSH', '5', 'Puntos'],
    ].toSorted(),
  );
});

test.each([
  ['14.5 x 10^6', '/mL', '14500000', '/mL'],
  ['14.5 x 10^6/mL', '', '14.5', '10*6/mL'],
])('E-10.4093: «%s» with an unescaped caret and the unit «%s» is read', async (...sent) => {
  const [written, sentUnit, value, unit] = sent;
  const patient = await addPatient(db());
  const rest = [`OBX|1|ST|9780-8^Concentración^LN||${written}|${sentUnit}|||||F`];
  await post(makeMessage({ patient, rest }));
  expect((await findOnlySet(patient)).values[0]).toMatchObject({
    analyte: 'concentration',
    value,
    unit,
  });
});

test.each([
  ['mUI/mL^^L^UI/mL^^UCUM', 'FSH', '5', 'mUI/mL / UI/mL'],
  ['mUI/mL^^L^ng/mL^^UCUM', 'FSH', '5', 'mUI/mL / ng/mL'],
  ['mUI/mL^^L^IU/L^^UCUM', 'fsh', '5', 'mUI/mL'],
  ['mUI/mL^miliunidades^L^m[IU]/mL^^UCUM', 'fsh', '5', 'mUI/mL'],
])('E-10.4102: a value with the units «%s» is stored as %s', async (sent, row, value, unit) => {
  const patient = await addPatient(db());
  const rest = [`OBX|1|NM|15067-2^FSH^LN||5|${sent}|||||F`];
  await post(makeMessage({ patient, study: '^Hormonal', rest }));
  const [stored] = (await findOnlySet(patient)).values;
  expect(stored).toMatchObject({ [row === 'fsh' ? 'analyte' : 'name']: row, value, unit });
});

test.each([
  ['10.8|ng/dL|10.4 - 34.7 nmol/L', { name: 'Testosterona total', unit: 'ng/dL' }],
  ['10.8|ng/dL|> 10.4 nmol/L', { name: 'Testosterona total', unit: 'ng/dL' }],
  ['300|ng/dL|10.4 - 34.7 nmol/L', { analyte: 'testosterone', unit: 'ng/dL' }],
  ['10.8|nmol/L|10.4 - 34.7 nmol/L', { analyte: 'testosterone', unit: 'nmol/L' }],
])(
  'E-10.4106: a number that is near a range in another unit has no unit: %s',
  async (sent, row) => {
    const patient = await addPatient(db());
    const rest = [`OBX|1|NM|2986-8^Testosterona total^LN||${sent}||||F`];
    await post(makeMessage({ patient, study: '^Hormonal', rest }));
    const [stored] = (await findOnlySet(patient)).values;
    const note = 'name' in row ? 'Se indican unidades distintas: ng/dL y nmol/L.' : null;
    expect(stored).toMatchObject({ ...row, note });
  },
);

test.each([
  ['14.500', 'Concentración', null],
  ['14,500', 'Concentración', null],
  ['14.500.000', null, '14500000'],
  ['14.5', null, '14.5'],
])('E-10.4111: «%s» per mL is ambiguous, because a count has no decimals', async (...sent) => {
  const [written, name, value] = sent;
  const patient = await addPatient(db());
  const rest = [`OBX|1|ST|9780-8^Concentración^LN||${written}|/mL|||||F`];
  await post(makeMessage({ patient, rest }));
  expect((await findOnlySet(patient)).values[0]).toMatchObject({ name, value });
});
