import { describe, expect, test } from 'vitest';
import { sharedApplication } from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import {
  laboratorySender,
  makeMessage,
  parseAcknowledgment,
  valuesByAnalyte,
} from '../../../testing/results/laboratory-messages.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { db, post, findOnlySet, listWaiting } = laboratorySender(testApp);

const LATER = '20260116100000-0600';
const fsh = (value: string, status = 'F') =>
  `OBX|1|NM|15067-2^FSH^LN||${value}|mUI/mL|||||${status}`;
const lh = (value: string) => `OBX|1|NM|10501-5^LH^LN||${value}|mUI/mL|||||F`;

async function sendForNewPatient(rest: readonly string[], study = '^Hormonal') {
  const patient = await addPatient(db());
  await post(makeMessage({ patient, study, rest }));
  return findOnlySet(patient);
}

describe('the specimen of an observation', () => {
  test.each([
    ['the one before it', ['SPM|1|||SER', fsh('5'), 'SPM|2|||UR^Orina', lh('90')]],
    ['one of two after it', [lh('90'), 'SPM|1|||SER', 'SPM|2|||UR^Orina']],
    ['unreadable in SPM-4, and in OBR-15', [lh('90'), 'SPM|1|||ZZ^Tubo']],
  ])('H-A1, E-10.3500: %s is not mistaken for blood', async (name, rest) => {
    const patient = await addPatient(db());
    const isOnOrder = name.includes('OBR-15');
    const collectedAt = `202601140840${isOnOrder ? '||||||||UR^Orina' : ''}`;
    await post(makeMessage({ patient, study: '^Hormonal', collectedAt, rest }));
    const { values } = await findOnlySet(patient);
    expect(values.find((value) => value.value === '90')).toMatchObject({
      analyte: null,
      note: expect.stringContaining('orina'),
    });
  });

  test('H-A1, E-10.3500: a specimen before its studies belongs to them', async () => {
    const patient = await addPatient(db());
    const [header, pid, obr = ''] = makeMessage({ patient, study: '^Hormonal' }).split('\r');
    const studies = ['SPM|1|||SER', obr, fsh('5'), 'SPM|2|||UR^Orina', `${obr}`, lh('90')];
    await post([header, pid, ...studies, ''].join('\r'));
    expect(valuesByAnalyte(await findOnlySet(patient))).toEqual({ fsh: '5', LH: '90' });
  });

  test('H-A6, E-10.3500: two specimens of different hours give no hour', async () => {
    const patient = await addPatient(db());
    const toSpecimen = (hour: string) => `SPM|1|||SER${'|'.repeat(13)}2026011408${hour}`;
    const rest = [fsh('5'), toSpecimen('10'), toSpecimen('50')];
    await post(makeMessage({ patient, study: '^Hormonal', collectedAt: '', rest }));
    const set = await findOnlySet(patient);
    expect(set.collectedAt).toBeNull();
    expect(valuesByAnalyte(set)['Fechas que no se guardaron']).toMatch(/varias horas/);
  });
});

describe('equal samples of other persons', () => {
  const zero = ['OBX|1|NM|9780-8^Concentración^LN||0|10*6/mL|||||F'];

  test('H-A13, E-10.3501: wait if the persons have no id, except for a duplicate', async () => {
    const send = (name: string, filler: string) => post(makeMessage({ name, filler, rest: zero }));
    await send('Uno^Mario', '1');
    await send('Dos^Pedro', '2');
    await send('Dos^Pedro', '2');
    expect((await listWaiting()).map(({ evidence }) => evidence.name).toSorted()).toEqual([
      'Mario Uno',
      'Pedro Dos',
    ]);
  });

  test('H-A15, E-10.3501: the id of a patient with another name waits after an equal sample', async () => {
    const patient = await addPatient(db(), { name: 'Mario Uno' });
    await post(makeMessage({ patient, name: 'Uno^Mario', filler: '1', rest: zero }));
    const other = makeMessage({ patient, name: 'Dos^Pedro', filler: '2', rest: zero });
    expect(parseAcknowledgment(await post(other))[1]).toMatch(/nombre/);
    expect(await listWaiting()).toMatchObject([{ reason: 'patient-differs' }]);
  });
});

test('H-A2, E-10.3502: a correction of a value under another name is marked', async () => {
  const patient = await addPatient(db());
  const facts = { patient, filler: 'renamed', study: '^Hormonal' };
  await post(makeMessage({ ...facts, rest: [fsh('9')] }));
  const renamed = 'OBX|1|NM|H8^HFE^L||8|mUI/mL|||||C';
  await post(makeMessage({ ...facts, sentAt: LATER, rest: [renamed] }));
  const { values } = await findOnlySet(patient);
  expect(values.find(({ name }) => name === 'HFE')?.note).toMatch(/no se encontró/);
});

test('H-A6, E-10.3503: notes of orders and specimens are not notes of the observation before', async () => {
  const patient = await addPatient(db());
  const [header, pid, obr = ''] = makeMessage({ patient, study: '^Hormonal' }).split('\r');
  const second = ['ORC|RE', 'NTE|1||Otra orden', obr, lh('4'), 'SPM|1|||SER', 'NTE|1||Hemólisis'];
  const content = [header, 'NTE|1||Envío', pid, obr, fsh('5'), 'NTE|1||Repetida', ...second, ''];
  await post(content.join('\r'));
  expect(valuesByAnalyte(await findOnlySet(patient))['Comentarios del laboratorio']).toBe(
    'Envío\nFSH: Repetida\nOtra orden\nHemólisis',
  );
});

test('H-A6, E-10.3634: notes stay with their observations if the order comes after its study', async () => {
  const notes = [fsh('5'), 'NTE|1||Repetida', lh('4'), 'NTE|1||Hemólisis'];
  const set = await sendForNewPatient(['ORC|RE', ...notes]);
  expect(valuesByAnalyte(set)['Comentarios del laboratorio']).toBe('FSH: Repetida\nLH: Hemólisis');
});

test('H-A3, E-10.3504: a text in a document without encoding stays a text', async () => {
  const set = await sendForNewPatient([
    fsh('5'),
    'OBX|2|ED|N^Nota^L||^TEXT^PLAIN^A^Suero lipémico||||||F',
  ]);
  expect(valuesByAnalyte(set)).toMatchObject({ Nota: 'Suero lipémico' });
});

test.each([
  ['Abstinencia sexual (horas)', '72', '', '3'],
  ['Tiempo de abstinencia', '4', 'Día(s)', '4'],
  ['ABSTINENCIA (DIAS)', '5', '', '5'],
  ['Abstinencia (días)', '2 semanas', '', null],
])('H-A11, E-10.3505: «%s» %s %s is %s days of abstinence', async (name, value, unit, days) => {
  const abstinence = `OBX|1|ST|ABS^${name}^L||${value}|${unit}|||||F`;
  const set = await sendForNewPatient([abstinence, fsh('5')]);
  expect(set.abstinenceDays).toBe(days);
});

test('H-A6, E-10.3506: midnight is a day without an hour', async () => {
  const patient = await addPatient(db());
  await post(makeMessage({ patient, study: '^Hormonal', collectedAt: '20260114000000' }));
  expect(await findOnlySet(patient)).toMatchObject({ collectedTimeKnown: false });
});

test('H-A6, E-10.3631: midnight in UTC is an instant', async () => {
  const patient = await addPatient(db());
  const collectedAt = '20260114000000+0000';
  await post(makeMessage({ patient, study: '^Hormonal', collectedAt }));
  expect(await findOnlySet(patient)).toMatchObject({
    collectedAt: '2026-01-14T00:00:00.000Z',
    collectedTimeKnown: true,
  });
});

test.each(['Líquido espermático', 'Líquido de eyaculado', 'LIQUIDO SEMINAL'])(
  'H-A1, E-10.3632: the specimen «%s» is semen',
  async (specimen) => {
    const concentration = 'OBX|1|NM|9780-8^Concentración^LN||14.5|10*6/mL|||||F';
    const set = await sendForNewPatient([concentration, `SPM|1|||${specimen}`], '^Seminograma');
    expect(set.values).toMatchObject([{ analyte: 'concentration', value: '14.5' }]);
  },
);

test.each(['No crítico', 'Sin alerta'])(
  'H-A12, E-10.3633: the flag «%s» is not critical',
  async (flag) => {
    const set = await sendForNewPatient([`OBX|1|NM|2842-3^PRL^LN||48|ng/mL||${flag}|||F`]);
    expect(set.critical).toEqual([]);
  },
);

test.each(['HH', 'H, AA', 'CRITICO', 'Valor de pánico'])(
  'H-A12, E-10.3507: the flag «%s» is critical',
  async (flag) => {
    const set = await sendForNewPatient([`OBX|1|NM|2842-3^PRL^LN||480|ng/mL||${flag}|||F`]);
    expect(set.critical).toHaveLength(1);
  },
);

test.each([
  'No se encontraron espermatozoides en 50 campos revisados',
  'No se observan espermatozoides en la muestra analizada',
  'No se observaron espermatozoides ni en fresco ni en centrifugado',
  'Ningún espermatozoide observado',
  '0 espermatozoides',
  'CERO',
])('H-A10, E-10.3508: «%s» is zero', async (words) => {
  const set = await sendForNewPatient(
    [`OBX|1|ST|9780-8^Concentración^LN||${words}||||||F`],
    '^Seminograma',
  );
  expect(set.values).toMatchObject([{ analyte: 'concentration', value: '0' }]);
});
