import { describe, expect, test } from 'vitest';
import type { KnownFact, KnownResult } from '../version.ts';
import { checkFigures } from './check-figures.ts';
import { type Patient, patients, sentences } from './testing/corpus.ts';

const number = (analyte: string, unit: string) => ({ analyte, unit });
const numbers: Readonly<Record<string, { analyte: string; unit: string }>> = {
  volume: number('volume', 'mL'),
  concentration: number('concentration', '10*6/mL'),
  total: number('totalNumber', '10*6/{ejaculate}'),
  PR: number('progressiveMotility', '%'),
  NP: number('nonProgressiveMotility', '%'),
  IM: number('immotile', '%'),
  motility: number('totalMotility', '%'),
  vitality: number('vitality', '%'),
  forms: number('normalForms', '%'),
  pH: number('ph', 'pH'),
  FSH: number('fsh', 'mUI/mL'),
  LH: number('lh', 'mUI/mL'),
  testosterone: number('testosterone', 'ng/dL'),
  prolactin: number('prolactin', 'ng/mL'),
  estradiol: number('estradiol', 'pg/mL'),
};
const facts: Readonly<Record<string, string>> = {
  AZFa: 'azfA',
  AZFb: 'azfB',
  AZFc: 'azfC',
  growth: 'growth',
  pellet: 'pellet',
};

interface Study {
  readonly study: string;
  readonly on: string;
  readonly values: Readonly<Record<string, number | string | boolean>>;
  readonly ranges?: Readonly<Record<string, readonly number[]>>;
}

function makeRecord(patient: Patient): (KnownResult | KnownFact)[] {
  return patients[patient].flatMap(({ study, on, values, ranges }: Study) =>
    Object.entries(values).map(([name, value]) => {
      const common = {
        idValue: `val_${name}_${on}`,
        collectedAt: `${on}T15:00:00.000Z`,
        laboratory: 'Lab Piedra de Río',
        examType: study,
      };
      const fact = facts[name];
      if (fact !== undefined) {
        const [yes, no] = fact === 'growth' ? ['growth', 'none'] : ['present', 'absent'];
        const choice = typeof value === 'string' ? value : value ? yes : no;
        return { ...common, analyte: fact, choice: choice ?? '' };
      }
      const { analyte = '', unit = '' } = numbers[name] ?? {};
      const range = ranges?.[name]?.join(' – ') ?? null;
      const whoEdition = study === 'Seminograma' ? (6 as const) : null;
      const about = { name: null, comparator: null, value: String(value), range, whoEdition };
      return { ...common, analyte, unit, ...about };
    }),
  );
}

const said = (['oligo', 'azoo', 'fertile'] as const).flatMap((patient) =>
  (['true', 'false', 'undecidable'] as const).flatMap((truth) =>
    sentences[patient][truth]
      .trim()
      .split('\n')
      .map((text) => {
        const verdicts = checkFigures(text, makeRecord(patient), 'America/Mexico_City').map(
          ({ verdict }) => verdict,
        );
        const isBlamed = verdicts.some((one) => one.endsWith('differs'));
        const isGreen = verdicts.length > 0 && verdicts.every((one) => one.endsWith('agrees'));
        return { patient, truth, text, isBlamed, isGreen, isSilent: verdicts.length === 0 };
      }),
  ),
);
const texts = (keep: (one: (typeof said)[number]) => boolean) =>
  said.filter(keep).map(({ patient, text }) => `${patient}: ${text}`);

describe('H-C5: the corpus of sentences', () => {
  const isTrue = ({ truth }: (typeof said)[number]) => truth === 'true';

  test('H-C5: has at least 450 sentences, each once for a patient', () => {
    expect(new Set(texts(() => true)).size).toBe(said.length);
    expect(said.length).toBeGreaterThanOrEqual(450);
  });

  test('H-C5, E-10.1320, E-10.1554: no false or undecidable sentence is green', () => {
    expect(texts((one) => !isTrue(one) && one.isGreen)).toEqual([]);
  });

  test('H-C5: no false sentence is passed over', () => {
    expect(texts(({ truth, isSilent }) => truth === 'false' && isSilent)).toEqual([]);
  });

  test('H-C5: under 3 % of the true sentences have a finding', () => {
    const blamed = texts((one) => isTrue(one) && one.isBlamed);
    expect(blamed.length / said.filter(isTrue).length, blamed.join('\n')).toBeLessThan(0.03);
  });

  // The figures of docs/clinical-checks.md.
  test('H-C5: the corpus has the numbers of clinical-checks.md', () => {
    expect({
      true: said.filter(isTrue).length,
      confirmed: texts((one) => isTrue(one) && one.isGreen).length,
      blamed: texts((one) => isTrue(one) && one.isBlamed).length,
      false: said.filter(({ truth }) => truth === 'false').length,
      found: texts(({ truth, isBlamed }) => truth === 'false' && isBlamed).length,
      undecidable: said.filter(({ truth }) => truth === 'undecidable').length,
    }).toEqual({ true: 180, confirmed: 178, blamed: 0, false: 233, found: 213, undecidable: 47 });
  });
});
