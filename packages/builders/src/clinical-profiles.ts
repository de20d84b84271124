import { type BuilderContext, chance, decimal, fromSeed, weighted, withStream } from './random.ts';

/** The typical cases, normal values first. */
export const patterns = [
  'normal',
  'lowMotility',
  'varicocele',
  'lowCountMotilityForms',
  'obstruction',
  'testicularFailure',
  'pituitary',
  'retrograde',
] as const;
export type Pattern = (typeof patterns)[number];

type Range = readonly [min: number, max: number];

const columns = [
  'volume',
  'concentration',
  'progressive',
  'normalForms',
  'fsh',
  'lh',
  'testosterone',
  'inhibinB',
  'testes',
] as const;

/** The relative frequency of each case, and the ranges of its values in the order of `columns`. */
const table: Readonly<Record<Pattern, string>> = {
  normal: '26 1.6-5.2 28-110 36-62 4-9 1.8-6.2 2-7 380-780 140-290 15-23',
  lowMotility: '19 1.5-4.8 18-74 9-28 3-6 2-6.8 2-7.5 330-690 120-260 14-21',
  varicocele: '20 1.6-4.6 5-19 12-31 1-4 3.2-9.4 2.6-8 300-610 75-180 11-17',
  lowCountMotilityForms: '14 1.4-4.4 1.2-11 4-24 0.5-3 5.4-13.8 3.4-9.6 270-560 45-130 9-15',
  obstruction: '5 0.5-1.2 0-0 0-0 0-0 2.2-6.4 2.4-6.8 380-720 130-270 15-22',
  testicularFailure: '6 1.5-3.8 0-0 0-0 0-0 16.4-34 9.2-19 180-340 8-34 4-9',
  pituitary: '5 0.9-2.2 0.4-7 6-26 1-4 0.4-1.4 0.3-1.5 90-220 28-80 7-12',
  retrograde: '5 0.3-1.1 4-22 10-30 2-5 2.2-7.4 2.4-7.4 280-560 100-230 13-20',
};

/** `table`, parsed. */
const patternRanges = Object.fromEntries(
  Object.entries(table).map(([name, row]) => {
    const [weight, ...spans] = row.split(' ');
    const ranges = spans.map((span, index) => [columns[index], span.split('-').map(Number)]);
    return [name, { weight: Number(weight), ...Object.fromEntries(ranges) }];
  }),
) as Readonly<Record<Pattern, Record<(typeof columns)[number], Range> & { weight: number }>>;

/** The clinical values of an invented patient, shared by reports, exams and prescriptions so that they agree. */
export type ClinicalProfile = ReturnType<typeof buildClinicalProfile>;

/** Derives the clinical values of a patient from the id only. */
export function deriveProfile(context: BuilderContext, idUser: string): ClinicalProfile {
  return fromSeed(context, `clinical/${idUser}`, buildClinicalProfile);
}

function buildClinicalProfile(context: BuilderContext) {
  const pattern = weighted(
    context,
    patterns.map((name) => [name, patternRanges[name].weight] as const),
  );
  const between = ([min, max]: Range, digits = 1) => decimal(context, min, max, digits);
  const range = patternRanges[pattern];
  const semen = withStream(context, 'semen', (inner) => buildSemen(inner, pattern));
  const testes = between(range.testes);
  const varicocele = buildVaricocele(context, pattern);
  const chromosomes = pattern === 'testicularFailure' && chance(context, 0.3) ? '47,XXY' : '46,XY';
  const mayHaveDeletion = pattern === 'testicularFailure' && chromosomes === '46,XY';
  return {
    pattern,
    /** Years. */
    age: Math.round(between([26, 46], 0)),
    semen,
    /** FSH and LH in mUI/ml, testosterone in ng/dl, estradiol in pg/ml, prolactin in ng/ml, SHBG in nmol/l, inhibin B in pg/ml. */
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
    /** Glycated haemoglobin in per cent. */
    hba1c: pattern === 'retrograde' ? between([6.9, 9.4]) : between([4.8, 5.6]),
    seminalPlasma: buildSeminalPlasma(context, pattern),
    /** Volumes in ml, and the grade of a varicocele, which is always on the left. */
    testes: {
      right: testes,
      left: tenths(testes - between(varicocele > 1 ? [1, 3] : [0, 0.8])),
      varicocele,
    },
    /** ml */
    prostate: between([17, 27]),
    semenCulture: withStream(context, 'semenCulture', (inner) =>
      buildCulture(inner, semenOrganisms, 0.24),
    ),
    urineCulture: withStream(context, 'urineCulture', (inner) =>
      buildCulture(inner, urineOrganisms, 0.12),
    ),
    /** Sperm per field in urine after orgasm. */
    postOrgasmSperm: pattern === 'retrograde' ? Math.round(between([18, 60], 0)) : 0,
    /** Per cent of sperm with fragmented DNA. */
    dnaFragmentation: pattern === 'normal' ? between([8, 18], 0) : between([17, 44], 0),
    /** 25-hydroxyvitamin D in ng/ml. */
    vitaminD: between([14, 46]),
    chromosomes,
    azfDeletion: mayHaveDeletion && chance(context, 0.25) ? 'AZFc' : null,
  };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Volume in ml, concentration and leukocytes in millions per ml; motility, forms and vitality in per cent. */
function buildSemen(context: BuilderContext, pattern: Pattern) {
  const range = patternRanges[pattern];
  const progressive = decimal(context, ...range.progressive, 0);
  const hasNoSperm = range.concentration[1] === 0;
  const nonProgressive = hasNoSperm ? 0 : decimal(context, 6, 16, 0);
  const motile = progressive + nonProgressive;
  const immotileAlive = decimal(context, 6, 18, 0);
  return {
    abstinenceDays: context.faker.number.int({ min: 2, max: 6 }),
    volume: decimal(context, ...range.volume),
    ph: pattern === 'obstruction' ? decimal(context, 6.4, 6.9) : decimal(context, 7.3, 8.1),
    concentration: decimal(context, ...range.concentration),
    progressive,
    nonProgressive,
    normalForms: decimal(context, ...range.normalForms, 0),
    // Motile sperm are alive: vitality is never below total motility.
    vitality: hasNoSperm ? 0 : Math.max(pattern === 'normal' ? 58 : 0, motile + immotileAlive),
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

/** TSH in µUI/ml, free T4 in ng/dl, free T3 in pg/ml. */
function buildThyroid(context: BuilderContext) {
  const isHypothyroid = chance(context, 0.15);
  return {
    tsh: isHypothyroid ? decimal(context, 4.6, 8.8, 2) : decimal(context, 0.9, 3.6, 2),
    freeT4: isHypothyroid ? decimal(context, 0.94, 1.08, 2) : decimal(context, 1.05, 1.6, 2),
    freeT3: decimal(context, 2.4, 3.9, 2),
  };
}

/** Per ejaculate: fructose, zinc and citrate in µmol, neutral glucosidase in mU. */
function buildSeminalPlasma(context: BuilderContext, pattern: Pattern) {
  const isObstructed = pattern === 'obstruction';
  return {
    fructose: isObstructed ? decimal(context, 1.2, 6.8) : decimal(context, 14, 36),
    zinc: decimal(context, 2.6, 9.4),
    glucosidase: isObstructed ? decimal(context, 3, 11) : decimal(context, 22, 68),
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

/** A count in colony-forming units per ml. */
function buildCulture(context: BuilderContext, organisms: string[], share: number) {
  if (!chance(context, share)) return { organism: null, count: 0 };
  return {
    organism: context.faker.helpers.arrayElement(organisms),
    count: context.faker.helpers.arrayElement([10_000, 50_000, 100_000]),
  };
}
