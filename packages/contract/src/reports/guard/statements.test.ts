import { expect, test } from 'vitest';
import type { QuotableFact, QuotableResult } from '../version.ts';
import { checkFigures } from './check-figures.ts';

const NEWER = '2026-03-10T15:00:00.000Z';
const OLDER = '2025-11-04T15:00:00.000Z';
const common = { idValue: null, laboratory: null, examType: 'Seminograma' };
const number = (
  analyte: string,
  value: string,
  unit: string,
  { range = null, collectedAt = NEWER }: Partial<QuotableResult> = {},
): QuotableResult => ({
  ...common,
  ...{ analyte, value, unit, range, collectedAt },
  ...{ name: null, comparator: null, whoEdition: 6 },
});
const fact = (analyte: string, choice: string, examType = 'Microdelesiones'): QuotableFact => ({
  ...common,
  ...{ analyte, choice, examType, collectedAt: NEWER },
});
const record = [
  number('volume', '2.6', 'mL'),
  number('concentration', '9', '10*6/mL'),
  number('concentration', '18', '10*6/mL', { collectedAt: OLDER }),
  number('totalNumber', '23.4', '10*6/{ejaculate}'),
  number('progressiveMotility', '22', '%'),
  number('totalMotility', '32', '%'),
  number('vitality', '61', '%'),
  number('normalForms', '2', '%'),
  number('fsh', '5.1', 'mUI/mL', { range: '1.5 – 12.4' }),
  number('testosterone', '415', 'ng/dL', { range: '249 – 836' }),
  number('testosterone', '200', 'ng/dL', { range: '249 – 836', collectedAt: OLDER }),
  number('prolactin', '11.3', 'ng/mL', { range: '4 – 15.2' }),
  fact('azfA', 'present'),
  fact('azfB', 'present'),
  fact('azfC', 'absent'),
  fact('growth', 'none', 'Cultivo_Semen'),
  fact('growth', 'growth', 'Cultivo_Orina'),
];
const verdicts = (text: string, results: readonly (QuotableResult | QuotableFact)[] = record) =>
  checkFigures(text, results, 'America/Mexico_City').map(({ verdict }) => verdict);
const isConfirmed = (verdict: string) => verdict === 'agrees' || verdict === 'reference-agrees';

// Sentences that were typed after the rules, to try them.
test.each([
  'La concentración sobrepasa los 16 millones/mL.',
  'La concentración de espermatozoides es más alta que 16 millones/mL.',
  'La concentración se encuentra por arriba del límite inferior de referencia (16 millones/mL).',
  'El recuento es ≥ 16 millones/mL.',
  'Concentración > 16 millones/mL.',
  'Con una concentración mayor a 15 millones por mL, el pronóstico es bueno.',
  'La concentración está entre 10 y 20 millones/mL.',
  'Concentración: 10-20 millones/mL.',
  'La concentración oscila de 15 a 20 millones/mL.',
  'La testosterona más reciente fue de 200 ng/dL.',
  'La testosterona total actual es 200 ng/dL.',
  'Testosterona total de 200 ng/dL.',
  'Testosterona baja.',
  'La testosterona se encuentra disminuida.',
  'Hipogonadismo con testosterona de 415 ng/dL baja.',
  'Motilidad progresiva 1/2.',
  'La FSH está por arriba de lo normal.',
  'La FSH supera el límite superior de referencia.',
  'No presenta oligospermia.',
  'Paciente normozoospérmico.',
  'Normozoospermia.',
  'Diagnóstico: azoospermia.',
  'Azoospermia.',
  'Necrospermia.',
  'Ausencia de oligozoospermia y astenozoospermia.',
  'Los parámetros seminales son normales.',
  'Todos los parámetros están dentro de la normalidad.',
  'Espermatobioscopia normal.',
  'La morfología espermática es adecuada.',
  'Regiones AZF a, b y c presentes.',
  'AZFc: presente.',
  'AZFc conservada.',
  'No se detectaron microdeleciones del cromosoma Y.',
  'Sin microdeleciones.',
  'Deleción de AZFb.',
  'AZFa ausente.',
  'Urocultivo negativo.',
  'Cultivo de orina estéril.',
  'Espermocultivo positivo para E. coli.',
  'En el cultivo seminal se aisló E. coli.',
  'La concentración es de noventa millones por mililitro.',
  'La FSH es de quince.',
  'La FSH resultó 51.',
  'FSH = 15',
  '| Concentración | 90 | ≥16 |',
  '| FSH | 51 |',
  'La motilidad progresiva y la total son normales.',
  'La concentración no está por debajo del percentil 5.',
  'El 04/11/2025 la concentración estaba en 9 millones/mL.',
  'En noviembre la concentración fue de 9 millones/mL.',
  'Ninguna región AZF está ausente.',
  'La vitalidad no supera 58 %.',
  'La FSH está en el límite superior.',
  'No tiene una concentración baja.',
  'Su concentración es buena.',
  'La concentración rebasa el percentil 50.',
  'La concentración espermática está en el percentil 50.',
  'El conteo es el doble del límite.',
  'Cuenta con oligozoospermia severa.',
  'La concentración subió de 9 a 18 millones/mL.',
  'En comparación con 9 millones/mL en noviembre, ahora es de 18 millones/mL de concentración.',
  'La concentración es >16 millones/mL (referencia ≥ 16).',
])('H-C4: the false sentence «%s» is not confirmed', (text) => {
  expect(verdicts(text).some((one) => !isConfirmed(one))).toBe(true);
});

test.each([
  'Oligoastenoteratozoospermia.',
  'Concentración 9 millones/mL (referencia ≥ 16 millones/mL).',
  'La concentración bajó de 18 a 9 millones/mL.',
  'AZFc ausente.',
  'Se detectó microdeleción en AZFc.',
  'Urocultivo positivo.',
  'La testosterona subió de 200 a 415 ng/dL.',
  'FSH 5.1 mUI/mL (1.5–12.4), dentro del rango.',
  'La FSH (5.1 mUI/mL) es normal.',
  'La motilidad progresiva, de 22 %, está por debajo del límite inferior de referencia de 30 %.',
  'Testosterona de 415 ng/dL, normal.',
  'Hallazgos compatibles con oligoastenozoospermia.',
  'En noviembre de 2025 la concentración era de 18 millones/mL.',
  'La prolactina no está elevada.',
  'La concentración es baja.',
])('H-C4: the true sentence «%s» is confirmed', (text) => {
  const found = verdicts(text);
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((one) => !isConfirmed(one))).toEqual([]);
});

test('H-C4: the index of teratozoospermia is not a diagnosis', () => {
  expect(verdicts('El índice de teratozoospermia fue de 1.6.')).not.toContain('differs');
});

test('H-C4: zero without a pellet confirms no azoospermia, and a preliminary choice confirms nothing', () => {
  const none = [number('concentration', '0', '10*6/mL')];
  const pellet = fact('pellet', 'none', 'Seminograma');
  expect(verdicts('Azoospermia.', none)).toEqual(['unknown']);
  expect(verdicts('Azoospermia.', [...none, pellet])).toEqual(['agrees']);
  expect(verdicts('Azoospermia.', [...none, { ...pellet, preliminary: true }])).toEqual([
    'unknown',
  ]);
});

test('H-C6: our label of a region that is absent is confirmed where it is absent, and nowhere else', () => {
  expect(verdicts('AZFc: Ausente (microdeleción).')).toEqual(['agrees']);
  expect(verdicts('AZFa: Ausente (microdeleción).')).toEqual(['differs']);
});

test.each([
  ['No se observaron espermatozoides en fresco, tampoco en el sedimento.', 'agrees', 'differs'],
  ['No se observaron espermatozoides en fresco, y sí en el sedimento.', 'differs', 'agrees'],
])('E-10.2302: «%s» is checked in the pellet too', (text, none, seen) => {
  const count = number('concentration', '0', '10*6/mL');
  const withPellet = (choice: string) => [count, fact('pellet', choice, 'Seminograma')];
  expect(verdicts(text, withPellet('none'))).toEqual([none]);
  expect(verdicts(text, withPellet('seen'))).toEqual([seen]);
  expect(verdicts(text, [count])).toEqual(['unknown']);
});

test('E-10.3840: a statement that differs names the results of the statement', () => {
  const check = (text: string) => checkFigures(text, record, 'America/Mexico_City')[0];
  expect(check('Sin teratozoospermia.')).toMatchObject({
    analyte: 'normalForms',
    message: expect.stringContaining('Formas normales 2 %'),
  });
  expect(check('No hay microdeleciones.')?.message).toMatch(/AZFa \S.*, AZFb \S.*, AZFc \S/);
});

test.each([
  'La testosterona total de 415 ng/dL se encuentra en el límite superior del rango (249–836).',
  'La FSH de 5.1 mUI/mL está en el límite inferior del rango (1.5–12.4).',
  'La FSH de 5.1 mUI/mL se encuentra en el límite del rango del laboratorio.',
  'La FSH está en el extremo superior del rango del laboratorio.',
  'En ninguna de las muestras la concentración superó el percentil 5.',
  'No hubo diferencia en la concentración entre las dos muestras.',
  'La concentración permaneció sin cambios.',
])('E-10.3913: a value at the end of its range, or unchanged, is not confirmed: «%s»', (text) => {
  expect(verdicts(text).some((one) => !isConfirmed(one))).toBe(true);
});

test.each([
  '## Resultados normales\n- Concentración: 9 millones/mL',
  '**Parámetros normales**\n- Motilidad progresiva: 22 %',
  '## Hallazgos normales:\n- Concentración: 9 millones/mL',
  '## Resultados anormales\n- Vitalidad: 61 %',
  '## Resultados buenos\n- Motilidad progresiva: 22 %',
  '| Parámetro | Diferencia |\n| --- | --- |\n| Volumen | 2.6 mL |',
])('E-10.3914: a value under a heading that judges it is not confirmed: «%s»', (text) => {
  expect(verdicts(text).some((one) => !isConfirmed(one))).toBe(true);
});

test.each([
  ['La FSH está por encima del rango (1.5–12.4).', 'differs'],
  ['La FSH supera el rango de referencia (1.5–12.4 mUI/mL).', 'differs'],
  ['La FSH es superior al límite inferior (1.5).', 'reference-agrees'],
  ['La vitalidad es superior al valor de referencia de 54 %.', 'reference-agrees'],
  ['La vitalidad es inferior al valor de referencia (54 %).', 'differs'],
])('E-10.3915: «%s» is compared with the right end of the range', (text, verdict) => {
  expect(verdicts(text)).toEqual([verdict]);
});

test.each([
  'Prolactina 11.3 ng/mL, rango 4–10: en rango.',
  'Concentración 9 millones/mL, referencia 16: en rango.',
  'Concentración 9 millones/mL (16–254, en rango).',
])('E-10.3916: a range after a reference places the value: «%s»', (text) => {
  expect(verdicts(text).every(isConfirmed)).toBe(false);
});

test.each([
  'La prolactina fue de 11.3 ng/mL. Es alta.',
  'La FSH fue de 5.1 mUI/mL. Un poco baja, en realidad.',
  'Concentración: 9 millones/mL. Todo bien.',
  '- Concentración: 9 millones/mL\n  - Estado: normal',
  'Concentración: 9 millones/mL\n\nInterpretación: normal.',
  'Concentración: 9 millones/mL\nEn rango',
  'La concentración es de 9 millones/mL. Aumentó.',
  'Concentración: 9 millones/mL. Es menor que antes.',
  'FSH: 5.1 mUI/mL.\nMuy por encima.',
  'El volumen fue de 2.6 mL. En noviembre, lo mismo.',
  'El volumen fue de 2.6 mL. En noviembre fue de 1.6.',
  'El volumen fue de 2.6 mL. El de noviembre también.',
  '- FSH: 5.1 mUI/mL\n- Concentración: 9 millones/mL\n\nAmbas en rango.',
  'La concentración es de 9 millones/mL. Este dato es de noviembre de 2025.',
])('E-10.3955: a judgement in the sentence after a value is not confirmed: «%s»', (text) => {
  expect(verdicts(text).every(isConfirmed)).toBe(false);
});

test.each([
  '### Valores en rango\n- Concentración: 9 millones/mL',
  '**Parámetros en el intervalo**\n- Concentración: 9 millones/mL',
  '### En rango\nConcentración: 9 millones/mL',
])('E-10.3956: a value under a heading with its place is not confirmed: «%s»', (text) => {
  expect(verdicts(text).every(isConfirmed)).toBe(false);
});

test('E-10.3956: a value after «En rango:» is not compared as a limit', () => {
  expect(verdicts('En rango: FSH 5.1 mUI/mL.')).not.toContain('reference-differs');
});

test.each(['FSH ≠ 5.1 mUI/mL', 'FSH ≮ 5.2 mUI/mL', 'FSH ≯ 5 mUI/mL'])(
  'E-10.3957: a negated sign is not read as its opposite: «%s»',
  (text) => {
    expect(verdicts(text).every(isConfirmed)).toBe(false);
  },
);

test.each([
  [
    'La FSH fue de 5.1 mUI/mL (preliminar) (rango del laboratorio: ≥ 6).',
    ['agrees', 'reference-agrees'],
  ],
  [
    'La FSH fue de 5.1 mUI/mL (preliminar) (rango del laboratorio: ≥ 7).',
    ['agrees', 'reference-differs'],
  ],
])('E-10.4120: a limit after a preliminary value is a limit: %s', (text, expected) => {
  const fsh = { ...number('fsh', '5.1', 'mUI/mL', { range: '≥ 6' }), preliminary: true as const };
  expect(verdicts(text, [fsh])).toEqual(expected);
});

test.each([
  'Resultado preliminar: Espermatozoides contados, primera cuenta.',
  'Se perdió la primera fracción del eyaculado.',
  'Acudiste a tu segunda consulta.',
  'En primer lugar, gracias por tu confianza.',
])('E-10.4121: an ordinal of something else names no earlier sample: %s', (before) => {
  const text = `${before}\n\nLa concentración está por debajo del percentil 5.`;
  const found = checkFigures(text, record, 'America/Mexico_City').at(-1);
  expect(found?.verdict).not.toBe('differs');
  expect(found?.result?.collectedAt ?? NEWER).toBe(NEWER);
});

test.each([
  ['La concentración es de 9000 /µL.', 'agrees'],
  ['La concentración es de 9000 espermatozoides por mm³.', 'agrees'],
  ['La concentración es de 9 x10³/mm3.', 'agrees'],
  ['La concentración es de 90 mil/µL.', 'differs'],
  ['La concentración es de 9 /campo.', 'unknown'],
  ['El volumen es de 2600 µL.', 'unknown'],
  ['El volumen es de 0.0026 L.', 'unknown'],
])('E-10.4122: a unit other than the usual one: %s is %s', (text, verdict) => {
  expect(verdicts(text)).toEqual([verdict]);
});
