import { compareDecimals, type DecimalText } from '../../results/decimal.ts';
import type { Finding, KnownResult } from '../version.ts';
import { type Figure, REFERENCE } from './figures.ts';
import {
  type FigureContext,
  marked,
  NO_REFERENCE,
  UNDECIDED,
  unknown,
  withUnit,
  writtenFigure,
} from './finding.ts';
import { ABSTINENCE } from './known-result.ts';
import type { WrittenNumber } from './numbers.ts';
import {
  ABSTINENCE_DAYS,
  CENTILE,
  editionsMeant,
  findReferences,
  ofCentile,
  type Reference,
} from './references.ts';
import { agreement, asWritten, resultAsWritten } from './same-amount.ts';

interface WrittenReference extends Reference {
  readonly low: DecimalText;
}

/** References that the figure may quote, in its unit. */
function allowed({ plain, figure, results }: FigureContext): WrittenReference[] {
  const before = `${figure.listed} ${plain.slice(figure.sentence.start, figure.number.start)}`;
  const editions = editionsMeant(before, plain, results);
  const named = [...before.matchAll(CENTILE)].at(-1)?.groups?.centile;
  const around = `${figure.listed} ${plain.slice(figure.previous ?? figure.sentence.start, figure.number.start)}${/^[^.;\d]{0,30}/.exec(plain.slice(figure.end))?.[0]}`;
  const [isOfWho, isOfLaboratory] = [/(?<!\p{L})(?:oms|who)(?!\p{L})/u, /laboratorio/].map((one) =>
    one.test(around),
  );
  return figure.keys.flatMap((key) => {
    const references =
      named && !(figure.to && named === '5')
        ? ofCentile(key, Number(named), editions)
        : findReferences(
            key,
            editions,
            results.filter(({ analyte }) => analyte === key),
          );
    return references.flatMap((one) => {
      const isPrinted = one.source.startsWith('rango de');
      if (isOfWho !== isOfLaboratory && isPrinted !== isOfLaboratory) return [];
      const low = one.low === null ? null : written(key, one.low, one.unit, figure);
      const high = one.high === null ? null : written(key, one.high, one.unit, figure);
      return low === null ? [] : [{ ...one, low, high }];
    });
  });
}

const written = (
  key: string,
  value: DecimalText,
  unit: string | null,
  { unit: own }: FigureContext['figure'],
) => asWritten(key, { comparator: null, value }, unit, own)?.value ?? null;

const isSame = ({ readings }: WrittenNumber, value: DecimalText | null) =>
  value !== null && readings.some((one) => compareDecimals(one.value, value) === 0);

function matches({ figure }: FigureContext, { low, high }: WrittenReference): boolean {
  const { number, to } = figure;
  if (figure.keys[0] === ABSTINENCE && high !== null) {
    const ends = [number, to ?? number].map(({ readings }) => readings[0].value);
    return ends.every(
      (end) =>
        compareDecimals(end, ABSTINENCE_DAYS.low) >= 0 &&
        compareDecimals(end, ABSTINENCE_DAYS.high) <= 0,
    );
  }
  if (to) return isSame(number, low) && isSame(to, high);
  return high === null && isSame(number, low);
}

/** Whether a figure is one of the references of its analyte. */
export function quotesReference(context: FigureContext): boolean {
  return allowed(context).some((one) => matches(context, one));
}

/** A word that only a reference has. */
const SAYS_SO = /referencia|limite|umbral|percentil|corte|minimo/;

function isQuote(figure: Figure, result: KnownResult): boolean {
  const value = resultAsWritten(result, figure.unit);
  if (value === null || value.comparator !== null || figure.to !== null) return false;
  return agreement(figure.number, value.value) === 'exact';
}

/** The side that the text gives to a limit; null where it names none. */
function sideMeant({ plain, figure }: FigureContext, isClaim: boolean): Reference['side'] {
  const before = `${figure.listed} ${plain.slice(figure.previous ?? figure.sentence.start, figure.number.start)}`;
  const behind = BEHIND.exec(plain.slice(figure.end, figure.end + 12));
  const named = behind ?? [...before.matchAll(SIDE)].at(-1);
  if (named) return named.groups?.lower === undefined ? 'upper' : 'lower';
  if (figure.sign === null || isClaim) return null;
  return figure.sign.comparator === '>' ? 'lower' : 'upper';
}

const BEHIND = /^ *o (?:(?<lower>mas|mayor|superior)|menos|menor|inferior)/;
const SIDE =
  /(?<lower>inferior(?:es)?(?! al?(?!\p{L}))|minim[oa]s?)|superior(?:es)?(?! al?(?!\p{L}))|maxim[oa]s?|tope/gu;
const OTHER_SIDE = 'Es el número de un límite del otro lado';

/**
 * A figure as a reference: of WHO's tables, of consensus, or of the laboratory.
 * @param isClaim its comparison is about the patient, and does not give the side of the limit
 */
export function checkReference(context: FigureContext, isClaim = false): Finding {
  const { plain, figure, results } = context;
  const quoted = writtenFigure(context);
  const references = allowed(context);
  const same = references.filter((one) => matches(context, one));
  const side = sideMeant(context, isClaim);
  const found = same.find((one) => side === null || (one.side ?? side) === side);
  if (same.length > 0 && !found) return unknown(context, OTHER_SIDE);
  if (found) {
    const message = `${withUnit(quoted.figure, quoted.unit)}, coincide (${found.source})`;
    return { ...quoted, verdict: 'reference-agrees', message };
  }
  const before = plain.slice(figure.previous ?? figure.sentence.start, figure.number.start);
  const own = results.find((result) => isQuote(figure, result));
  if (own && figure.sign === null && figure.listed === '' && !SAYS_SO.test(before)) {
    if (before.search(REFERENCE) >= 0) return unknown(context, UNDECIDED);
    const message = `${withUnit(quoted.figure, quoted.unit)}, coincide`;
    return { ...quoted, verdict: 'agrees', result: own, message };
  }
  const usual =
    references.find(({ isUsual, high }) => isUsual && (high !== null) === (figure.to !== null)) ??
    references.find(({ isUsual }) => isUsual);
  const isOwnBehindColon =
    /(?:super|rebas|exced|plica|encima|debajo|arriba|fuera|alcanz)[^.;]*: *$/.test(before) &&
    results.some((result) => isQuote(figure, result));
  if (!usual || !figure.isNamed || isOwnBehindColon) return unknown(context, NO_REFERENCE);
  const expected =
    usual.high === null
      ? marked(usual.low, figure)
      : `${marked(usual.low, figure)}–${marked(usual.high, figure)}`;
  const message = `${quoted.figure} ≠ ${withUnit(expected, quoted.unit)} (${usual.source})`;
  return { ...quoted, verdict: 'reference-differs', expected, message };
}
