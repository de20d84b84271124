import { type Pattern, patternRanges, patterns, type Range } from './clinical-patterns.ts';
import { type BuilderContext, chance, decimal, fromSeed, weighted, within } from './random.ts';

export interface SemenValues {
  abstinenceDays: number;
  /** ml */
  volume: number;
  ph: number;
  /** Millions per ml. */
  concentration: number;
  /** Per cent, as the rest of motility. */
  progressive: number;
  nonProgressive: number;
  normalForms: number;
  vitality: number;
  /** Millions per ml. */
  leukocytes: number;
}

/** The clinical values of an invented patient, so that reports, exams and prescriptions agree. */
export interface ClinicalProfile {
  pattern: Pattern;
  /** Years. */
  age: number;
  semen: SemenValues;
  /** FSH and LH in mUI/ml, testosterone in ng/dl, estradiol in pg/ml, prolactin in ng/ml, SHBG in nmol/l, inhibin B in pg/ml. */
  hormones: {
    fsh: number;
    lh: number;
    testosterone: number;
    estradiol: number;
    prolactin: number;
    shbg: number;
    inhibinB: number;
  };
  /** TSH in µUI/ml, free T4 in ng/dl, free T3 in pg/ml. */
  thyroid: { tsh: number; freeT4: number; freeT3: number };
  /** Glycated haemoglobin in per cent. */
  hba1c: number;
  /** Per ejaculate: fructose and zinc in µmol, neutral glucosidase in mU. */
  seminalPlasma: { fructose: number; zinc: number; glucosidase: number; citrate: number };
  /** Volumes in ml; varicocele from 0 to 3, always on the left. */
  testes: { right: number; left: number; varicocele: 0 | 1 | 2 | 3 };
  /** ml */
  prostate: number;
  semenCulture: Culture;
  urineCulture: Culture;
  /** Sperm per field in urine after orgasm. */
  postOrgasmSperm: number;
  /** Per cent of sperm with fragmented DNA. */
  dnaFragmentation: number;
  /** 25-hydroxyvitamin D in ng/ml. */
  vitaminD: number;
  chromosomes: '46,XY' | '47,XXY';
  azfDeletion: 'AZFc' | null;
}

export interface Culture {
  organism: string | null;
  /** Colony-forming units per ml. */
  count: number;
}

/** The clinical values of a patient are derived only from the id. */
export function deriveProfile(context: BuilderContext, idUser: string): ClinicalProfile {
  return fromSeed(context, `clinical/${idUser}`, buildClinicalProfile);
}

export function buildClinicalProfile(context: BuilderContext): ClinicalProfile {
  const pattern = weighted(
    context,
    patterns.map((name) => [name, patternRanges[name].weight] as const),
  );
  const between = ([min, max]: Range, digits = 1) => decimal(context, min, max, digits);
  const range = patternRanges[pattern];
  const semen = within(context, 'semen', (inner) => buildSemen(inner, pattern));
  const testes = between(range.testes);
  const varicocele = buildVaricocele(context, pattern);
  const chromosomes = pattern === 'testicularFailure' && chance(context, 0.3) ? '47,XXY' : '46,XY';
  const deletion = pattern === 'testicularFailure' && chromosomes === '46,XY';
  return {
    pattern,
    age: Math.round(between([26, 46], 0)),
    semen,
    hormones: {
      fsh: between(range.fsh),
      lh: between(range.lh),
      testosterone: between(range.testosterone, 0),
      estradiol: between([14, 38]),
      prolactin: pattern === 'pituitary' ? between([48, 160]) : between([4.6, 14.4]),
      shbg: between([19, 49]),
      inhibinB: between(range.inhibinB, 0),
    },
    thyroid: buildThyroid(context),
    hba1c: pattern === 'retrograde' ? between([6.9, 9.4]) : between([4.8, 5.6]),
    seminalPlasma: buildSeminalPlasma(context, pattern),
    testes: {
      right: testes,
      left: tenths(testes - between(varicocele > 1 ? [1, 3] : [0, 0.8])),
      varicocele,
    },
    prostate: between([17, 27]),
    semenCulture: within(context, 'semenCulture', (inner) =>
      buildCulture(inner, semenOrganisms, 0.24),
    ),
    urineCulture: within(context, 'urineCulture', (inner) =>
      buildCulture(inner, urineOrganisms, 0.12),
    ),
    postOrgasmSperm: pattern === 'retrograde' ? Math.round(between([18, 60], 0)) : 0,
    dnaFragmentation: pattern === 'normal' ? between([8, 18], 0) : between([17, 44], 0),
    vitaminD: between([14, 46]),
    chromosomes,
    azfDeletion: deletion && chance(context, 0.25) ? 'AZFc' : null,
  };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

function buildSemen(context: BuilderContext, pattern: Pattern): SemenValues {
  const range = patternRanges[pattern];
  const progressive = decimal(context, ...range.progressive, 0);
  const none = range.concentration[1] === 0;
  const nonProgressive = none ? 0 : decimal(context, 6, 16, 0);
  const motile = progressive + nonProgressive;
  const alive = decimal(context, 6, 18, 0);
  return {
    abstinenceDays: context.faker.number.int({ min: 2, max: 6 }),
    volume: decimal(context, ...range.volume),
    ph: pattern === 'obstruction' ? decimal(context, 6.4, 6.9) : decimal(context, 7.3, 8.1),
    concentration: decimal(context, ...range.concentration),
    progressive,
    nonProgressive,
    normalForms: decimal(context, ...range.normalForms, 0),
    // Motile sperm are alive: vitality is never below total motility.
    vitality: none ? 0 : Math.max(pattern === 'normal' ? 58 : 0, motile + alive),
    leukocytes: decimal(context, 0, 0.9),
  };
}

function buildVaricocele(context: BuilderContext, pattern: Pattern): 0 | 1 | 2 | 3 {
  if (pattern === 'varicocele')
    return weighted(context, [
      [2, 3],
      [3, 2],
    ] as const);
  return weighted(context, [
    [0, 8],
    [1, 2],
  ] as const);
}

function buildThyroid(context: BuilderContext): ClinicalProfile['thyroid'] {
  const slow = chance(context, 0.15);
  return {
    tsh: slow ? decimal(context, 4.6, 8.8, 2) : decimal(context, 0.9, 3.6, 2),
    freeT4: slow ? decimal(context, 0.94, 1.08, 2) : decimal(context, 1.05, 1.6, 2),
    freeT3: decimal(context, 2.4, 3.9, 2),
  };
}

function buildSeminalPlasma(
  context: BuilderContext,
  pattern: Pattern,
): ClinicalProfile['seminalPlasma'] {
  const blocked = pattern === 'obstruction';
  return {
    fructose: blocked ? decimal(context, 1.2, 6.8) : decimal(context, 14, 36),
    zinc: decimal(context, 2.6, 9.4),
    glucosidase: blocked ? decimal(context, 3, 11) : decimal(context, 22, 68),
    citrate: decimal(context, 52, 130),
  };
}

const semenOrganisms = [
  'Enterococcus faecalis',
  'Escherichia coli',
  'Ureaplasma urealyticum',
  'Streptococcus agalactiae',
];
const urineOrganisms = ['Escherichia coli', 'Klebsiella pneumoniae', 'Proteus mirabilis'];

function buildCulture(context: BuilderContext, organisms: string[], share: number): Culture {
  if (!chance(context, share)) return { organism: null, count: 0 };
  return {
    organism: context.faker.helpers.arrayElement(organisms),
    count: context.faker.helpers.arrayElement([10_000, 50_000, 100_000]),
  };
}
