import { readUnit } from '../../results/analytes/read-unit.ts';
import { type UnitName, units } from '../../results/analytes/units.ts';
import { matchAt } from './plain-text.ts';
import { DAY_UNIT } from './quotable-result.ts';

/** A unit in a text, after a number. */
export interface WrittenUnit {
  readonly end: number;
  /** Possible units: 'millones' may be per ejaculate or per millilitre. Empty for a unit that no result has. */
  readonly among: readonly (UnitName | typeof DAY_UNIT)[];
  /** The number is multiplied by this power of ten. */
  readonly power: number;
  /** A unit of time. */
  readonly isTime?: true;
}

const unitNames = (Object.keys(units) as UnitName[]).filter((name) => name !== '1');

const PERCENT = / *(?:%|por ?ciento|por cien|por 100(?!\d))/y;

/** 'millones', 'x10⁶', 'M', 'mil': the power of ten before a counted noun. */
const MULTIPLE =
  / *(?:(?<times>(?:[x*·.] ?)?10 ?(?:(?:\^|\*\*?|e) ?)?\(?(?:(?<power>\d)(?!\d)\)?|(?<raised>[³⁶⁷⁸⁹])))|(?<exponent>e\+?0?(?<scientific>[3-9])(?!\d))|(?<million>millon(?:es)?|mills?\.?|mm(?= ?\/)|m(?= ?\/ ?(?:ml|cc))|m(?= de esp))|(?<thousand>miles(?! de mill)|mil|k(?= ?\/)))(?![a-z\d])/y;

const COUNTED_NOUN = /(?: (?:de )?(?:espermatozoides|espermas|esperma|spz|gametos)(?: totales)?)/y;

const PER_ML =
  / ?(?:\/|por (?:cada )?|en (?:cada|un) ) ?(?:ml|mililitros?|cc|cm3|cm³|centimetro cubico)(?![\p{L}\p{N}])/uy;
const PER_UL =
  / ?(?:\/|por (?:cada )?|en (?:cada|un) ) ?(?:[µu]l|mcl|microlitros?|mm3|mm³|milimetro cubico)(?![\p{L}\p{N}])/uy;
const PER_EJACULATE =
  / ?(?:(?:\/|por|en) ?(?:cada |el |la |todo el |toda la )?)(?:eyaculad[oa]|eyaculacion|eyac\.?|muestra)(?: completa| total| entera)?(?!\p{L})/uy;

const TIME =
  / *(?:(?<minutes>min(?:utos?)?|')|(?<hours>h(?:oras?|rs?|s)?)|(?<days>d(?:ias?)?)|(?<long>semanas?|mes(?:es)?|anos?|trimestres?))(?![\p{L}\p{N}/])/uy;

/** One unit over another, a weight, a volume or a length: of an analyte or not. */
const AMOUNT =
  / *(?:[a-zµ]+(?: internacionales)? ?(?:\/ ?[a-z]+[²³23]?|(?:por|en el) (?:eyaculado|mililitro|decilitro|litro|ml|dl|l))|\/[a-zµ]+[²³23]?|mcg|[mkµu]?g|ui|[mk]?m|[dµu]?l|mls?|cc|kcal|mmhg|lpm|°c|grados|(?:mili|micro|nano|pico|kilo|deci|centi)?(?:gramos?|litros?|metros?)|unidades internacionales|kilos?|(?:espermatozoides )?por campo|cps|mpas)(?![\p{L}\p{N}²³/])/uy;

/** A count with its power of ten: '15 millones de espermatozoides por mililitro', '15 x 10⁶/mL', '15 000 000/mL'. */
function readCount(plain: string, from: number): WrittenUnit | null {
  const multiple = matchAt(MULTIPLE, plain, from);
  const power = multiple ? toPower(multiple.groups) : 0;
  const skip = (pattern: RegExp, at: number) => at + (matchAt(pattern, plain, at)?.[0].length ?? 0);
  const at = from + (multiple?.[0].length ?? 0);
  const counted = skip(COUNTED_NOUN, at);
  const unit = (among: readonly UnitName[], end: number) => ({ among, power: power - 6, end });
  const perMl = skip(PER_ML, counted);
  if (perMl > counted) return unit(['10*6/mL'], perMl);
  const perUl = skip(PER_UL, counted);
  if (perUl > counted) return { among: ['10*6/mL'], power: power - 3, end: perUl };
  const perEjaculate = skip(PER_EJACULATE, counted);
  if (perEjaculate > counted && multiple) return unit(['10*6/{ejaculate}'], perEjaculate);
  if (!multiple || power < 6) return null;
  return unit(['10*6/{ejaculate}', '10*6/mL'], counted);
}

function toPower(groups: Readonly<Record<string, string | undefined>> = {}): number {
  const { million, thousand, raised = '', power, scientific } = groups;
  if (million !== undefined) return 6;
  return thousand === undefined ? Number(power ?? scientific ?? raised.normalize('NFKC')) : 3;
}

/** The unit after a number that ends at `from`; null without a unit. */
export function readUnitAt(plain: string, from: number): WrittenUnit | null {
  const percent = matchAt(PERCENT, plain, from);
  if (percent) return { end: from + percent[0].length, among: ['%'], power: 0 };
  const count = readCount(plain, from);
  if (count) return count;
  const time = matchAt(TIME, plain, from);
  if (time) {
    const end = from + time[0].length;
    const { minutes, hours, days } = time.groups ?? {};
    if (minutes !== undefined) return { end, among: ['min'], power: 0, isTime: true };
    if (hours !== undefined) return { end, among: ['h'], power: 0, isTime: true };
    return { end, among: days === undefined ? [] : [DAY_UNIT], power: 0, isTime: true };
  }
  const amount = matchAt(AMOUNT, plain, from);
  if (amount === null) return null;
  const unit = readUnit(amount[0], unitNames);
  return { end: from + amount[0].length, among: unit === null ? [] : [unit], power: 0 };
}
