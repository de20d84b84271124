import type { DecimalText } from '../decimal.ts';
import type { Quantity } from '../quantity.ts';
import { readUnit } from './read-unit.ts';
import { convert, type UnitName } from './units.ts';

/** Something that a laboratory measures, counts or describes. */
interface Analyte {
  readonly label: string;
  /** Another name that laboratories print, and that the form's search finds. */
  readonly short?: string;
  /** The value is a number, one of `choices` (an antibiogram may add a number), or a text. */
  readonly kind: 'number' | 'choice' | 'text';
  /** Units of a number, the usual one first. */
  readonly units: readonly UnitName[];
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  /** LOINC code; null without one. */
  readonly loinc: string | null;
  /** ng/dL of one nmol/L; absent for an analyte that does not convert between mass and substance. */
  readonly molarFactor?: DecimalText;
  /** Label of the name of each row, for an analyte with several named rows, such as one per antibiotic. */
  readonly rowName?: string;
  /** Whether the value is always computed and never entered. */
  readonly isDerived?: true;
}

const number = (
  label: string,
  units: readonly UnitName[],
  loinc: string | null = null,
  more: Pick<Analyte, 'short' | 'molarFactor' | 'isDerived'> = {},
): Analyte => ({ label, kind: 'number', units, loinc, ...more });

const text = (label: string, loinc: string | null = null): Analyte => ({
  label,
  kind: 'text',
  units: [],
  loinc,
});

const choice = (
  label: string,
  choices: Readonly<Record<string, string>>,
  loinc: string | null = null,
): Analyte => ({
  label,
  kind: 'choice',
  units: [],
  loinc,
  choices: Object.entries(choices).map(([value, name]) => ({ value, label: name })),
});

const perMl = ['10*6/mL', '10*3/mL', '/mL'] as const;
const perEjaculate = ['10*6/{ejaculate}'] as const;
const share = ['%'] as const;
const unitless = ['1'] as const;
const substancePerMl = ['µmol/mL', 'mmol/L', 'µg/mL', 'mg/mL', 'mg/dL'] as const;

/**
 * The analytes of a seminogram, in the order in which Mexican laboratories print them. Sources: WHO manual, 6th
 * edition, and LOINC.
 */
export const seminogramAnalytes = {
  colour: text('Color', '10569-2'),
  liquefaction: number('Licuefacción', ['min', 'h'], '10580-9'),
  viscosity: text('Viscosidad'),
  volume: number('Volumen', ['mL'], '3160-9'),
  ph: number('pH', ['pH']),
  concentration: number('Concentración', perMl, '9780-8'),
  totalNumber: number('Número total', perEjaculate, null, { short: 'Cuenta total' }),
  progressiveMotility: number('Movilidad progresiva (PR)', share, '14194-5', { short: 'PR' }),
  rapidMotility: number('Progresiva rápida (a)', share, '10624-5', { short: 'a' }),
  slowMotility: number('Progresiva lenta (b)', share, '10626-0', { short: 'b' }),
  nonProgressiveMotility: number('No progresiva (NP)', share, '10620-3', { short: 'NP' }),
  immotile: number('Inmóviles (IM)', share, '10611-2', { short: 'IM' }),
  totalMotility: number('Movilidad total (PR + NP)', share, '6800-7'),
  vitality: number('Vitalidad', share, '10613-8'),
  normalForms: number('Formas normales', share, '10622-9'),
  headDefects: number('Defectos de cabeza', share, '10602-1'),
  midpieceDefects: number('Defectos de pieza media', share, '10603-9'),
  tailDefects: number('Defectos de cola', share, '10604-7'),
  cytoplasmicDroplets: number('Gotas citoplasmáticas', share, '10608-8'),
  teratozoospermiaIndex: number('Índice de teratozoospermia', unitless, '68910-9', {
    short: 'TZI',
  }),
  leukocytes: number('Leucocitos', perMl, '10579-1', { short: 'Peroxidasa positivos' }),
  roundCells: number('Células redondas', perMl, '10585-8'),
  agglutination: text('Aglutinación', '10605-4'),
  marIgG: number('MAR IgG', share, '10617-9'),
  marIgA: number('MAR IgA', share, '10615-3'),
  pellet: choice('Sedimento centrifugado', {
    none: 'Sin espermatozoides',
    seen: 'Con espermatozoides',
  }),
  firstCount: number('Espermatozoides contados, primera cuenta', unitless),
  secondCount: number('Espermatozoides contados, segunda cuenta', unitless),
} as const;

export const semenAnalytes = {
  ...seminogramAnalytes,
  totalProgressiveMotile: number(
    'Espermatozoides móviles progresivos totales',
    perEjaculate,
    null,
    { short: 'TPMSC', isDerived: true },
  ),
  dnaFragmentationIndex: number('Índice de fragmentación de ADN', share, null, { short: 'DFI' }),
  highDnaStainability: number('Alta tinción de ADN', share, null, { short: 'HDS' }),
  fructose: number('Fructosa', substancePerMl, '10574-2'),
  zinc: number('Zinc', substancePerMl, '10633-6'),
  citrate: number('Citrato', substancePerMl, '10567-6'),
  glucosidase: number('Glucosidasa neutra', ['mU/mL'], '10577-5', { short: 'Alfaglucosidasa' }),
  fructosePerEjaculate: number('Fructosa por eyaculado', ['µmol/{ejaculate}'], null, {
    isDerived: true,
  }),
  zincPerEjaculate: number('Zinc por eyaculado', ['µmol/{ejaculate}'], null, { isDerived: true }),
  citratePerEjaculate: number('Citrato por eyaculado', ['µmol/{ejaculate}'], null, {
    isDerived: true,
  }),
  glucosidasePerEjaculate: number('Glucosidasa neutra por eyaculado', ['mU/{ejaculate}'], null, {
    isDerived: true,
  }),
} as const;

const gonadotropin = ['mUI/mL', 'UI/L', 'mUI/L'] as const;
const mass = ['pg/mL', 'ng/L', 'ng/dL', 'ng/mL', 'µg/dL'] as const;
const prolactin = ['ng/mL', 'µUI/mL', 'mUI/L'] as const;
const substance = ['nmol/L', 'pmol/L'] as const;

/**
 * Molar mass of testosterone, 288.43 g/mol: one nmol/L is 28.843 ng/dL, so 10.4 nmol/L is 300 ng/dL. Other analytes
 * have no molar factor yet.
 */
const molarTestosterone = { molarFactor: '28.843' } as const;

/** The analytes of blood, with LOINC codes and the units that Mexican laboratories use. */
export const bloodAnalytes = {
  fsh: number('FSH', gonadotropin, '15067-2'),
  lh: number('LH', gonadotropin, '10501-5'),
  testosterone: number(
    'Testosterona total',
    ['ng/dL', 'ng/mL', ...substance],
    '2986-8',
    molarTestosterone,
  ),
  freeTestosterone: number(
    'Testosterona libre',
    ['pg/mL', 'ng/dL', 'ng/mL', ...substance],
    '2991-8',
    molarTestosterone,
  ),
  prolactin: number('Prolactina', prolactin, '2842-3'),
  estradiol: number('Estradiol', ['pg/mL', 'ng/L', 'ng/dL', ...substance], '2243-4'),
  shbg: number('SHBG', ['nmol/L'], '13967-5'),
  dheaS: number('DHEA-S', ['µg/dL', 'µg/mL', 'ng/mL', 'µmol/L'], '2191-5'),
  inhibinB: number('Inhibina B', ['pg/mL', 'ng/L'], '34319-4'),
  tsh: number('TSH', ['µUI/mL', 'mUI/L'], '3016-3'),
  freeT4: number('T4 libre', ['ng/dL', 'pg/mL', 'ng/L', 'pmol/L'], '3024-7'),
  totalT4: number('T4 total', ['µg/dL', 'ng/mL', 'nmol/L'], '3026-2'),
  freeT3: number('T3 libre', [...mass, 'pmol/L'], '3051-0'),
  totalT3: number('T3 total', ['ng/dL', 'ng/mL', 'nmol/L'], '3053-6'),
  hba1c: number('Hemoglobina glicosilada (HbA1c)', ['%'], '4548-4'),
} as const;

const presence = { present: 'Presente', absent: 'Ausente (microdeleción)' };

/** Cultures, genetics, urine and images: mostly texts. */
const otherAnalytes = {
  growth: choice('Desarrollo', { none: 'Sin desarrollo', growth: 'Con desarrollo' }),
  organism: text('Microorganismo'),
  colonyCount: number('Cuenta de colonias', ['UFC/mL']),
  antibiogram: {
    label: 'Antibiograma',
    kind: 'choice',
    units: ['µg/mL'],
    loinc: null,
    rowName: 'Antibiótico',
    choices: [
      { value: 'S', label: 'Sensible (S)' },
      { value: 'I', label: 'Intermedio (I)' },
      { value: 'R', label: 'Resistente (R)' },
    ],
  } satisfies Analyte,
  karyotype: text('Cariotipo (ISCN)', '29770-5'),
  metaphases: number('Metafases analizadas', ['1']),
  azfA: choice('AZFa', presence, '35456-3'),
  azfB: choice('AZFb', presence, '35456-3'),
  azfC: choice('AZFc', presence, '35456-3'),
  spermInUrine: choice('Espermatozoides en orina', {
    seen: 'Se observaron',
    none: 'No se observaron',
  }),
  urineSpermCount: number('Espermatozoides en orina (concentración)', perMl, '8248-7'),
  urineSpermTotal: number('Espermatozoides en orina (total)', ['10*6/{urine}']),
  rightTestisVolume: number('Volumen del testículo derecho', ['mL']),
  leftTestisVolume: number('Volumen del testículo izquierdo', ['mL']),
  varicoceleSide: choice('Varicocele', {
    none: 'No',
    left: 'Izquierdo',
    right: 'Derecho',
    both: 'Bilateral',
  }),
  varicoceleGrade: text('Grado del varicocele'),
  prostateVolume: number('Volumen de la próstata', ['mL']),
  findings: text('Hallazgos'),
  conclusion: text('Conclusión'),
} as const;

/** Every analyte by its key, which is its name on the wire. */
export const analytes = { ...semenAnalytes, ...bloodAnalytes, ...otherAnalytes } as const;
export type AnalyteKey = keyof typeof analytes;

export const analyteKeys = Object.keys(analytes) as AnalyteKey[];

export function isAnalyteKey(text: string): text is AnalyteKey {
  return Object.hasOwn(analytes, text);
}

export const getAnalyte = (key: AnalyteKey): Analyte => analytes[key];

/** The analyte of a stored key; undefined for null, and for a key of an earlier catalogue. */
export const findAnalyte = (key: string | null): Analyte | undefined =>
  key !== null && isAnalyteKey(key) ? getAnalyte(key) : undefined;

/** The name of a choice as readers see it; a choice of an earlier catalogue stays as stored. */
export const choiceLabel = (key: string | null, value: string): string =>
  findAnalyte(key)?.choices?.find((choice) => choice.value === value)?.label ?? value;

/** The unit that a text names; null unless the analyte is reported in it. */
export function readAnalyteUnit(key: AnalyteKey, text: string): UnitName | null {
  return readUnit(text, getAnalyte(key).units);
}

/** Converts a quantity of an analyte to another unit; null if the units do not convert. */
export function convertAnalyteQuantity(
  key: AnalyteKey,
  { comparator, value }: Quantity,
  from: UnitName,
  to: UnitName,
): Quantity | null {
  const converted = convert(value, from, to, getAnalyte(key).molarFactor);
  return converted === null ? null : { comparator, value: converted };
}
