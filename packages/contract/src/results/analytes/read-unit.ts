import type { DecimalText } from '../decimal.ts';
import { type Dimension, isUnitName, type Unit, type UnitName, units } from './units.ts';

/** Longer texts are not units. */
const MAX_LENGTH = 80;

/** Matches complete words only. */
const word = (pattern: string) => new RegExp(`(?<![a-z])(?:${pattern})(?![a-z])`, 'g');

/**
 * Unify laboratories' spellings, each applied to the folded text that the previous one returns. 'mil/mL' stays unknown,
 * because some laboratories mean thousands and others millions.
 */
const rewritings: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\\s\\/g, '^'],
  [/\{(ejac|urine)[^{}]*\}/g, '$1'],
  // An annotation with an amount may be part of the unit, so it stays, and the unit is unknown.
  [/\{(?![^{}]*(?:\d|mil))[^{}]*\}|[[\]]/g, ''],
  [/^\(([^()]*)\)$/, '$1'],
  [/\.(?!\d)/g, ''],
  [/100 ?(?:ml|cc)(?![a-z])/g, 'dl'],
  [word('porcentaje|percent|por ?(?:ciento|cien|100)'), '%'],
  [word('(?:por|per|en)(?: cada| el| la)?'), '/'],
  [/ (?:x |p\/)(?=ml|cc|cm|mili)/g, '/'],
  [/[∕⁄÷]/g, '/'],
  [word(String.raw`mililitros?|mls?|cc|cm ?\^?3|centimetros? cubicos?`), 'ml'],
  [word(String.raw`microlitros?|mcl|mm ?\^?3|milimetros? cubicos?`), 'ul'],
  [word('decilitros?'), 'dl'],
  [word('litros?|lts?'), 'l'],
  [word('eyaculad[oa]|eyaculacion|eyac|ejac|muestra(?: completa| total)?'), 'ejaculate'],
  [/(?<=l) de (?:semen|orina|muestra)$/, ''],
  [word('orina'), 'urine'],
  [/(?<![a-z])(?:mili|milli) ?(?=g|mol|u)/g, 'm'],
  [/(?<![a-z])(?:micro|mc)(?=g|mol|u|i)/g, 'u'],
  [/(?<![a-z])nano(?=g|mol)/g, 'n'],
  [/(?<![a-z])pico(?=g|mol)/g, 'p'],
  [/(?<=(?<![a-z])[pnum]?)(?:gramos?|grs?)(?![a-z])/g, 'g'],
  [/(?<=(?<![a-z])[pnum]?)moles(?![a-z])/g, 'mol'],
  [/(?<=(?<![a-z])[um]?)(?:unidades(?: internacionales)?|ui)(?![a-z])/g, 'iu'],
  [
    /(?<![a-z])(?:millon(?:es)?|millions?|mills?|mio|mm?(?= ?(?:\/|de |esp|spz|cel)))(?![a-z])/g,
    '10*6',
  ],
  [/(?<![a-z])(?:miles|thousands?|k(?= ?\/))(?![a-z])/g, '10*3'],
  [
    word(
      '(?:de )?(?:espermatozoides|espermas?|sperms?|spz|esp|celulas?|cels?|cells?|leucocitos|leuc?)(?: totales| redondas)?',
    ),
    '',
  ],
  [word('ufc|colonias?'), 'cfu'],
  [/(?<![\d.,])10 ?(?:\^|\*\*?|e|exp|a la) ?\(?\+?0?(\d{1,2})\)?(?!\d)/g, '10*$1'],
  [/(?<![\d.,*])10 ?\(?([36])\)?(?![\d.,])/g, '10*$1'],
  [/(?<![a-z\d*])1?e\+?0?(\d)(?!\d)/g, '10*$1'],
  [/(?<![\d.,*])1[ ,]?000[ ,]?000(?!\d)/g, '10*6'],
  [/(?<![\d.,*])1[ ,]?000(?!\d)/g, '10*3'],
  [/(?<=^10\*6) totales$/, ''],
  [/\s+/g, ''],
  [/^[x*·](?=10\*)/, ''],
  [/^([pnum]?g)%$/, '$1/dl'],
  [/^\/(?=\/)|^1(?=\/)/, ''],
];

/** The canonical spelling of a unit, for comparisons. */
function canonical(text: string): string {
  const folded = text
    .slice(0, MAX_LENGTH + 1)
    .trim()
    .replaceAll(/[⁰¹²³⁴-⁹]+/g, (digits) => `^${digits}`)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLocaleLowerCase('es')
    .replaceAll('μ', 'u')
    .replaceAll(/[×✕✖]/g, 'x')
    .replaceAll('ˆ', '^')
    .replaceAll(/\s+/g, ' ');
  return rewritings.reduce((spelling, [from, to]) => spelling.replace(from, to), folded);
}

const AMOUNT =
  /^(?:10\*(?<power>\d+))?(?:(?<prefix>[pnum])?(?<kind>g|mol|iu|u))?\/(?<volume>ul|ml|dl|l)$/;
const EJACULATE = /^10\*(?<power>\d+)(?:\/ejaculate)?$/;

const PREFIXES: Readonly<Record<string, number>> = { p: -12, n: -9, u: -6, m: -3 };
const VOLUMES: Readonly<Record<string, number>> = { l: 0, dl: 1, ml: 3, ul: 6 };
/** For each kind, its dimension, and the power of ten from one per litre to its base unit: 1 g/L = 10^8 ng/dL. */
const KINDS: Readonly<Record<string, readonly [Dimension, number]>> = {
  '': ['perVolume', -9],
  g: ['massPerVolume', 8],
  mol: ['substancePerVolume', 9],
  iu: ['arbitraryPerVolume', 0],
  u: ['arbitraryPerVolume', 0],
};

const powerOfTen = (power: number): DecimalText =>
  power < 0 ? `0.${'0'.repeat(-power - 1)}1` : `1${'0'.repeat(power)}`;

/** Parses a canonical spelling by its parts, because an unlisted unit such as 10³/µL may equal a listed one. */
function parseAmount(spelling: string): Pick<Unit, 'dimension' | 'factor'> | null {
  const total = EJACULATE.exec(spelling)?.groups;
  if (total !== undefined) {
    return { dimension: 'perEjaculate', factor: powerOfTen(Number(total.power) - 6) };
  }
  const { power = '0', prefix = '', kind = '', volume = '' } = AMOUNT.exec(spelling)?.groups ?? {};
  const [dimension, base] = KINDS[kind] ?? [];
  if (volume === '' || dimension === undefined || base === undefined) return null;
  const sum = Number(power) + (PREFIXES[prefix] ?? 0) + base + (VOLUMES[volume] ?? 0);
  return { dimension, factor: powerOfTen(sum) };
}

/** Canonical spellings by unit; an import compares every value with them. */
const spellingsByUnit = new Map<UnitName, ReadonlySet<string>>();

function getSpellings(name: UnitName): ReadonlySet<string> {
  const cached = spellingsByUnit.get(name);
  if (cached !== undefined) return cached;
  const { ucum, label, alsoWritten } = units[name];
  const spellings = new Set([name, ucum, label, ...alsoWritten].map(canonical));
  spellingsByUnit.set(name, spellings);
  return spellings;
}

/**
 * The unit that a text names, among some units: in UCUM, in words, or in a laboratory's spelling. Null for any
 * other unit. Table of the spellings: docs/clinical-checks.md.
 */
export function readUnit(text: string, among: readonly UnitName[]): UnitName | null {
  const exact = among.find((name) => name === text.trim());
  if (exact !== undefined) return exact;
  const spelling = canonical(text);
  const named = among.find((name) => getSpellings(name).has(spelling));
  if (named !== undefined) return named;
  const amount = parseAmount(spelling);
  const equal = among.find(
    (name) => units[name].dimension === amount?.dimension && units[name].factor === amount.factor,
  );
  return equal ?? null;
}

const namedUnits = (Object.keys(units) as UnitName[]).filter(
  (name) => name !== '1' && name !== 'pH',
);

/** The physical unit of a text, also one that no analyte has, such as UI/mL; null for any other text. */
function readAmount(text: string): Pick<Unit, 'dimension' | 'factor'> | null {
  const named = readUnit(text, namedUnits);
  return named === null ? parseAmount(canonical(text)) : units[named];
}

export const isUnitText = (text: string) => readAmount(text) !== null;

/**
 * Whether texts name different physical units. 'Millones' may be the first part of 'millones/mL', and is then no other
 * unit. Beside another unit, a duration is the time of a measurement, and 'H' may also mean 'hombres' or 'high'.
 */
export function nameDifferentUnits(texts: readonly string[]): boolean {
  const amounts = texts.flatMap((text) => {
    const amount = readAmount(text);
    return amount === null ? [] : [{ ...amount, spelling: canonical(text) }];
  });
  return amounts.some((one) =>
    amounts.some(
      (other) =>
        (one.dimension === other.dimension
          ? one.factor !== other.factor
          : ![one.dimension, other.dimension].includes('time')) &&
        !one.spelling.startsWith(other.spelling) &&
        !other.spelling.startsWith(one.spelling),
    ),
  );
}

/** Whether a text names a unit. Units outside of the catalogue are compared by their canonical spelling. */
export function namesUnit(text: string, unit: string): boolean {
  return isUnitName(unit) ? readUnit(text, [unit]) !== null : canonical(text) === canonical(unit);
}
