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
const { db, post, findSets, findOnlySet, listWaiting } = laboratorySender(testApp);

const fsh = (value: string, status: string) =>
  `OBX|1|NM|15067-2^FSH^LN||${value}|mUI/mL|||||${status}`;
const withReport = (message: string, status: string) =>
  message.replace(/OBR.*/, (obr) => obr + '|'.repeat(18) + status);
const request = (call: string, payload: object) =>
  testApp().staff.request({ method: 'POST', url: `/v1/result/${call}`, payload });

describe('a correction that names another study of its sample', () => {
  const study = '^Perfil tiroideo';

  test.each([
    ['OBX-11 C', 'C', ''],
    ['OBR-25 C', 'F', 'C'],
  ])('E-10.4099: waits and reopens the first study: %s', async (name, status, report) => {
    const patient = await addPatient(db());
    const facts = { patient, filler: `N-${name}` };
    await post(makeMessage({ ...facts, study: '^Hormonal', rest: [fsh('5', 'F')] }));
    const { idResultSet } = await findOnlySet(patient);
    await request('validate', { idResultSet });
    const later = makeMessage({ ...facts, study, rest: [fsh('6', status)] });
    expect(parseAcknowledgment(await post(withReport(later, report)))).toEqual([
      'AA',
      expect.stringContaining('otro estudio'),
    ]);
    const set = await findOnlySet(patient);
    expect(set).toMatchObject({
      ...{ status: 'corregido', validatedAt: null, may: { validate: false } },
      waiting: { reason: 'unclear-correction', values: [{ value: '6' }] },
    });
    expect(valuesByAnalyte(set)).toEqual({ fsh: '5' });
    // A later correction of the same study changes the waiting one.
    await post(withReport(makeMessage({ ...facts, study, rest: [fsh('7', 'C')] }), report));
    const [waiting, ...others] = await listWaiting();
    expect([waiting, others]).toMatchObject([{ values: [{ value: '7' }] }, []]);
    await request('assign-received', { idReceived: waiting?.idReceived, idUser: patient });
    const sets = await findSets(patient);
    expect(sets.map((one) => [one.examType, one.status, valuesByAnalyte(one).fsh])).toEqual(
      expect.arrayContaining([
        ['Hormonal', 'corregido', '5'],
        ['perfil_tiroideo', 'capturado', '7'],
      ]),
    );
  });

  test('E-10.4099: renames a sample that waits for its patient', async () => {
    const facts = { patient: 'usr_nobody', filler: 'N-waits' };
    await post(makeMessage({ ...facts, study: '^Hormonal', rest: [fsh('5', 'F')] }));
    await post(makeMessage({ ...facts, study, rest: [fsh('6', 'C')] }));
    const waiting = await listWaiting();
    expect(waiting).toMatchObject([{ examType: 'perfil_tiroideo', values: [{ value: '6' }] }]);
  });

  test.each([
    ['in one message', 'same'],
    ['in a later message', 'later'],
  ])(
    'E-10.4150: is the first report of a study without a value of the other one: %s',
    async (_, when) => {
      const known = await addPatient(db());
      const tsh = 'OBX|1|NM|3016-3^TSH^LN||2|µUI/mL|||||C';
      const remarks = ['NTE|1||Suero'];
      for (const patient of [known, 'usr_nobody']) {
        const facts = { patient, filler: `O-${when}` };
        const first = ['OBX|1|NM|15067-2^FSH^LN||5|mUI/mL|||||F', ...remarks];
        if (when === 'same') {
          const rest = [...first, `OBR|2||O-same|${study}|||202601140840`, tsh, ...remarks];
          await post(makeMessage({ ...facts, study: '^Hormonal', rest }));
        } else {
          await post(makeMessage({ ...facts, study: '^Hormonal', rest: first }));
          await post(makeMessage({ ...facts, study, rest: [tsh, ...remarks] }));
        }
      }
      for (const found of [await findSets(known), await listWaiting()]) {
        const studies = found.map((one) => `${one.examType}: ${one.values[0]?.analyte}`);
        expect(studies.toSorted()).toEqual(['Hormonal: fsh', 'perfil_tiroideo: tsh']);
      }
    },
  );

  test('E-10.4099: is another study if it is final, because studies of an order share its number', async () => {
    const patient = await addPatient(db());
    const facts = { patient, filler: 'N-shared' };
    await post(makeMessage({ ...facts, study: '^Hormonal', rest: [fsh('5', 'F')] }));
    await post(makeMessage({ ...facts, study, rest: [fsh('6', 'F')] }));
    await post(makeMessage({ ...facts, study, rest: [fsh('7', 'C')] }));
    const sets = await findSets(patient);
    expect(sets.map((set) => valuesByAnalyte(set).fsh).toSorted()).toEqual(['5', '7']);
    expect(await listWaiting()).toEqual([]);
  });
});

describe('a later message without a value', () => {
  const lh = 'OBX|2|NM|10501-5^LH^LN||4|mUI/mL|||||F';
  const send = (patient: string, ...rest: readonly string[]) =>
    post(makeMessage({ patient, filler: `E-${patient}`, study: '^Hormonal', rest }));

  test('E-10.4103: a correction without content of a value is not acknowledged, also in a result without a patient', async () => {
    const known = await addPatient(db());
    for (const patient of [known, 'usr_nobody']) {
      // An empty line of a first report, such as a heading, is no value.
      expect(parseAcknowledgment(await send(patient, fsh('', 'C'), lh))[0]).toBe('AA');
      await send(patient, fsh('5', 'F'), lh);
      expect(parseAcknowledgment(await send(patient, fsh('', 'C'), lh))).toEqual([
        'AE',
        'Corrige un resultado sin enviar su valor (OBX-5): FSH.',
      ]);
      expect(parseAcknowledgment(await send(patient, fsh('', 'C')))[0]).toBe('AE');
    }
    expect(valuesByAnalyte(await findOnlySet(known))).toEqual({ fsh: '5', lh: '4' });
  });

  test('E-10.4104: a preliminary value that is withdrawn stays visible', async () => {
    const patient = await addPatient(db());
    await send(patient, fsh('5', 'P'), lh);
    await send(patient, fsh('', 'X'));
    expect((await findOnlySet(patient)).values[0]).toMatchObject({
      ...{ analyte: 'fsh', value: '5', withdrawn: true },
    });
  });
});

describe('a value that waits for a decision', () => {
  const send = (patient: string, ...rest: readonly string[]) =>
    post(makeMessage({ patient, filler: `W-${patient}`, study: '^Hormonal', rest }));
  const lh = (value: string) => `OBX|2|NM|10501-5^LH^LN||${value}|mUI/mL|||||C`;

  test('E-10.4108: is removed when the laboratory corrects it again, and waits again if it is sent again', async () => {
    const patient = await addPatient(db());
    await send(patient, fsh('5', 'F'), lh('4'));
    await send(patient, fsh('5000', 'C'), lh('4000'));
    const waiting = async () =>
      (await findOnlySet(patient)).waiting?.values.map(({ value }) => value);
    expect(await waiting()).toEqual(['5000', '4000']);
    await send(patient, fsh('6', 'C'));
    expect(await waiting()).toEqual(['4000']);
    await send(patient, lh('7'));
    expect(await waiting()).toBeUndefined();
    expect(valuesByAnalyte(await findOnlySet(patient))).toEqual({ fsh: '6', lh: '7' });
    await send(patient, fsh('5000', 'C'), lh('4000'));
    expect(await waiting()).toEqual(['5000', '4000']);
  });
});

test.each(['DT', 'TM', 'TS'])('E-10.4105: OBX-2 %s is no number of an analyte', async (type) => {
  const patient = await addPatient(db());
  const rest = [`OBX|1|${type}|15067-2^FSH^LN||0005|mUI/mL|||||F`];
  await post(makeMessage({ patient, study: '^Hormonal', rest }));
  expect((await findOnlySet(patient)).values).toMatchObject([
    { analyte: null, name: 'FSH', value: null, text: '0005' },
  ]);
});

describe('a number that a laboratory used on several days', () => {
  const days = ['202601120840', '202601130840'];
  const send = (patient: string, collectedAt: string, value: string, status: string) =>
    post(
      makeMessage({
        ...{ patient, filler: 'U-1', study: '^Hormonal', collectedAt },
        rest: [fsh(value, status)],
      }),
    );

  test.each([
    ['a correction of another day', '202601140840', 'C', 'unclear-correction'],
    ['a correction without a day', '', 'C', 'unclear-correction'],
    ['a final value without a day', '', 'F', 'maybe-repeated'],
  ])(
    'E-10.4100: %s waits, and its later withdrawal changes it there',
    async (_, collectedAt, status, reason) => {
      const known = await addPatient(db());
      for (const day of days) await send(known, day, '5', 'F');
      expect(await findSets(known)).toHaveLength(2);
      await send(known, collectedAt, '6', status);
      expect(await findSets(known)).toHaveLength(2);
      expect(await listWaiting()).toMatchObject([{ reason, values: [{ value: '6' }] }]);
      const [code] = parseAcknowledgment(await send(known, collectedAt, '', 'D'));
      expect(code).toBe('AA');
      expect(await listWaiting()).toMatchObject([
        { values: [{ text: 'El laboratorio retiró este resultado.' }] },
      ]);
    },
  );

  test('E-10.4100: a correction of several waiting samples changes none of them', async () => {
    for (const day of days) await send('usr_nobody', day, '5', 'F');
    await send('usr_nobody', '202601140840', '6', 'C');
    const values = (await listWaiting()).map((one) => one.values[0]?.value);
    expect(values.toSorted()).toEqual(['5', '5', '6']);
    const [code] = parseAcknowledgment(await send('usr_nobody', '', '', 'D'));
    expect(code).toBe('AE');
  });
});

describe('samples of several hours under one number', () => {
  const hours = ['202601140800', '202601140830'];
  const send = (patient: string, rest: readonly string[], collectedAt = hours[0] ?? '') =>
    post(makeMessage({ patient, filler: 'H-1', study: '^Hormonal', collectedAt, rest }));
  const both = (first: string, second: string) => [
    fsh(first, 'F'),
    `OBR|2||H-1|^Hormonal|||${hours[1]}`,
    fsh(second, 'F'),
  ];
  const read = async (patient: string) =>
    (await findSets(patient)).map((set) => valuesByAnalyte(set).fsh).toSorted();

  test('E-10.4109: are kept apart in one message and when it is sent again, also without a patient', async () => {
    const known = await addPatient(db());
    for (const patient of [known, 'usr_nobody']) {
      await send(patient, both('5', '6'));
      await send(patient, both('5', '7'));
    }
    expect(await read(known)).toEqual(['5', '7']);
    const waiting = (await listWaiting()).map(({ values }) => values[0]?.value);
    expect(waiting.toSorted()).toEqual(['5', '7']);
  });

  test('E-10.4109: a correction without one of their hours waits', async () => {
    const patient = await addPatient(db());
    await send(patient, both('5', '6'));
    for (const at of ['20260114', '202601140900']) await send(patient, [fsh('7', 'C')], at);
    expect(await read(patient)).toEqual(['5', '6']);
    expect(await listWaiting()).toMatchObject([
      { reason: 'unclear-correction', values: [{ value: '7' }] },
    ]);
    expect(parseAcknowledgment(await send(patient, [fsh('8', 'C')], hours[1]))).toEqual(['AA', '']);
    expect(await read(patient)).toEqual(['5', '8']);
  });

  test('E-10.4109: a final value of another hour waits, and its correction changes the hour', async () => {
    const patient = await addPatient(db());
    await send(patient, [fsh('5', 'F')]);
    await send(patient, [fsh('6', 'F')], hours[1]);
    expect(await findOnlySet(patient)).toMatchObject({
      waiting: { reason: 'same-sample', values: [{ value: '6' }] },
    });
    expect(await read(patient)).toEqual(['5']);
  });

  test('E-10.4152: a later message of a sample that waits for its hour changes it there', async () => {
    const patient = await addPatient(db());
    await send(patient, [fsh('5', 'F')]);
    await send(patient, [fsh('6', 'F')], hours[1]);
    await send(patient, [fsh('7', 'C')], hours[1]);
    expect((await listWaiting()).map(({ values }) => values[0]?.value)).toEqual(['7']);
    await send(patient, [fsh('', 'D')], hours[1]);
    const [row] = (await listWaiting())[0]?.values ?? [];
    expect(row?.text).toBe('El laboratorio retiró este resultado.');
    expect((await findOnlySet(patient)).values[0]).toMatchObject({ value: '5', withdrawn: false });
  });

  test('E-10.4152: values of three hours are kept apart while they wait', async () => {
    const known = await addPatient(db());
    for (const patient of [known, 'usr_nobody']) {
      await send(patient, [fsh('5', 'F')]);
      await send(patient, [fsh('6', 'F')], hours[1]);
      await send(patient, [fsh('7', 'F')], '202601140900');
    }
    const waiting = (await listWaiting()).map(({ values }) => values[0]?.value);
    expect(waiting.toSorted()).toEqual(['5', '6', '6', '7', '7']);
    expect(await read(known)).toEqual(['5']);
  });

  test('E-10.4153: are one sample if they have no common value, because a panel may have several times', async () => {
    const patient = await addPatient(db());
    const lh = 'OBX|1|NM|10501-5^LH^LN||4|mUI/mL|||||F';
    await send(patient, [fsh('5', 'F'), `OBR|2||H-1|^Hormonal|||${hours[1]}`, lh]);
    await send(patient, [fsh('5', 'F'), lh]);
    expect(valuesByAnalyte(await findOnlySet(patient))).toEqual({ fsh: '5', lh: '4' });
    expect(await listWaiting()).toEqual([]);
  });

  test('E-10.4154: a value that a user corrected is not new when it is sent again with another hour', async () => {
    const patient = await addPatient(db());
    await send(patient, [fsh('5', 'F')]);
    const { idResultSet, values } = await findOnlySet(patient);
    await request('validate', { idResultSet });
    const corrected = [{ idValue: values[0]?.idValue, value: '7' }];
    await request('correct', { idResultSet, reason: 'Papel', values: corrected });
    await send(patient, [fsh('5', 'F')], hours[1]);
    expect(await findOnlySet(patient)).toMatchObject({ waiting: null });
    expect(await read(patient)).toEqual(['7']);
  });
});

test('E-10.4110: a name is recognised with composed and decomposed accents', async () => {
  const patient = await addPatient(db());
  for (const [name, value] of [
    ['Depuraci\u00f3n', '5'],
    ['Depuracio\u0301n', '6'],
  ] as const) {
    const rest = [`OBX|1|ST|X9^${name}^L||${value}|mL|||||C`];
    await post(makeMessage({ patient, filler: 'A-1', study: '^Hormonal', rest }));
  }
  expect((await findOnlySet(patient)).values).toMatchObject([{ value: '6' }]);
});
