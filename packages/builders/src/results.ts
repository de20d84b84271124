import { type ClinicalProfile, deriveProfile } from './clinical-profiles.ts';
import { buildClinicTime, DAY, MINUTE, toIso } from './dates.ts';
import { buildId } from './identifiers.ts';
import { type BuilderContext, chance, decimal, weighted, withStream } from './random.ts';
import type { LegacyExport, PatientRecord } from './records.ts';

interface ResultValueRecord {
  analyte: string;
  comparator: '<' | null;
  /** An exact decimal. */
  value: string;
  unit: string;
  range: string | null;
}

/** The results of one sample. Legacy exports have no results. */
export interface ResultSetRecord {
  idResultSet: string;
  idExam: string;
  idUser: string;
  examType: 'Seminograma' | 'Hormonal';
  collectedAt: string;
  analyzedAt: string | null;
  abstinenceDays: string | null;
  method: string | null;
  whoEdition: 5 | 6 | null;
  validated: boolean;
  values: ResultValueRecord[];
}

/** Share of patients with results; the others have only files. */
const SHARE_WITH_RESULTS = 0.66;
/** Time between two semen analyses, about a cycle of spermatogenesis. */
const ANALYSIS_INTERVAL = [70 * DAY, 110 * DAY] as const;

/** For some patients, several semen analyses and one hormonal profile. Sorted by collection time. */
export function buildResultSets(
  context: BuilderContext,
  { users }: Pick<LegacyExport, 'users'>,
): ResultSetRecord[] {
  const sets = users.flatMap((patient) =>
    withStream(context, `results/${patient.idUser}`, (inner) =>
      chance(inner, SHARE_WITH_RESULTS) ? buildSeries(inner, patient) : [],
    ),
  );
  return sets.toSorted((one, other) => (one.collectedAt < other.collectedAt ? -1 : 1));
}

function buildSeries(context: BuilderContext, { idUser }: PatientRecord): ResultSetRecord[] {
  const profile = deriveProfile(context, idUser);
  const count = weighted(context, [
    [2, 40],
    [3, 30],
    [4, 15],
    [6, 15],
  ] as const);
  let around = context.now.getTime() - decimal(context, 2, 60, 0) * DAY;
  const semen = Array.from({ length: count }, (_, index) => {
    const set = withStream(context, index, (inner) =>
      buildSemenSet(inner, idUser, profile, around, index),
    );
    around -= decimal(context, ANALYSIS_INTERVAL[0], ANALYSIS_INTERVAL[1], 0);
    return set;
  });
  const hormonal = withStream(context, 'hormonal', (inner) =>
    buildHormonal(inner, idUser, profile, around),
  );
  return [...semen, hormonal];
}

const toText = (value: number, decimals: number) => String(Number(value.toFixed(decimals)));

const resultValue = (
  analyte: string,
  value: string,
  unit: string,
  range: string | null = null,
): ResultValueRecord => ({ analyte, comparator: null, value, unit, range });

/** Moves a value away from that of the profile, further for earlier samples. */
const drift = (context: BuilderContext, value: number, index: number) =>
  value * decimal(context, 1 - 0.12 * Math.min(index, 3), 1 + 0.06 * Math.min(index, 3), 3);

function buildSemenSet(
  context: BuilderContext,
  idUser: string,
  { semen }: ClinicalProfile,
  around: number,
  index: number,
): ResultSetRecord {
  const collectedAt = buildClinicTime(context, around);
  const volume = toText(Math.max(0.3, drift(context, semen.volume, index)), 1);
  const concentration = toText(drift(context, semen.concentration, index), 1);
  const progressive = Math.round(drift(context, semen.progressive, index));
  const nonProgressive = Math.round(semen.nonProgressive);
  const isAzoospermic = Number(concentration) === 0;
  const normal = Math.round(semen.normalForms);
  const head = Math.min(100 - normal, decimal(context, 60, 95, 0));
  const defects = [
    resultValue('headDefects', String(head), '%'),
    resultValue('midpieceDefects', String(100 - normal - head + 12), '%'),
    resultValue('tailDefects', toText(decimal(context, 4, 24, 0), 0), '%'),
    resultValue('cytoplasmicDroplets', toText(decimal(context, 0, 4, 0), 0), '%'),
  ];
  return {
    idResultSet: buildId(context, 'res'),
    idExam: buildId(context, 'exm'),
    idUser,
    examType: 'Seminograma',
    collectedAt: toIso(collectedAt),
    analyzedAt: toIso(collectedAt + decimal(context, 25, 58, 0) * MINUTE),
    abstinenceDays: String(context.faker.number.int({ min: 2, max: 6 })),
    // Older samples were read at the microscope, and by the 5th edition of the WHO manual.
    method: index > 2 ? 'Manual' : 'CASA',
    whoEdition: index > 3 ? 5 : 6,
    validated: index > 0 || chance(context, 0.6),
    values: [
      resultValue('volume', volume, 'mL', '≥ 1.4'),
      resultValue('ph', toText(semen.ph, 1), 'pH', '≥ 7.2'),
      resultValue('concentration', concentration, '10*6/mL', '≥ 16'),
      ...(isAzoospermic
        ? []
        : [
            resultValue('progressiveMotility', String(progressive), '%', '≥ 30'),
            resultValue('nonProgressiveMotility', String(nonProgressive), '%'),
            resultValue('immotile', String(Math.max(0, 100 - progressive - nonProgressive)), '%'),
            resultValue('vitality', String(Math.min(98, Math.round(semen.vitality))), '%', '≥ 54'),
            resultValue('normalForms', String(normal), '%', '≥ 4'),
            ...(chance(context, 0.5) ? defects : []),
          ]),
      { ...resultValue('leukocytes', '1', '10*6/mL', '< 1'), comparator: '<' },
    ],
  };
}

function buildHormonal(
  context: BuilderContext,
  idUser: string,
  { hormones }: ClinicalProfile,
  around: number,
): ResultSetRecord {
  return {
    idResultSet: buildId(context, 'res'),
    idExam: buildId(context, 'exm'),
    idUser,
    examType: 'Hormonal',
    collectedAt: toIso(buildClinicTime(context, around)),
    analyzedAt: null,
    abstinenceDays: null,
    method: null,
    whoEdition: null,
    validated: chance(context, 0.8),
    values: [
      resultValue('fsh', toText(hormones.fsh, 1), 'mUI/mL', '1.5 – 12.4'),
      resultValue('lh', toText(hormones.lh, 1), 'mUI/mL', '1.7 – 8.6'),
      resultValue('testosterone', toText(hormones.testosterone, 0), 'ng/dL', '249 – 836'),
      resultValue('estradiol', toText(hormones.estradiol, 1), 'pg/mL', '11 – 44'),
      resultValue('prolactin', toText(hormones.prolactin, 1), 'ng/mL'),
      resultValue('shbg', toText(hormones.shbg, 1), 'nmol/L'),
    ],
  };
}
