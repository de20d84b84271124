import { describe, expect, test } from 'vitest';
import type { QuotableResult } from '../version.ts';
import { checkFigures } from './check-figures.ts';

const makeKnown = (
  analyte: string | null,
  value: string,
  unit: string,
  more: Partial<QuotableResult> = {},
): QuotableResult => ({
  idValue: `val_${analyte}`,
  analyte,
  name: null,
  comparator: null,
  value,
  unit,
  range: null,
  collectedAt: '2026-10-12T15:00:00.000Z',
  laboratory: 'Lab Piedra de Río',
  examType: 'Seminograma',
  whoEdition: 6,
  ...more,
});

const earlier = { collectedAt: '2026-01-14T15:00:00.000Z' };
const results = [
  makeKnown('volume', '2.1', 'mL'),
  makeKnown('concentration', '14', '10*6/mL'),
  makeKnown('concentration', '20', '10*6/mL', earlier),
  makeKnown('totalNumber', '29.4', '10*6/{ejaculate}', { idValue: null }),
  makeKnown('progressiveMotility', '34', '%'),
  makeKnown('nonProgressiveMotility', '10', '%'),
  makeKnown('immotile', '56', '%'),
  makeKnown('totalMotility', '44', '%'),
  makeKnown('vitality', '60', '%'),
  makeKnown('normalForms', '3', '%'),
  makeKnown('ph', '7.4', 'pH'),
  makeKnown('teratozoospermiaIndex', '1.4', '1'),
  makeKnown('leukocytes', '1', '10*6/mL', { comparator: '<' }),
  makeKnown('abstinence', '3', 'd'),
  makeKnown('fsh', '4.5', 'mUI/mL', { range: '1.5 – 12.4', whoEdition: null }),
  makeKnown('lh', '3.2', 'mUI/mL', { range: '1.7 – 8.6', whoEdition: null }),
  makeKnown('testosterone', '450', 'ng/dL', { range: '249 – 836', whoEdition: null }),
  makeKnown(null, '30', 'ng/mL', { name: 'Vitamina D (25-OH)', whoEdition: null }),
];

const check = (text: string, known: readonly QuotableResult[] = results) =>
  checkFigures(text, known, 'America/Mexico_City');
const verdicts = (text: string, known?: readonly QuotableResult[]) =>
  check(text, known).map(({ figure, verdict }) => `${figure} ${verdict}`);

describe('R6: each figure of a report against the results', () => {
  test('E-10.619: a figure that agrees, one that differs with the result and its origin, and one without a result', () => {
    const text =
      'Tu muestra tuvo un volumen de 2.1 ml. La concentración fue de **70** millones/ml. Tu índice de masa corporal es de 23.4 kg/m².';
    const found = check(text);
    expect(found).toMatchObject([
      {
        figure: '2.1',
        unit: 'ml',
        analyte: 'volume',
        verdict: 'agrees',
        message: '2.1 ml, coincide',
      },
      {
        figure: '70',
        unit: 'millones/ml',
        analyte: 'concentration',
        verdict: 'differs',
        expected: '14',
        message: '70 ≠ 14 millones/ml (12 oct, Lab Piedra de Río)',
        result: { idValue: 'val_concentration' },
      },
      {
        figure: '23.4',
        unit: 'kg/m²',
        verdict: 'unknown',
        message: 'Sin resultado en el expediente',
      },
    ]);
    for (const { start, end, figure } of found) {
      expect(text.slice(start, start + figure.length)).toBe(figure);
      expect(end).toBeGreaterThanOrEqual(start + figure.length);
    }
  });

  test.each([
    '14 millones/ml',
    '14 M/mL',
    '14 mill/ml',
    '14 x 10^6/mL',
    '14×10⁶/ml',
    '14 10^6/mL',
    '14 (10*6)/mL'.replace(' (10*6)', ' x10*6'),
    '1.4 x 10^7/ml',
    '14,0 millones/ml',
    '14 000 000/mL',
    '14,000,000 por ml',
    '14.000.000 espermatozoides/ml',
    '14 000 miles/ml',
    '14 millones de espermatozoides por mililitro',
    'entre 10 y 16 millones/ml',
  ])('R6: a concentration of 14 written «%s» agrees', (written) => {
    expect(check(`La concentración fue de ${written}.`)).toMatchObject([{ verdict: 'agrees' }]);
  });

  test.each([
    '41 millones/ml',
    '1.4 M/mL',
    '14 x 10^5/mL',
    '14 x 10^7/mL',
    '1,400,000 por ml',
    '140 000 000/mL',
    '14 miles/ml',
    'entre 15 y 20 millones/ml',
    '13.9 millones/ml',
  ])('R6: a concentration of 14 written «%s» differs', (written) => {
    expect(check(`La concentración fue de ${written}.`)).toMatchObject([{ verdict: 'differs' }]);
  });

  test.each([
    ['34 % progresivos, 10 % no progresivos y 56 % inmóviles', ['agrees', 'agrees', 'agrees']],
    ['10 % progresivos, 34 % no progresivos y 56 % inmóviles', ['differs', 'differs', 'agrees']],
    ['La movilidad total fue de 44 % y la vitalidad, de 61 %', ['agrees', 'differs']],
    ['El 3 % tiene forma normal; el 97 % son anormales', ['agrees', 'agrees']],
    ['De cada 100 espermatozoides, 34 avanzan', ['unknown', 'unknown']],
    ['pH de 7.4 e índice TZI de 1.5', ['agrees', 'differs']],
    ['Leucocitos < 1 millón/ml', ['agrees']],
    ['Leucocitos: 2 millones/ml', ['differs']],
    ['La muestra midió dos mililitros y medio', ['unknown']],
    ['FSH de 4.5 UI/L y testosterona de 4.5 ng/mL', ['agrees', 'agrees']],
    ['FSH y LH de 4.5 y 3.2 mUI/mL, respectivamente', ['unknown', 'unknown']],
    ['FSH 4.5, LH 3.9 mUI/mL', ['agrees', 'differs']],
    ['Vitamina D de 30 ng/ml', ['agrees']],
    ['Vitamina D de 33 ng/ml', ['differs']],
    ['Concentración (millones/ml): 15', ['differs']],
    ['En total fueron 29 millones en el eyaculado', ['agrees']],
    ['Con 3 días de abstinencia; con 4 días de abstinencia', ['agrees', 'differs']],
  ])('R6: «%s»', (text, expected) => {
    expect(check(text).map(({ verdict }) => verdict)).toEqual(expected);
  });

  test.each([
    ['La concentración fue de catorce millones por mililitro.', 'catorce'],
    ['Movilidad progresiva de treinta y cuatro por ciento', 'treinta y cuatro'],
    ['La muestra midió dos coma un mililitros', 'dos coma un'],
    ['La FSH es de dos mUI/mL.', 'dos'],
    ['Con cinco días de abstinencia', 'cinco'],
    ['La abstinencia fue de nueve días', 'nueve'],
    ['Abstinencia: tres días', 'tres'],
    ['La FSH es de nueve.', 'nueve'],
    ['pH: siete', 'siete'],
    ['La FSH fue nueve y no se midió la LH.', 'nueve'],
    ['| FSH | nueve | mUI/mL |', 'nueve'],
  ])('E-10.3760: a number in words is unknown: %s', (text, figure) => {
    expect(verdicts(text)).toEqual([`${figure} unknown`]);
  });

  test.each(['cerca de 14', 'aproximadamente 70', '≈ 14'])(
    'E-10.3762: a rough number is unknown: %s',
    (written) => {
      expect(check(`La concentración es de ${written} millones/ml.`)).toMatchObject([
        { verdict: 'unknown' },
      ]);
    },
  );

  test('E-10.3760: durations and counted things in words are not figures', () => {
    expect(verdicts('Dos muestras en tres meses, a tus treinta y cinco años.')).toEqual([]);
  });

  test.each([
    'Francamente, la concentración fue de 70 millones/ml.',
    'La concentración fue de 70 millones/ml, un valor muy bueno.',
    'La concentración permanece en 70 millones/ml.',
    'Por fortuna, la concentración (70 millones/ml) refleja una producción abundante.',
    'Desde el punto de vista clínico, una concentración de 70 millones/ml resulta suficiente.',
  ])('E-10.3761: a wrong value beside unknown words differs: %s', (text) => {
    expect(verdicts(text)).toContain('70 differs');
  });

  test.each([
    'Se espera una concentración de 70 millones/ml en el futuro lejano.',
    'La concentración de 70 millones/ml podría deberse al traslado.',
    'El laboratorio estimó una concentración mayor de 70 millones/ml en ayunas.',
    'Se requiere una concentración de 70 millones/ml según el consenso.',
  ])('E-10.3761: beside unknown words, what may not be a value is unknown: %s', (text) => {
    expect(verdicts(text)).toEqual(['70 unknown']);
  });

  test.each([
    ['FSH y LH de 4.5 y 3.2 mUI/mL.', ['4.5 unknown', '3.2 unknown']],
    ['La FSH y la LH son de 4.5 mUI/mL y 3.2 mUI/mL.', ['4.5 unknown', '3.2 unknown']],
    ['Movilidad progresiva y no progresiva de 34 % y 10 %.', ['34 unknown', '10 unknown']],
    ['La relación entre FSH y LH es de 1.4.', ['1.4 unknown']],
    ['La FSH de 7.6 mUI/mL o más sugiere daño testicular.', ['7.6 unknown']],
  ])('E-10.3841: values of two analytes and norms never differ: %s', (text, expected) => {
    expect(verdicts(text)).toEqual(expected);
  });

  test.each(['A tu esposa se le midió la FSH.', 'Revisamos a tu hermano.'])(
    'E-10.3842: values after «%s» are not confirmed',
    (sentence) => {
      expect(verdicts(`${sentence} La FSH es de 4.5 mUI/mL.`)).toEqual(['4.5 unknown']);
    },
  );

  test('R6: ages, dates, hours, items, years and identifiers are not figures', () => {
    expect(
      check(
        '1. El 12 de octubre de 2026, a tus 35 años, dormiste 8 horas.\n2) Camina 20 minutos al sol, 46,XY, T4, B12【4:5†guia_OMS_2021.pdf】 y vuelve el 12/10/2026 a las 10:30 h, en 3 meses.',
      ),
    ).toEqual([]);
  });

  test('R6: an earlier result may be quoted, unless the sentence names the date of another', () => {
    expect(verdicts('La concentración pasó de 20 a 14 millones/ml.')).toEqual([
      '20 agrees',
      '14 agrees',
    ]);
    expect(check('La concentración fue de 20 millones/ml.')[0]?.message).toBe(
      '20 millones/ml, coincide con un resultado de otra fecha (14 ene, Lab Piedra de Río)',
    );
    expect(verdicts('El 12 de octubre la concentración fue de 20 millones/ml.')).toEqual([
      '20 differs',
    ]);
    expect(
      verdicts('En enero la concentración era de 20 millones/ml y en octubre, de 14 millones/ml.'),
    ).toEqual(['20 agrees', '14 agrees']);
  });

  test('R6: a value may be rounded, but not across the 5th centile', () => {
    const results = [
      makeKnown('concentration', '15.6', '10*6/mL'),
      makeKnown('volume', '2.14', 'mL'),
    ];
    expect(verdicts('Volumen de 2.1 ml.', results)).toEqual(['2.1 agrees']);
    expect(verdicts('Concentración de 16 millones/ml en la muestra.', results)).toEqual([
      '16 differs',
    ]);
  });

  test('E-10.2999: a value that is rounded to one digit is not confirmed', () => {
    const results = [
      makeKnown('ph', '7.8', 'pH'),
      makeKnown('fsh', '4.2', 'm[IU]/mL'),
      makeKnown('volume', '3', 'mL'),
    ];
    expect(verdicts('El pH fue de 8.', results)).toEqual(['8 unknown']);
    expect(verdicts('FSH de 4 mUI/mL.', results)).toEqual(['4 unknown']);
    expect(verdicts('Volumen de 3 ml.', results)).toEqual(['3 agrees']);
  });

  test('R6: a figure without a named analyte, or about something else, never differs', () => {
    expect(
      verdicts(
        'La movilidad progresiva fue de 34 %. Bajar 10 % del peso la mejora. El riesgo es de 20 %. La movilidad mejoró un 15 %.',
      ),
    ).toEqual(['34 agrees', '10 unknown', '20 unknown', '15 unknown']);
  });

  test('R6: without any result nothing differs', () => {
    expect(
      verdicts('Concentración de 70 millones/ml, FSH de 3 mUI/mL (1.5–12.4), pH 7.', []),
    ).toEqual(['70 unknown', '3 unknown', '1.5–12.4 unknown', '7 unknown']);
  });

  test('the expected value has the decimal comma of the text', () => {
    expect(check('Volumen de 3,5 ml.')[0]?.expected).toBe('2,1');
  });
});

describe('R6: each quoted reference against the tables', () => {
  test.each([
    [
      'El límite de referencia de la concentración es de 16 millones/ml (OMS 2021).',
      ['16 reference-agrees'],
    ],
    [
      'El límite de referencia de la concentración es de 15 millones/ml (OMS 2021).',
      ['15 reference-differs'],
    ],
    [
      'El límite de referencia de la concentración es de 15 millones/ml (OMS 2010).',
      ['15 reference-agrees'],
    ],
    [
      'Concentración: 14 millones/ml (referencia ≥ 20 millones/ml).',
      ['14 agrees', '20 reference-differs'],
    ],
    ['Concentración: 14 millones/ml (≥ 20).', ['14 agrees', '20 reference-differs']],
    [
      'Volumen: 2.1 ml. La referencia es de 1.4 ml (1.3–1.5).',
      ['2.1 agrees', '1.4 reference-agrees', '1.3–1.5 reference-agrees'],
    ],
    ['Volumen: 2.1 ml. La referencia es de 2 ml.', ['2.1 agrees', '2 reference-differs']],
    ['Vitalidad de 60 %; se espera 54 % o más.', ['60 agrees', '54 reference-agrees']],
    ['El pH fue de 7.4 (≥ 7.0).', ['7.4 agrees', '7.0 reference-differs']],
    [
      'Leucocitos < 1 millón/ml (umbral de consenso < 1 millón/ml).',
      ['1 agrees', '1 reference-agrees'],
    ],
    [
      'FSH 4.5 mUI/ml (1.5–12.4) y LH 3.2 mUI/ml (1.5–8.6).',
      ['4.5 agrees', '1.5–12.4 reference-agrees', '3.2 agrees', '1.5–8.6 reference-differs'],
    ],
    ['Repite con 2 a 7 días de abstinencia.', ['2 a 7 reference-agrees']],
    ['Repite con 5 a 10 días de abstinencia.', ['5 a 10 reference-differs']],
    ['La morfología de 3 % es menor al 4 % esperado.', ['3 agrees', '4 reference-agrees']],
    [
      'Tu resultado, 14 millones/ml, está por debajo de los 16 millones/ml que la OMS considera límite.',
      ['14 agrees', '16 reference-agrees'],
    ],
    ['Para la concentración, el percentil 50 es de 66 millones/ml.', ['66 reference-agrees']],
    ['Para la concentración, el percentil 50 es de 73 millones/ml.', ['73 reference-differs']],
    ['Movilidad progresiva de 30 %: referencia ≥ 30 %.', ['30 differs', '30 reference-agrees']],
  ])('R6: «%s»', (text, expected) => {
    expect(verdicts(text)).toEqual(expected);
  });

  test('R6: a reference is compared with the edition that the result names', () => {
    const old = [makeKnown('concentration', '14', '10*6/mL', { whoEdition: 5 })];
    expect(verdicts('Concentración 14 millones/ml (referencia ≥ 15 millones/ml).', old)).toEqual([
      '14 agrees',
      '15 reference-agrees',
    ]);
  });

  test('R6: a claimed centile, under, over or between, is checked', () => {
    expect(
      verdicts(
        'La concentración de 14 millones/ml está bajo el percentil 5. El volumen está entre el percentil 10 y el 25. La movilidad total está entre el percentil 5 y el 10.',
      ),
    ).toEqual([
      '14 agrees',
      'percentil 5 agrees',
      'percentil 10 y el 25 agrees',
      'percentil 5 y el 10 agrees',
    ]);
    const onlyOne = results.slice(1, 2);
    for (const over of ['superior', 'mayor', 'por arriba']) {
      const [finding] = check(`La concentración está en el percentil 5 o ${over}.`, onlyOne);
      expect(finding).toMatchObject({ verdict: 'differs', figure: `percentil 5 o ${over}` });
    }
    const [claim] = check('La concentración está por encima del percentil 50.', onlyOne);
    expect(claim).toMatchObject({
      verdict: 'differs',
      message:
        'No coincide: 14 ×10⁶/mL, por debajo del percentil 5 de hombres fértiles, OMS 2021 (12 oct, Lab Piedra de Río)',
    });
  });
});

test('S8, T-L3: each figure of the longest draft is found at its place in the text', () => {
  const sentence = 'El volumen fue de 2.1 mL.\n';
  const text = sentence.repeat(700);
  const findings = checkFigures(text, results, 'America/Mexico_City');
  expect(findings).toHaveLength(700);
  expect(new Set(findings.map(({ verdict }) => verdict))).toEqual(new Set(['agrees']));
  expect(findings.map(({ start }) => start)).toEqual(
    Array.from(
      { length: 700 },
      (_, index) => index * sentence.length + 'El volumen fue de '.length,
    ),
  );
});

test('E-10.3003: a heading far above a figure still decides whose value the figure is', () => {
  const text = `## Donante\n\n${'Sin otro dato.\n'.repeat(500)}El volumen fue de 2.1 mL.`;
  expect(verdicts(text).at(-1)).toBe('2.1 unknown');
});

test.each([
  ['Testosterona total: 3.5 ng/mL, en el rango del laboratorio (2.49 - 8.36).', 'reference-agrees'],
  ['Testosterona total: 3.5 ng/mL, en el rango del laboratorio (249 - 836).', 'reference-differs'],
  ['Testosterona total: 3.5 ng/mL. Rango de referencia: 2.49 – 8.36.', 'reference-agrees'],
  ['La testosterona total de 3.5 ng/mL es mayor de 100.', 'differs'],
  ['La testosterona total bajó de 4.5 ng/mL a 350.', 'differs'],
  [
    '| Analito | Valor | Referencia |\n|---|---|---|\n| Testosterona | 3.5 ng/mL | 249 – 836 |',
    'reference-differs',
  ],
])('E-10.4089: a limit without a unit has that of the value before it: %s', (text, verdict) => {
  const known = [{}, earlier].map((more, index) =>
    makeKnown('testosterone', `${3.5 + index}`, 'ng/mL', { range: '2.49 – 8.36', ...more }),
  );
  expect(check(text, known).map((one) => one.verdict)).toEqual(['agrees', verdict]);
});

test('E-10.4090: a value that equals the bound of the printed range «< 12.4» is outside', () => {
  const known = [makeKnown('fsh', '12.4', 'mUI/mL', { range: '< 12.4' })];
  expect(verdicts('La FSH está alta.', known)).toEqual(['alta agrees']);
  expect(verdicts('La FSH es normal.', known)).toEqual(['normal differs']);
});

test('E-10.4092: a similar name is not that of the analyte', () => {
  const known = [makeKnown('dheaS', '280', 'µg/dL'), makeKnown('shbg', '32', 'nmol/L')];
  expect(verdicts('La DHEA es de 280 µg/dL.', known)).toEqual(['280 unknown']);
  expect(verdicts('La globulina es de 32 nmol/L.', known)).toEqual(['32 unknown']);
});
