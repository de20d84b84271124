import { readFileSync } from 'node:fs';
import { checkFigures } from '@simiente/contract/reports/guard/check-figures';
import type { Finding, QuotableResult } from '@simiente/contract/reports/version';
import { describe, expect, test } from 'vitest';
import { forLength } from '../../../scripts/test-length.mjs';
import { type ClinicalProfile, deriveProfile } from './clinical-profiles.ts';
import { createContext, withStream } from './random.ts';
import { examTypeWeights, writeExamReport } from './vocabulary/exam-reports.ts';

/** Number of reports. Each has about ten figures, and each figure is replaced by several wrong ones. */
const REPORT_COUNT = forLength(15, 40);
const ZONE = 'America/Mexico_City';

const makeResult = (
  analyte: string | null,
  value: number | string,
  unit: string | null,
  more: Partial<QuotableResult> = {},
): QuotableResult => ({
  idValue: null,
  analyte,
  name: null,
  comparator: null,
  value: String(value),
  unit,
  range: null,
  collectedAt: '2026-10-12T15:00:00.000Z',
  laboratory: 'Lab Piedra de Río',
  examType: 'Seminograma',
  whoEdition: 6,
  ...more,
});

const isRejected = ({ verdict }: Finding) =>
  verdict === 'differs' || verdict === 'reference-differs';
const confirms = ({ verdict }: Finding) => verdict === 'agrees' || verdict === 'reference-agrees';

interface Planted {
  readonly text: string;
  readonly at: number;
}

/** Wrong versions of a figure: tenfold, doubled, one or two more in the last digit, and with reversed digits. */
function wrongFigures(figure: string): string[] {
  const value = Number(figure.replace(',', '.'));
  if (!Number.isFinite(value) || value === 0) return [];
  const decimals = figure.split(/[.,]/)[1]?.length ?? 0;
  const step = 10 ** -decimals;
  const fixed = (number: number) => number.toFixed(decimals);
  const reversed = [...figure]
    .reverse()
    .join('')
    .replace(/^0+(?=\d)/, '');
  return [
    fixed(value * 10),
    fixed(value + step),
    fixed(value + 2 * step),
    fixed(value * 2),
    reversed,
  ]
    .filter((one) => /^\d+(?:\.\d+)?$/.test(one) && Number(one) !== value)
    .filter((one, index, all) => all.indexOf(one) === index);
}

function plant(text: string, { start, figure }: Finding): Planted[] {
  return wrongFigures(figure).map((wrong) => ({
    text: text.slice(0, start) + wrong + text.slice(start + figure.length),
    at: start,
  }));
}

/** The missed wrong figures, and the false positives. */
function failures(planted: readonly Planted[], results: readonly QuotableResult[]): string[] {
  return planted.flatMap(({ text, at }) => {
    const rejected = checkFigures(text, results, ZONE).filter(isRejected);
    const isFound = rejected.some(({ start }) => start === at);
    if (!isFound) return [`missed: ${text.slice(Math.max(0, at - 60), at + 30)}`];
    const other = rejected.find(({ start }) => start !== at);
    return other ? [`false positive ${other.figure}: ${other.message}`] : [];
  });
}

interface LegacyReport {
  readonly message?: string;
}
const fixture = JSON.parse(
  readFileSync(new URL('../../../fixtures/legacy-export.json', import.meta.url), 'utf8'),
) as {
  medicalHistories: Readonly<
    Record<
      string,
      {
        MedicalReportData?: {
          examReportIA?: LegacyReport | null;
          firstMedicalReport?: LegacyReport | null;
        } | null;
      }
    >
  >;
};
const fixtureTexts: string[] = Object.values(fixture.medicalHistories)
  .flatMap(({ MedicalReportData: data }) => [
    data?.examReportIA?.message,
    data?.firstMedicalReport?.message,
  ])
  .flatMap((text) => (text ? [text] : []));

/** Results in a report of the fixture, parsed from its text independently of the guard. */
function parseResults(text: string): QuotableResult[] {
  const stated = [
    ['volume', /\*\*Volumen:\*\* ([\d.]+) ml/, 'mL'],
    ['concentration', /\*\*Concentración:\*\* ([\d.]+) millones/, '10*6/mL'],
    ['progressiveMotility', /progresiva<\/b> fue de ([\d.]+) %/, '%'],
    ['normalForms', /Morfología normal: ([\d.]+) %/, '%'],
  ] as const;
  return stated.flatMap(([analyte, pattern, unit]) => {
    const value = pattern.exec(text)?.[1];
    return value === undefined ? [] : [makeResult(analyte, Number(value), unit)];
  });
}

describe('number guard on the reports of the fixture', () => {
  test('no correct number has a finding, and every value and reference is recognised', () => {
    expect(fixtureTexts.length).toBeGreaterThan(150);
    for (const text of fixtureTexts) {
      const results = parseResults(text);
      const findings = checkFigures(text, results, ZONE);
      expect(findings.filter(isRejected)).toEqual([]);
      expect(findings.filter(({ verdict }) => verdict === 'agrees')).toHaveLength(results.length);
      expect(
        findings.filter(({ verdict }) => verdict === 'reference-agrees').length,
      ).toBeGreaterThanOrEqual(results.length);
    }
  });

  test('every planted wrong number is found, and no other number is', () => {
    const found = fixtureTexts.slice(0, REPORT_COUNT).flatMap((text) => {
      const results = parseResults(text);
      return checkFigures(text, results, ZONE)
        .filter(confirms)
        .filter(({ analyte }) => analyte !== 'abstinence')
        .flatMap((finding) => failures(plant(text, finding), results));
    });
    expect(found).toEqual([]);
  });
});

/** The results of a patient with these values. */
function makeRecord(profile: ClinicalProfile): QuotableResult[] {
  const { semen, hormones, thyroid, seminalPlasma, testes } = profile;
  const none = semen.concentration === 0;
  const study = (examType: string) => ({ examType, whoEdition: null });
  return [
    makeResult('volume', semen.volume, 'mL'),
    makeResult('ph', semen.ph, 'pH'),
    makeResult('concentration', semen.concentration, '10*6/mL'),
    makeResult('totalNumber', (semen.volume * semen.concentration).toFixed(2), '10*6/{ejaculate}'),
    makeResult('abstinence', semen.abstinenceDays, 'd'),
    ...(none
      ? []
      : [
          makeResult('progressiveMotility', semen.progressive, '%'),
          makeResult('nonProgressiveMotility', semen.nonProgressive, '%'),
          makeResult('totalMotility', semen.progressive + semen.nonProgressive, '%'),
          makeResult('vitality', semen.vitality, '%'),
          makeResult('normalForms', semen.normalForms, '%'),
        ]),
    makeResult('fsh', hormones.fsh, 'mUI/mL', { ...study('Hormonal'), range: '1.5 – 12.4' }),
    makeResult('lh', hormones.lh, 'mUI/mL', { ...study('Hormonal'), range: '1.7 – 8.6' }),
    makeResult('testosterone', hormones.testosterone, 'ng/dL', {
      ...study('Hormonal'),
      range: '249 – 836',
    }),
    makeResult('prolactin', hormones.prolactin, 'ng/mL', study('Hormonal')),
    makeResult('inhibinB', hormones.inhibinB, 'pg/mL', {
      ...study('Inhibina_B'),
      range: '60 – 300',
    }),
    makeResult('tsh', thyroid.tsh, 'µUI/mL', { ...study('perfil_tiroideo'), range: '0.27 – 4.2' }),
    makeResult('freeT4', thyroid.freeT4, 'ng/dL', {
      ...study('perfil_tiroideo'),
      range: '0.93 – 1.7',
    }),
    makeResult('hba1c', profile.hba1c, '%', {
      ...study('Hemoglobina glicosilada'),
      range: '< 5.7',
    }),
    makeResult('fructosePerEjaculate', seminalPlasma.fructose, 'µmol/{ejaculate}'),
    makeResult('zincPerEjaculate', seminalPlasma.zinc, 'µmol/{ejaculate}'),
    makeResult('glucosidasePerEjaculate', seminalPlasma.glucosidase, 'mU/{ejaculate}'),
    makeResult('rightTestisVolume', testes.right, 'mL', study('Ecografia_Testicular')),
    makeResult('leftTestisVolume', testes.left, 'mL', study('Ecografia_Testicular')),
    makeResult('prostateVolume', profile.prostate, 'mL', study('Ecografia_Prostatica_Transrectal')),
    makeResult('dnaFragmentationIndex', profile.dnaFragmentation, '%', {
      ...study('Fragmentacion_ADN'),
      range: '≤ 25',
    }),
    makeResult(null, profile.vitaminD, 'ng/mL', {
      ...study('Vitamina_D'),
      name: 'Vitamina D',
      range: '30 – 100',
    }),
    makeResult('metaphases', 30, '1', study('Cariotipo')),
    ...(profile.semenCulture.count > 0
      ? [makeResult('colonyCount', profile.semenCulture.count, 'UFC/mL', study('Cultivo_Semen'))]
      : []),
    ...(profile.urineCulture.count > 0
      ? [makeResult('colonyCount', profile.urineCulture.count, 'UFC/mL', study('Cultivo_Orina'))]
      : []),
  ];
}

const context = createContext({ seed: 17, now: new Date('2026-11-20T15:00:00Z') });
const patients = Array.from({ length: forLength(100, 250) }, (_, index) => {
  const profile = deriveProfile(context, `usr_guard_${index}`);
  const examTypes = context.faker.helpers.arrayElements(Object.keys(examTypeWeights), {
    min: 1,
    max: 8,
  });
  const write = (profile: ClinicalProfile) =>
    withStream(context, `guard/${index}`, (inner) =>
      writeExamReport(inner, { given: 'Íñigo', examTypes, profile: profile }),
    );
  return { profile, write, text: write(profile), results: makeRecord(profile) };
});

describe('number guard on reports as builders write them', () => {
  test('no correct number has a finding', () => {
    const rejected = patients.flatMap(({ text, results }) =>
      checkFigures(text, results, ZONE)
        .filter(isRejected)
        .map(
          ({ start, message }) => `${message}: ${text.slice(Math.max(0, start - 80), start + 20)}`,
        ),
    );
    expect(rejected).toEqual([]);
  });

  test('every planted wrong number is found, and no other number is', () => {
    const found = patients.slice(0, REPORT_COUNT).flatMap(({ text, results }) =>
      checkFigures(text, results, ZONE)
        .filter(confirms)
        .filter(({ analyte }) => analyte !== 'abstinence')
        .flatMap((finding) => failures(plant(text, finding), results)),
    );
    expect(found).toEqual([]);
  });

  test('a report with values of another record has a finding for every wrong value', () => {
    const missed = patients.flatMap(({ profile, write, text, results }) => {
      const semen = {
        ...profile.semen,
        volume: profile.semen.volume + 1.3,
        progressive: profile.semen.progressive + 3,
        vitality: profile.semen.vitality + 2,
      };
      const hormones = {
        ...profile.hormones,
        fsh: profile.hormones.fsh + 0.7,
        testosterone: profile.hormones.testosterone + 11,
      };
      const other = write({ ...profile, semen, hormones });
      const stated = [
        `${semen.volume} ml`,
        `FSH ${hormones.fsh}`,
        `${hormones.testosterone} ng/dl`,
      ];
      const rejected = checkFigures(other, results, ZONE).filter(isRejected);
      return stated.flatMap((words) => {
        const at = other.indexOf(words);
        if (at < 0 || text.includes(words)) return [];
        const isFound = rejected.some(({ start }) => start >= at && start < at + words.length);
        return isFound ? [] : [words];
      });
    });
    expect(missed).toEqual([]);
  });
});
