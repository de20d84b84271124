import { describe, expect, test } from 'vitest';
import type { QuotableFact, QuotableResult } from '../version.ts';
import { checkFigures } from './check-figures.ts';
import type { Case, Sentences } from './testing/corpus/case.ts';
import { cases } from './testing/corpus/corpus.ts';
import { foreignSentences } from './testing/corpus/foreign-sentences.ts';
import { knownWords, threeSamples } from './testing/corpus/known-words.ts';
import { newStructures } from './testing/corpus/new-structures.ts';
import { newWordings } from './testing/corpus/new-wordings.ts';
import { otherOrder } from './testing/corpus/other-order.ts';
import { otherSentences } from './testing/corpus/other-sentences.ts';
import {
  generalSentences,
  impersonalSentences,
  openSentences,
  plainSentences,
} from './testing/corpus/plain-sentences.ts';
import { treatments } from './testing/corpus/treatments.ts';
import { typedWordings } from './testing/corpus/typed-wordings.ts';
import { unseenOthers } from './testing/corpus/unseen-others.ts';
import { unseenTreatments } from './testing/corpus/unseen-treatments.ts';

const numbers: Readonly<Record<string, readonly [analyte: string, unit: string]>> = {
  volume: ['volume', 'mL'],
  concentration: ['concentration', '10*6/mL'],
  total: ['totalNumber', '10*6/{ejaculate}'],
  PR: ['progressiveMotility', '%'],
  NP: ['nonProgressiveMotility', '%'],
  IM: ['immotile', '%'],
  motility: ['totalMotility', '%'],
  vitality: ['vitality', '%'],
  forms: ['normalForms', '%'],
  pH: ['ph', 'pH'],
  leukocytes: ['leukocytes', '10*6/mL'],
  abstinence: ['abstinence', 'd'],
  DFI: ['dnaFragmentationIndex', '%'],
  HDS: ['highDnaStainability', '%'],
  head: ['headDefects', '%'],
  midpiece: ['midpieceDefects', '%'],
  tail: ['tailDefects', '%'],
  marIgG: ['marIgG', '%'],
  marIgA: ['marIgA', '%'],
  FSH: ['fsh', 'mUI/mL'],
  LH: ['lh', 'mUI/mL'],
  testosterone: ['testosterone', 'ng/dL'],
  freeTestosterone: ['freeTestosterone', 'pg/mL'],
  prolactin: ['prolactin', 'ng/mL'],
  estradiol: ['estradiol', 'pg/mL'],
  inhibinB: ['inhibinB', 'pg/mL'],
  TSH: ['tsh', 'µUI/mL'],
  T4: ['freeT4', 'ng/dL'],
  totalT4: ['totalT4', 'µg/dL'],
  hba1c: ['hba1c', '%'],
  rightTestis: ['rightTestisVolume', 'mL'],
  leftTestis: ['leftTestisVolume', 'mL'],
};
const facts: Readonly<Record<string, string>> = {
  AZFa: 'azfA',
  AZFb: 'azfB',
  AZFc: 'azfC',
  growth: 'growth',
  pellet: 'pellet',
  urine: 'spermInUrine',
};

const makeRecord = ({ studies }: Pick<Case, 'studies'>): (QuotableResult | QuotableFact)[] =>
  studies.flatMap(({ study, on, values, ranges, rows = {}, edition = 6 as const }) =>
    Object.entries({ ...values, ...rows }).map(([name, value]) => {
      const common = {
        idValue: `val_${name}_${on}`,
        collectedAt: `${on}T15:00:00.000Z`,
        laboratory: 'Lab Piedra de Río',
        examType: study,
      };
      if (typeof value === 'object') {
        const [number, unit] = value;
        const about = { analyte: null, name, comparator: null, range: null, whoEdition: null };
        return { ...common, ...about, value: String(number), unit };
      }
      const fact = facts[name];
      if (fact !== undefined) {
        const [yes, no] = fact === 'growth' ? ['growth', 'none'] : ['present', 'absent'];
        const choice = typeof value === 'string' ? value : value ? yes : no;
        return { ...common, analyte: fact, choice: choice ?? '' };
      }
      const [analyte = '', unit = ''] = numbers[name] ?? [];
      const range = ranges?.[name]?.join(' – ') ?? null;
      const whoEdition = study === 'Seminograma' ? edition : null;
      const about = { name: null, comparator: null, value: String(value), range, whoEdition };
      return { ...common, analyte, unit, ...about };
    }),
  );

const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
const findVerdicts = (text: string, item: Pick<Case, 'studies'>) =>
  checkFigures(text, makeRecord(item), 'America/Mexico_City').map(({ verdict }) => verdict);

const patients = { ...cases, threeSamples, plainSentences };
type Patient = keyof typeof patients;

const readAll = (sentences: Readonly<Record<string, Partial<Sentences>>>) =>
  Object.entries(sentences).flatMap(([patient, one]) =>
    (['true', 'false', 'undecidable'] as const).flatMap((truth) =>
      lines(one[truth] ?? '').map((line) => {
        const text = line.replaceAll(String.raw`\n`, '\n');
        const verdicts = findVerdicts(text, patients[patient as Patient]);
        const isRejected = verdicts.some((verdict) => verdict.endsWith('differs'));
        const isGreen =
          verdicts.length > 0 && verdicts.every((verdict) => verdict.endsWith('agrees'));
        return { patient, truth, text, isRejected, isGreen, isSilent: verdicts.length === 0 };
      }),
    ),
  );
const readings = readAll(cases);
const texts = (keep: (one: (typeof readings)[number]) => boolean) =>
  readings.filter(keep).map(({ patient, text }) => `${patient}: ${text}`);

describe('H-C5: the corpus of sentences', () => {
  const isTrue = ({ truth }: (typeof readings)[number]) => truth === 'true';

  test('H-C5: has at least 1 000 sentences, each once for a patient', () => {
    expect(new Set(texts(() => true)).size).toBe(readings.length);
    expect(readings.length).toBeGreaterThanOrEqual(1000);
  });

  test('H-C5, E-10.1320, E-10.1554, E-10.2300: no false or undecidable sentence is green', () => {
    expect(texts((one) => !isTrue(one) && one.isGreen)).toEqual([]);
  });

  const listFalsePositives = (lists: Readonly<Record<string, string>>) =>
    readAll(Object.fromEntries(Object.entries(lists).map(([one, text]) => [one, { false: text }])));

  test.each([
    ['known words in another order', listFalsePositives(otherOrder)],
    ['known words', listFalsePositives(knownWords)],
    ['new wordings', readAll({ ...newWordings, ...typedWordings })],
    ['headings, columns, broken lines and struck text', readAll(newStructures)],
  ])(
    'E-10.2870, E-10.2996, E-10.3000: no false sentence is green, no true one differs: %s',
    (_, read) => {
      const wrong = read.filter((one) => (isTrue(one) ? one.isRejected : one.isGreen));
      expect(wrong.map(({ patient, text }) => `${patient}: ${text}`)).toEqual([]);
    },
  );

  test('E-10.3001: true sentences under neutral headings and columns are green', () => {
    const found = readAll(newStructures).filter(isTrue);
    expect(found.filter(({ isGreen }) => !isGreen)).toEqual([]);
  });

  test('E-10.3520: plain true sentences are green, and false ones beside them are not', () => {
    const read = readAll({ plainSentences });
    expect(read.filter((one) => one.isGreen !== isTrue(one)).map(({ text }) => text)).toEqual([]);
  });

  const findDiffering = (text: string) =>
    findVerdicts(text, plainSentences).filter((one) => one.endsWith('differs'));
  test.each(lines(openSentences))(
    'E-10.3520: a true sentence without a pattern does not differ: %s',
    (text) => {
      expect(findDiffering(text)).toEqual([]);
    },
  );

  test.each(lines(generalSentences))(
    'E-10.3525: a general statement does not differ: %s',
    (text) => {
      expect(findDiffering(text)).toEqual([]);
    },
  );

  test.each([
    ['La concentración de la muestra anterior fue de 24 millones/mL.', ['agrees']],
    ['La primera muestra tuvo una concentración de 20 millones/mL.', ['agrees']],
    ['La muestra previa, de febrero, tuvo una concentración de 20 millones/mL.', ['agrees']],
    ['La concentración subió de 24 a 30 millones/mL.', ['agrees', 'agrees']],
    ['La concentración alcanza 30 millones/mL.', ['agrees']],
    ['La concentración alcanza 16 millones/mL.', ['reference-agrees']],
    [
      'La motilidad total está por encima del percentil 5 de la OMS 2010 y la concentración por encima del percentil 5 de la OMS 2021.',
      ['agrees', 'agrees'],
    ],
  ])('E-10.2997: true sentences beside the false ones are green: %s', (text, verdicts) => {
    expect(findVerdicts(text, threeSamples)).toEqual(verdicts);
  });

  test.each([
    ['| | Abril 2026 | Octubre 2026 |\n|---|---|---|\n| FSH | 8.1 | 6.6 |', ['unknown', 'unknown']],
    [
      '| | Resultado | Percentil 5 |\n|---|---|---|\n| PR | 31 % | 31 % |',
      ['agrees', 'reference-differs'],
    ],
    ['## Abril de 2026\n\n- FSH: 8.1 mUI/mL\n- FSH: 6.6 mUI/mL', ['unknown', 'agrees']],
    ['La pareja se hizo estudios. La FSH es de 8.1 mUI/mL.', ['unknown']],
    ['Leucocitos: 0.8 millones/mL (más de 1 millón/mL).', ['agrees', 'unknown']],
  ])('E-10.2740: the words before a figure decide what it measures: %s', (text, verdicts) => {
    expect(findVerdicts(text, cases.drafted)).toEqual(verdicts);
  });

  test.each([
    ['asteno', 'Tuvo astenozoospermia.'],
    ['asteno', 'Presentó astenozoospermia.'],
    ['asteno', 'No tuvo azoospermia.'],
    ['asteno', 'No tenía azoospermia.'],
    ['drafted', 'Se presenta un caso hipotético. La FSH es de 8.1 mUI/mL.'],
    [
      'drafted',
      'Se presenta un caso hipotético. En octubre fue a la clínica. La FSH es de 6.6 mUI/mL.',
    ],
    ['drafted', 'Se describe a otro paciente. La FSH es de 8.1 mUI/mL.'],
    ['drafted', 'Supongamos lo siguiente. La FSH es de 8.1 mUI/mL.'],
  ] as const)(
    'E-10.3250: a past diagnosis or an invented case is not confirmed: %s, %s',
    (patient, text) => {
      expect(findVerdicts(text, cases[patient])).toEqual(['unknown']);
    },
  );

  const figure = 'La FSH es de 8.1 mUI/mL.';
  const isGreen = (text: string) => findVerdicts(text, cases.drafted).includes('agrees');

  test.each(lines(foreignSentences))(
    'E-10.3400: no figure after a denial or the case of another person is confirmed: %s',
    (sentence) => {
      const long = ` ${'Revisamos tu estudio con cuidado. '.repeat(150)}`;
      expect(
        [' ', '\n', '\n\n', long].filter((gap) => isGreen(`${sentence}${gap}${figure}`)),
      ).toEqual([]);
    },
  );

  test.each([
    'Lo anterior es falso.',
    'Eso es de un colega.',
    'Es mentira.',
    'Estos resultados son de un panadero.',
    'Error de captura.',
  ])('E-10.3400: no figure before a denial is confirmed: %s', (sentence) => {
    expect(isGreen(`${figure} ${sentence}`)).toBe(false);
  });

  test.each([
    'Gracias por tu visita.',
    'Te recomendamos una dieta balanceada.',
    'Los resultados de tu estudio son los siguientes.',
    'El perfil hormonal evalúa la función del testículo.',
    ...lines(impersonalSentences),
  ])(
    'E-10.3401, E-10.3521: figures beside sentences to the reader are confirmed: %s',
    (sentence) => {
      expect(isGreen(`${sentence} ${figure} ${sentence}`)).toBe(true);
    },
  );

  test.each([
    ['≤', 'como máximo', 'agrees'],
    ['≥', 'al menos', 'agrees'],
    ['≤', 'menos de', 'unknown'],
    ['≥', 'más de', 'unknown'],
    ['≤', 'al menos', 'unknown'],
  ] as const)(
    'E-10.3251: of a result %s 5, «%s 5» is checked: %s',
    (comparator, words, verdict) => {
      const [result] = makeRecord({
        studies: [{ study: 'Seminograma', on: '2026-04-14', values: { concentration: 5 } }],
      });
      const record = result && 'value' in result ? [{ ...result, comparator }] : [];
      const text = `La concentración fue de ${words} 5 millones/mL.`;
      const findings = checkFigures(text, record, 'America/Mexico_City');
      expect(findings.map((finding) => finding.verdict)).toEqual([verdict]);
    },
  );

  test.each([
    'La FSH de 9.4 mUI/mL equivale a la LH de 7.2 mUI/mL.',
    'La testosterona de 286 ng/dL es por la prolactina de 21.3 ng/mL.',
    'Los leucocitos en sangre son de 1.6 millones/mL.',
    'En abril y en septiembre la vitalidad fue de 57 %.',
    'La última muestra, del 14 de abril de 2026, tuvo 28 millones/mL de concentración.',
    'El límite inferior de la OMS para la FSH es de 1.5 mUI/mL.',
    'La vitalidad bajó de 63 % a 57 % y la concentración, de 12 millones/mL, subió.',
  ])('E-10.2860: correct values in a wrong relation are not confirmed: %s', (text) => {
    expect(findVerdicts(text, cases.mixed).every((one) => one.endsWith('agrees'))).toBe(false);
  });

  const samples = {
    studies: [
      { study: 'Seminograma', on: '2026-04-12', values: { concentration: 12, volume: 2.1 } },
      {
        study: 'Seminograma',
        on: '2026-10-12',
        values: { concentration: 15, volume: 2.1, motility: 20 },
      },
      { study: 'Hormonal', on: '2026-10-10', values: { FSH: 13 }, ranges: { FSH: [1.5, 12.4] } },
      { study: 'Hormonal', on: '2026-10-10', values: { LH: 25 }, ranges: { LH: [1.7, 8.6] } },
    ],
  } as const;

  test.each([
    ['La concentración está levemente disminuida.', 'unknown'],
    ['La motilidad total está levemente disminuida.', 'unknown'],
    ['La motilidad total está marcadamente disminuida.', 'unknown'],
    ['La concentración está marcadamente disminuida.', 'unknown'],
    ['La concentración está ligeramente elevada.', 'differs'],
    ['La FSH está ligeramente elevada.', 'unknown'],
    ['La LH está ligeramente elevada.', 'unknown'],
    ['La LH está muy elevada.', 'unknown'],
    ['La LH no está muy elevada.', 'unknown'],
    ['La FSH no está muy elevada.', 'unknown'],
    ['En ambas muestras el volumen fue de 2.1 mL.', 'agrees'],
    ['En ambas muestras la concentración fue menor de 16 millones/mL.', 'reference-agrees'],
    ['La concentración está por debajo del percentil 5 en las dos muestras.', 'agrees'],
    ['En ambas muestras la concentración fue mayor de 13 millones/mL.', 'unknown'],
    ['En ambas muestras la concentración fue de 15 millones/mL.', 'unknown'],
    ['En ambas muestras la motilidad total fue menor de 40 %.', 'unknown'],
    ['Hay oligozoospermia en ambas muestras.', 'unknown'],
    ['En las dos muestras la concentración es baja.', 'agrees'],
  ])('E-10.3716: degrees and two samples: %s is %s', (text, verdict) => {
    expect(findVerdicts(text, samples)).toEqual([verdict]);
  });

  test.each([
    ['La concentración es menor o igual al percentil 5.', 'agrees'],
    ['La concentración es como máximo el percentil 5.', 'agrees'],
    ['La concentración es menor del percentil 5.', 'differs'],
  ])('E-10.3734: a value that equals a centile: %s is %s', (text, verdict) => {
    const studies = [{ study: 'Seminograma', on: '2026-10-12', values: { concentration: 16 } }];
    expect(findVerdicts(text, { studies })).toEqual([verdict]);
  });

  test.each([
    ['La motilidad es de 22 %.', 'unknown'],
    ['La motilidad es de 50 %.', 'differs'],
    ['La motilidad es menor de 40 %.', 'agrees'],
    ['La motilidad supera 30 %.', 'unknown'],
    ['La motilidad total es de 32 %.', 'agrees'],
    ['La vitamina D es de 18 ng/mL.', 'unknown'],
  ])('E-10.2400: a name of several analytes: %s is %s', (text, verdict) => {
    expect(findVerdicts(text, cases.shortNames)).toEqual([verdict]);
  });

  test('E-10.2301: an unknown word makes each finding of its sentence or row unknown, and none false', () => {
    const confirmed = readings.filter(
      (one) => isTrue(one) && one.isGreen && !one.text.includes('\n'),
    );
    expect(confirmed.length).toBeGreaterThan(400);
    const changed = confirmed.filter(({ patient, text }) => {
      const withWord = text.replace(/\.?$/, ' brumelia.');
      const verdicts = findVerdicts(withWord, patients[patient as Patient]);
      return verdicts.at(-1) !== 'unknown' || verdicts.some((one) => one.endsWith('differs'));
    });
    expect(changed.map(({ text }) => text)).toEqual([]);
  });

  test('H-C5: every false sentence has a finding', () => {
    expect(texts(({ truth, isSilent }) => truth === 'false' && isSilent)).toEqual([]);
  });

  test('H-C5: under 3 % of the true sentences have a finding', () => {
    const rejected = texts((one) => isTrue(one) && one.isRejected);
    const share = rejected.length / readings.filter(isTrue).length;
    expect(share, rejected.join('\n')).toBeLessThan(0.03);
  });

  // The figures of docs/clinical-checks.md.
  test('H-C5: the corpus has the numbers of clinical-checks.md', () => {
    expect({
      true: readings.filter(isTrue).length,
      confirmed: texts((one) => isTrue(one) && one.isGreen).length,
      rejected: texts((one) => isTrue(one) && one.isRejected).length,
      false: readings.filter(({ truth }) => truth === 'false').length,
      found: texts(({ truth, isRejected }) => truth === 'false' && isRejected).length,
      undecidable: readings.filter(({ truth }) => truth === 'undecidable').length,
    }).toEqual({
      true: 691,
      confirmed: 619,
      rejected: 0,
      false: 1165,
      found: 733,
      undecidable: 385,
    });
  });
});

describe('E-10.2050: treatments in a text', () => {
  const isListed = (text: string) => findVerdicts(text, cases.asteno).includes('treatment');

  test.each([treatments, unseenTreatments])('E-10.3002: every treatment is found', (text) => {
    expect(lines(text).filter((line) => !isListed(line))).toEqual([]);
  });

  test.each([otherSentences, unseenOthers])(
    'E-10.2050: findings and habits are not listed',
    (text) => {
      expect(lines(text).filter(isListed)).toEqual([]);
    },
  );
});
