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

const LATER = '20260116100000-0600';
const testosterone = (value: string, unit: string, status: string) =>
  `OBX|1|ST|2986-8^Testosterona total^LN||${value}|${unit}||||${status}`;
const fsh = (value: string, status = 'F') =>
  `OBX|1|NM|15067-2^FSH^LN||${value}|mUI/mL|||||${status}`;

describe('a message with content that cannot be stored', () => {
  test.each([
    [
      'an observation before its study',
      [fsh('5'), 'OBR|1||X-1|^Hormonal|||202601140840'],
      /antes de su estudio/,
    ],
    [
      'an observation after another patient',
      ['OBR|1||X-2|^Hormonal|||202601140840', fsh('4'), 'PID|2||usr_nobody^^^SIMIENTE', fsh('5')],
      /antes de su estudio/,
    ],
    [
      'a final study without values',
      ['OBR|1||X-3|^Hormonal|||202601140840', fsh('')],
      /ningún valor/,
    ],
    ['a final study without observations', ['OBR|1||X-4|^Hormonal|||202601140840'], /ningún valor/],
  ] as const)('H-A2, E-10.2000: is not acknowledged if it has %s', async (_, segments, why) => {
    const patient = await addPatient(db());
    const whole = makeMessage({ patient, rest: [] }).split('\r');
    const content = [...whole.slice(0, 2), ...segments, ''].join('\r');
    const [code, text] = parseAcknowledgment(await post(content));
    expect(code).toBe('AE');
    expect(text).toMatch(why);
    expect(await findSets(patient)).toEqual([]);
  });

  test('H-A2, E-10.2000: a notice without results is acknowledged, and a note about the patient stays', async () => {
    const patient = await addPatient(db());
    const notice = makeMessage({ patient, rest: ['OBX|1|NM|15067-2^FSH^LN||||||||I'] });
    expect(parseAcknowledgment(await post(notice))[0]).toBe('AA');
    const [header, pid, ...rest] = makeMessage({ patient }).split('\r');
    await post([header, pid, 'NTE|1||Paciente en tratamiento', ...rest].join('\r'));
    expect(valuesByAnalyte(await findOnlySet(patient))).toMatchObject({
      'Comentarios del laboratorio': 'Paciente en tratamiento',
    });
  });
});

describe('a later message', () => {
  test('H-A11, H-A15, E-10.2001: corrects the day of the sample, without a second sample', async () => {
    const patient = await addPatient(db());
    const facts = { patient, filler: 'day', study: '^Hormonal' };
    await post(makeMessage({ ...facts, rest: [fsh('5')] }));
    const collectedAt = '202601150840';
    await post(makeMessage({ ...facts, sentAt: LATER, collectedAt, rest: [fsh('5', 'C')] }));
    expect((await findOnlySet(patient)).collectedAt).toBe('2026-01-15T14:40:00.000Z');
    // A final result of another day under a used number is another sample.
    const reused = '202603150840';
    await post(makeMessage({ ...facts, sentAt: reused, collectedAt: reused, rest: [fsh('6')] }));
    expect(await findSets(patient)).toHaveLength(2);
  });

  test.each(['^Hormonal', '^Estudio propio'])(
    'H-A2, E-10.2001: a text of %s replaces the number that it corrects, and the reverse',
    async (study) => {
      const patient = await addPatient(db());
      const facts = { patient, filler: `text${study}`, study };
      await post(makeMessage({ ...facts, rest: [testosterone('300', 'ng/dL', 'F')] }));
      const correction = [testosterone('Muestra insuficiente', '', 'C')];
      await post(makeMessage({ ...facts, sentAt: LATER, rest: correction }));
      const set = await findOnlySet(patient);
      expect(set.values).toMatchObject([{ analyte: null, text: 'Muestra insuficiente' }]);
      expect(set.values[0]?.earlier).toMatchObject([{ value: '300' }]);
      const again = [testosterone('310', 'ng/dL', 'C')];
      await post(makeMessage({ ...facts, sentAt: '20260117100000-0600', rest: again }));
      expect(valuesByAnalyte(await findOnlySet(patient))).toEqual({ testosterone: '310' });
    },
  );

  test.each(['D', 'X', 'F'])(
    'H-A11, E-10.2001: shows that the days of abstinence were withdrawn (%s)',
    async (status) => {
      const patient = await addPatient(db());
      const facts = { patient, filler: `abstinence-${status}` };
      const obx = (value: string, state: string) =>
        `OBX|1|NM|ABS^Días de abstinencia^L||${value}|d|||||${state}`;
      const volume = 'OBX|2|NM|3160-9^Volumen^LN||2|mL|||||F';
      await post(makeMessage({ ...facts, rest: [obx('3', 'F'), volume] }));
      expect((await findOnlySet(patient)).abstinenceDays).toBe('3');
      const withdrawal = [obx(status === 'F' ? '""' : '', status)];
      await post(makeMessage({ ...facts, sentAt: LATER, rest: withdrawal }));
      expect(valuesByAnalyte(await findOnlySet(patient))).toMatchObject({
        Abstinencia: 'El laboratorio retiró los días de abstinencia.',
      });
    },
  );
});

test.each(['I', 'S', 'O', 'N', 'M', 'P', 'R'])(
  'H-A5, E-10.2002: a final value in a report with state %s (OBR-25) is preliminary',
  async (state) => {
    const patient = await addPatient(db());
    const collectedAt = `202601140840${'|'.repeat(18)}${state}`;
    await post(makeMessage({ patient, collectedAt, study: '^Hormonal', rest: [fsh('5')] }));
    expect((await findOnlySet(patient)).values[0]).toMatchObject({ preliminary: true });
  },
);

test.each([
  ['9780-8^Concentración^LN', '14 millones/mL', '', '14 10*6/mL'],
  ['9780-8^Concentración^LN', '14 x10^6/mL', '', '14 10*6/mL'],
  ['9780-8^Concentración^LN', '14,000,000', '/mL', '14000000 /mL'],
  ['9780-8^Concentración^LN', '14 000 000', '/mL', '14000000 /mL'],
  ['9780-8^Concentración^LN', '14 millones/mL', 'mill/cc', '14 10*6/mL'],
  ['9780-8^Concentración^LN', '14 millones/mL', '/mL', null],
  ['9780-8^Concentración^LN', '14 bolas/mL', '', null],
  ['9780-8^Concentración^LN', '1.5 x 10\\S\\6', '/mL', '1500000 /mL'],
  ['9780-8^Concentración^LN', '1.5 × 10⁶', 'esp/mL', '1500000 /mL'],
  ['15067-2', '5.1', 'mUI/mL', '5.1 mUI/mL'],
  ['15067-2^LH', '5.1', 'mUI/mL', null],
  ['2842-3^Prolactina^LN', 'menor de 0.5', 'ng/mL', '<0.5 ng/mL'],
  ['2842-3^Prolactina^LN', 'SUPERIOR A 200', 'ng/mL', '>200 ng/mL'],
  ['15067-2^FSH^LN', '5,100', 'mUI/mL', null],
])('H-A7, E-10.2003: %s «%s» in «%s» is %s', async (code, value, unit, stored) => {
  const patient = await addPatient(db());
  const rest = [`OBX|1|ST|${code}||${value}|${unit}|||||F`];
  await post(makeMessage({ patient, rest }));
  const [found] = (await findOnlySet(patient)).values.filter(({ derived }) => derived === null);
  const { analyte, comparator, value: number, unit: usedUnit } = found ?? {};
  const expected = analyte === null ? null : `${comparator ?? ''}${number} ${usedUnit}`;
  expect(expected).toBe(stored);
});

test('H-A1, E-10.2004: the letter of a sub-id distinguishes analytes of one code, and other sub-ids keep their values apart', async () => {
  const patient = await addPatient(db());
  const send = (filler: string, ids: readonly string[], collectedAt: string) =>
    post(
      makeMessage({
        patient,
        filler,
        collectedAt,
        study: '^Microdeleciones',
        rest: ids.map(
          (id, index) =>
            `OBX|1|ST|35456-3^Y^LN|${id}|${index === 0 ? 'Ausente (microdeleción)' : 'Presente'}||||||F`,
        ),
      }),
    );
  await send('sub-a', ['a', 'b', 'c'], '202601140840');
  await send('sub-1', ['1', '2', '3'], '202601130840');
  const sets = (await findSets(patient)).map(valuesByAnalyte);
  expect(sets).toEqual([
    { azfA: 'absent', azfB: 'present', azfC: 'present' },
    { 'Y (1)': 'Ausente (microdeleción)', 'Y (2)': 'Presente', 'Y (3)': 'Presente' },
  ]);
});

describe('the content of an observation', () => {
  const readSet = async (...rest: readonly string[]) => {
    const patient = await addPatient(db());
    await post(makeMessage({ patient, study: '^Hormonal', rest }));
    return findOnlySet(patient);
  };

  test.each([
    ['ST|15067-2^FSH^LN||5.1 (1.5-12.4)|mUI/mL', { analyte: 'fsh', range: '1.5-12.4' }],
    ['ST|15067-2^FSH^LN||5.1 (1.5-12.4)|mUI/mL|2 - 10', { range: '2 - 10; 1.5-12.4' }],
    [
      'NM|2986-8^Testosterona total (nmol/L)^LN||10.8|ng/dL',
      { analyte: null, text: '10.8 ng/dL', note: /distintas/ },
    ],
    ['ST|2986-8^Testosterona total^LN||10.8 nmol/L|ng/dL', { analyte: null, value: null }],
    [
      'NM|2986-8^Testosterona total (nmol/L)^LN||10.8|',
      { analyte: 'testosterone', unit: 'nmol/L' },
    ],
    ['NM|10579-1^Leucocitos^LN||7.5|10*3/uL|4 - 11', { analyte: null, name: 'Leucocitos' }],
    ['ST|10501-5^LH^LN||No se detectó|mUI/mL', { analyte: null, text: 'No se detectó' }],
    ['ST|15067-2^FSH^LN||Pendiente|mUI/mL', { analyte: null, text: 'Pendiente' }],
    ['TM|X^Hora de congelación^L||0830|', { value: null, text: '0830' }],
    ['ST|X^Lote^L||00123|', { value: null, text: '00123' }],
    ['ST|X^Factor Rh^L||-|', { text: '-' }],
  ])('E-10.3771, E-10.3773, E-10.3781: %s', async (obx, expected) => {
    const { values } = await readSet(`OBX|1|${obx}`);
    const note = 'note' in expected ? { note: expect.stringMatching(expected.note) } : {};
    expect(values).toMatchObject([{ ...expected, ...note }]);
  });

  test('E-10.3783: two values of an analyte that a waiting sample has are both stored', async () => {
    const facts = { patient: 'usr_nobody', filler: 'TWO', study: '^Hormonal' };
    const lh = (value: string) => `OBX|1|ST|10501-5^LH^LN||${value}||||||F`;
    await post(makeMessage({ ...facts, rest: [lh('4')] }));
    await post(makeMessage({ ...facts, sentAt: LATER, rest: [lh('5.1'), lh('Negativo')] }));
    expect((await listWaiting()).flatMap(({ values }) => values)).toMatchObject([
      { name: 'LH', value: '5.1' },
      { name: 'LH (2)', text: 'Negativo' },
    ]);
  });

  test.each(['NM|^^L||6', 'SN|^^L||^6', 'SN|^^L||<^6'])(
    'E-10.3776: a value without a name is not acknowledged: %s',
    async (obx) => {
      const patient = await addPatient(db());
      const rest = [fsh('5'), `OBX|2|${obx}|mUI/mL|||||F`];
      const [code, text] = parseAcknowledgment(await post(makeMessage({ patient, rest })));
      expect([code, text]).toEqual(['AE', 'Un resultado no tiene nombre (OBX-3): «6» (OBX 2).']);
    },
  );

  test('E-10.3776: an alternative code without a text names a value', async () => {
    const set = await readSet('OBX|1|NM|^^^15067-2^^LN||5|mUI/mL|||||F');
    expect(valuesByAnalyte(set)).toEqual({ fsh: '5' });
  });

  test('E-10.3780: ADD continues the text before it, and a study that continues in another message is not acknowledged', async () => {
    const note = ['OBX|1|TX|X^Nota^L||Sin ', 'ADD|desarrollo||||||F'];
    expect(valuesByAnalyte(await readSet(...note))).toEqual({ Nota: 'Sin desarrollo' });
    const patient = await addPatient(db());
    const continued = makeMessage({ patient, rest: [fsh('5'), 'DSC|1'] });
    expect(parseAcknowledgment(await post(continued))[0]).toBe('AE');
  });

  test('E-10.3780: delimiters with a meaning in regular expressions are read', async () => {
    const patient = await addPatient(db());
    const usual = makeMessage({ patient, study: '^Hormonal', rest: [fsh('5')] });
    const delimiters = new Map(
      Object.entries({ '|': '#', '^': '@', '~': '!', '\\': '?', '&': '%' }),
    );
    await post(usual.replaceAll(/[|^~\\&]/g, (sign) => delimiters.get(sign) ?? ''));
    expect(valuesByAnalyte(await findOnlySet(patient))).toEqual({ fsh: '5' });
  });

  test.each(['^~', '^~\\', '^~&'])('E-10.3934: MSH-2 «%s» is completed', async (delimiters) => {
    const patient = await addPatient(db());
    const rest = ['OBX|1|NM|15067-2^FSH^LN||5|mUI/mL|< 10\\S\\2||||F'];
    const usual = makeMessage({ patient, study: '^Hormonal', rest });
    await post(usual.replace('MSH|^~\\&|', `MSH|${delimiters}|`));
    expect((await findOnlySet(patient)).values).toMatchObject([{ value: '5', range: '< 10^2' }]);
  });

  test('E-10.3782: two different abstinences are shown, and none is stored as days', async () => {
    const days = ['3', '4'].map((one) => `OBX|1|NM|10587-4^Abstinencia^LN||${one}|d|||||F`);
    const set = await readSet(...days, fsh('5'));
    expect(set.abstinenceDays).toBeNull();
    expect(valuesByAnalyte(set)).toMatchObject({ Abstinencia: '3 d / 4 d' });
  });

  test.each([
    ['3|d|||||F', '72|h|||||F', null, '3 d / 72 h'],
    ['4|d|||||D', '3|d|||||F', '3', undefined],
    ['4|d|||||F', '3|d|||||X', '4', undefined],
  ])('E-10.3782: abstinences of %s and %s', async (one, other, days, shown) => {
    const sent = [one, other].map((rest) => `OBX|1|NM|10587-4^Abstinencia^LN||${rest}`);
    const set = await readSet(...sent, fsh('5'));
    expect([set.abstinenceDays, valuesByAnalyte(set).Abstinencia]).toEqual([days, shown]);
  });

  test.each([
    ['3', '72 h', '3', undefined],
    ['3', '5', null, '3 / 5 d'],
    ['3', '3-5', '3', '3-5 d'],
  ])(
    'E-10.3788: the abstinences «%s» and «%s» of two OBRs of a sample',
    async (one, other, days, text) => {
      const obx = (value: string) =>
        `OBX|1|ST|10587-4^Abstinencia^LN||${value}|${/h$/.test(value) ? '' : 'd'}|||||F`;
      const second = ['OBR|2||ABS-2|^Hormonal|||202601140840', obx(other)];
      const set = await readSet(obx(one), fsh('5'), ...second);
      expect(set.abstinenceDays).toBe(days);
      expect(valuesByAnalyte(set).Abstinencia).toBe(text);
    },
  );
});

describe('observations in groups and of opposites', () => {
  const isolate = (group: number, rows: Readonly<Record<string, string>>, status = 'F') =>
    Object.entries(rows).map(
      ([name, value]) => `OBX|1|ST|X^${name}^L|${group}|${value}||||||${status}`,
    );

  test('E-10.2881: the values of each isolate stay apart, also in a correction of one of them', async () => {
    const patient = await addPatient(db());
    const facts = { patient, filler: 'ISO-1', study: '^Cultivo de semen' };
    const first = { Microorganismo: 'E. coli', Ciprofloxacino: 'R' };
    const second = { Microorganismo: 'E. faecalis', Ciprofloxacino: 'S' };
    await post(makeMessage({ ...facts, rest: [...isolate(1, first), ...isolate(2, second)] }));
    const corrected = isolate(2, { Ciprofloxacino: 'I' }, 'C');
    await post(makeMessage({ ...facts, sentAt: LATER, rest: corrected }));
    expect(valuesByAnalyte(await findOnlySet(patient))).toEqual({
      'Microorganismo (1)': 'E. coli',
      'Ciprofloxacino (1)': 'R',
      'Microorganismo (2)': 'E. faecalis',
      'Ciprofloxacino (2)': 'I',
    });
  });

  test('E-10.2881: lines of a text with consecutive sub-ids are one text', async () => {
    const patient = await addPatient(db());
    const rest = ['Sin', 'datos'].flatMap((text, line) => isolate(line + 1, { Nota: text }));
    await post(makeMessage({ patient, rest }));
    expect(valuesByAnalyte(await findOnlySet(patient))).toEqual({ Nota: 'Sin\ndatos' });
  });

  test('E-10.2882: the presence of a deletion is not stored as the presence of its region', async () => {
    const patient = await addPatient(db());
    const rest = [
      'OBX|1|ST|35456-3^Microdeleción AZFa^LN||Presente||||||F',
      'OBX|2|ST|35456-3^AZFb^LN||Presente||||||F',
    ];
    await post(makeMessage({ patient, study: '^Microdeleciones', rest }));
    const set = await findOnlySet(patient);
    expect(set.values).toMatchObject([
      { analyte: 'azfB', choice: 'present' },
      { analyte: null, name: 'Microdeleción AZFa', text: 'Presente', choice: null },
    ]);
  });

  test.each([
    ['Varicocele^L', ['Derecho', 'Presente'], ['Izquierdo', 'Ausente']],
    ['Cuenta por campo^L', ['campo 1', '10'], ['campo 2', '12']],
    ['Microdeleciones^LN', ['AZFa', 'Presente'], ['AZFb', 'Presente']],
  ])(
    'E-10.4001: equal codes with other words as sub-id are rows with them: %s',
    async (name, ...sides) => {
      const patient = await addPatient(db());
      const code = name.endsWith('LN') ? '35456-3' : 'X1';
      const rest = sides.map(([side, text]) => `OBX|1|ST|${code}^${name}|${side}|${text}||||||F`);
      const facts = { patient, study: '^Otro', filler: `SIDES-${name}` };
      await post(makeMessage({ ...facts, rest: rest.slice(0, 1) }));
      await post(makeMessage({ ...facts, rest: rest.slice(1) }));
      await post(makeMessage({ ...facts, rest }));
      expect(valuesByAnalyte(await findOnlySet(patient))).toEqual(
        Object.fromEntries(sides.map(([side, text]) => [`${name.split('^')[0]} (${side})`, text])),
      );
    },
  );
});
