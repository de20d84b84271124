import { readUnit } from '../../results/analytes/read-unit.ts';
import { type Unit, type UnitName, units } from '../../results/analytes/units.ts';
import { DAY_UNIT } from './known-result.ts';

/** A unit as a text has it, behind a number. */
export interface WrittenUnit {
  readonly end: number;
  /** Possible units: 'millones' are of the ejaculate or of a millilitre. Empty for a unit of no result. */
  readonly among: readonly (UnitName | typeof DAY_UNIT)[];
  /** The number is multiplied by this power of ten. */
  readonly power: number;
  /** 'y medio' is in it or behind it. */
  readonly andHalf?: true;
  /** It has no meaning as a figure but of a sample: minutes, hours, days. */
  readonly isTime?: true;
}

const unitNames = Object.keys(units) as UnitName[];

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
const folded = (text: string) =>
  text.toLocaleLowerCase('es').normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('μ', 'µ');

const getUnit = (name: UnitName): Unit => units[name];

const countDimensions = new Set<string>(['perVolume', 'perEjaculate']);

/** Units other than counts, in usual spellings, longest first. */
const plainWritings: readonly (readonly [writing: string, unit: UnitName])[] = unitNames
  .filter((name) => !['1', 'pH', '%'].includes(name) && !countDimensions.has(units[name].dimension))
  .flatMap((name) => {
    const { ucum, label, alsoWritten = [] } = getUnit(name);
    const writings = [name, ucum, label, ...alsoWritten].filter(
      (one) => !/[[{']/.test(one) && one !== '',
    );
    return writings.map((one) => [folded(one), name] as const);
  })
  .toSorted(([one], [other]) => other.length - one.length);

const byWriting = new Map(plainWritings);

const BOUNDARY = String.raw`(?![\p{L}\p{N}²³/])`;
const PLAIN = new RegExp(
  ` *(?<unit>${plainWritings.map(([one]) => escaped(one).replaceAll(String.raw`\/`, ' ?/ ?').replaceAll('u', '[uµ]')).join('|')})${BOUNDARY}`,
  'yu',
);

const PERCENT = / *(?:%|por ?ciento|por cien|por 100(?!\d))/y;

/** 'millones', 'x10⁶', 'M', 'mil': the power of ten in front of a counted noun. */
const MULTIPLE =
  / *(?:(?<times>(?:[x*·.] ?)?10 ?(?:(?:\^|\*\*?|e) ?)?\(?(?:(?<power>\d)(?!\d)\)?|(?<raised>[³⁶⁷⁸⁹])))|(?<exponent>e\+?0?(?<scientific>[3-9])(?!\d))|(?<million>millon(?:es)?|mills?\.?|mm(?= ?\/)|m(?= ?\/ ?(?:ml|cc))|m(?= de esp))|(?<thousand>miles(?! de mill)|mil|k(?= ?\/)))(?![a-z\d])/y;

const HALF = / y medi[oa](?!\p{L})/uy;

const COUNTED = /(?: (?:de )?(?:espermatozoides|espermas|esperma|spz|gametos)(?: totales)?)/y;

const PER_ML =
  / ?(?:\/|por (?:cada )?|en (?:cada|un) ) ?(?:ml|mililitros?|cc|cm3|cm³|centimetro cubico)(?![\p{L}\p{N}])/uy;
const PER_EJACULATE =
  / ?(?:(?:\/|por|en) ?(?:cada |el |la |todo el |toda la )?)(?:eyaculad[oa]|eyaculacion|eyac\.?|muestra)(?: completa| total| entera)?(?!\p{L})/uy;

const SUPERSCRIPTS: Readonly<Record<string, number>> = { '³': 3, '⁶': 6, '⁷': 7, '⁸': 8, '⁹': 9 };

const TIME =
  / *(?:(?<minutes>min(?:utos?)?|')|(?<hours>h(?:oras?|rs?|s)?)|(?<days>d(?:ias?)?)|(?<long>semanas?|mes(?:es)?|anos?|trimestres?))(?![\p{L}\p{N}/])/uy;

/** 'nanogramos por decilitro', 'miliunidades internacionales por mililitro'. */
const IN_WORDS =
  / *(?:mili|micro|nano|pico)?(?:gramos?|mol(?:es)?|unidades(?: internacionales)?) ?(?:\/|por) ?(?:mililitro|decilitro|litro|ml|dl|l)(?!\p{L})/uy;
const MILLILITRES = / *(?:mililitros?|mls)(?!\p{L})/uy;

/** Units of no analyte: weights, doses, lengths, anything over anything. */
const OTHER =
  / *(?:kg ?\/ ?m[²2]|[a-zµ]{1,6} ?\/ ?[a-z]{1,6}[²³23]?|(?:kg|mg|mcg|µg|ug|g|ui|l|m|km|kcal|mmhg|lpm|°c|grados|gramos|miligramos|microgramos|unidades internacionales|kilos?|litros?|centimetros?|milimetros?|por campo|cps|mpas)|espermatozoides por campo)(?![\p{L}\p{N}/])/uy;

function match(pattern: RegExp, plain: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(plain);
}

/** A count with its power of ten: '15 millones de espermatozoides por mililitro', '15 x 10⁶/mL', '15 000 000/mL'. */
function readCount(plain: string, from: number): WrittenUnit | null {
  const multiple = match(MULTIPLE, plain, from);
  const groups = multiple?.groups;
  const power = multiple ? toPower(groups) : 0;
  let end = from + (multiple?.[0].length ?? 0);
  const half = multiple ? match(HALF, plain, end) : null;
  end += half?.[0].length ?? 0;
  const andHalf = half ? { andHalf: true as const } : {};
  const counted = match(COUNTED, plain, end);
  end += counted?.[0].length ?? 0;
  const perMl = match(PER_ML, plain, end);
  if (perMl) {
    return { among: ['10*6/mL'], power: power - 6, end: end + perMl[0].length, ...andHalf };
  }
  const perEjaculate = match(PER_EJACULATE, plain, end);
  if (perEjaculate && multiple) {
    return {
      among: ['10*6/{ejaculate}'],
      power: power - 6,
      end: end + perEjaculate[0].length,
      ...andHalf,
    };
  }
  if (!multiple || power < 6) return null;
  // '9 millones/L' is of another volume.
  const other = match(/ ?\/ ?[a-z]+/y, plain, end);
  if (other) return { among: [], power: 0, end: end + other[0].length };
  return { among: ['10*6/{ejaculate}', '10*6/mL'], power: power - 6, end, ...andHalf };
}

function toPower(groups: Readonly<Record<string, string | undefined>> | undefined): number {
  if (groups?.million !== undefined) return 6;
  if (groups?.thousand !== undefined) return 3;
  return SUPERSCRIPTS[groups?.raised ?? ''] ?? Number(groups?.power ?? groups?.scientific ?? 0);
}

/** The unit behind a number that ends at `from`, with 'y medio' behind it; null without a unit. */
export function readUnitAt(plain: string, from: number): WrittenUnit | null {
  const unit = readOneUnit(plain, from);
  const half = unit === null ? null : match(HALF, plain, unit.end);
  return unit && half ? { ...unit, end: unit.end + half[0].length, andHalf: true } : unit;
}

function readOneUnit(plain: string, from: number): WrittenUnit | null {
  const percent = match(PERCENT, plain, from);
  if (percent) return { end: from + percent[0].length, among: ['%'], power: 0 };
  const count = readCount(plain, from);
  if (count) return count;
  const ml = match(MILLILITRES, plain, from);
  if (ml) return { end: from + ml[0].length, among: ['mL'], power: 0 };
  const time = match(TIME, plain, from);
  if (time) {
    const end = from + time[0].length;
    const { minutes, hours, days } = time.groups ?? {};
    if (minutes !== undefined) return { end, among: ['min'], power: 0, isTime: true };
    if (hours !== undefined) return { end, among: ['h'], power: 0, isTime: true };
    return { end, among: days === undefined ? [] : [DAY_UNIT], power: 0, isTime: true };
  }
  const plainUnit = match(PLAIN, plain, from);
  if (plainUnit) {
    const written = (plainUnit.groups?.unit ?? '').replaceAll(' ', '');
    const unit = byWriting.get(written) ?? byWriting.get(written.replaceAll('µ', 'u'));
    if (unit !== undefined) return { end: from + plainUnit[0].length, among: [unit], power: 0 };
  }
  const words = match(IN_WORDS, plain, from);
  if (words) {
    const unit = readUnit(words[0], unitNames);
    return { end: from + words[0].length, among: unit === null ? [] : [unit], power: 0 };
  }
  const other = match(OTHER, plain, from);
  return other ? { end: from + other[0].length, among: [], power: 0 } : null;
}
