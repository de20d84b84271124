import { type AnalyteKey, isAnalyteKey, quantityIn } from '../../results/analytes/catalogue.ts';
import { CURRENT_EDITION, type WhoEdition } from '../../results/analytes/studies.ts';
import { type UnitName, unitLabel } from '../../results/analytes/units.ts';
import type { DecimalText } from '../../results/decimal.ts';
import { isOver, isUnder, writeQuantity } from '../../results/quantity.ts';
import { centileWords, findCentile } from '../../results/semen/centile.ts';
import { findCentileRow } from '../../results/semen/who-centiles.ts';
import type { Sentence } from '../sentences.ts';
import type { Finding, KnownResult } from '../version.ts';
import { NEGATED } from './comparison.ts';
import { NO_RESULT, whenAndWhere } from './finding.ts';
import { listAround, type Mention } from './mentions.ts';
import { commonAnswer } from './plain-text.ts';
import { editionsNamed, ofCentile } from './references.ts';
import { resultsInTime } from './time-meant.ts';

const POSITION =
  /(?<under>(?:por )?(?:de)?bajo (?:de(?:l)? )?(?:el )?|(?:inferior|menor|abajo)(?:es)? (?:al?|del?|que) ?(?:el )?)|(?<between>entre (?:el |los )?)|(?<over>(?:por )?(?:encima|arriba) de(?:l)? ?(?:el )?|sobre (?:el )?|(?:superior|mayor)(?:es)? (?:al?|del?|que) ?(?:el )?|(?:supera|rebasa|excede|sobrepasa)n? (?:el )?)|(?<reach>(?:llega|alcanza)n? (?:al? )?(?:el )?)|(?<at>en (?:el |un )|alrededor del )/;
const CLAIM = new RegExp(
  String.raw`(?:${POSITION.source})(?:(?:la )?mediana|(?:limite del )?(?:percentil(?:es)? |(?<![\p{L}\p{N}])p ?)(?<low>\d{1,2}(?:[.,]5)?)(?:(?:,? y |-|–| a )(?:el |los )?(?:percentil |p ?)?(?<high>\d{1,2}(?:[.,]5)?))?(?<above> o (?:sobre el|mas|superior|mayor|por (?:encima|arriba)))?)(?![\p{L}\d])`,
  'gu',
);

const POSITIONS = ['under', 'over', 'between'] as const;

/** 'bajo el percentil 5', 'entre el percentil 10 y el 25': a claimed centile of a value. */
export interface PercentileClaim {
  readonly start: number;
  readonly end: number;
  /** Start of the words of its position. */
  readonly from: number;
  readonly position: 'under' | 'over' | 'atLeast' | 'between' | 'at';
  readonly isNegated: boolean;
  readonly low: number;
  readonly high: number | null;
  readonly sentence: Sentence;
  /** The analytes that it is about: the last ones before it, or else the first ones behind it in its sentence. */
  readonly mentions: readonly Mention[];
}

export function percentilesIn(
  plain: string,
  sentences: readonly Sentence[],
  mentions: readonly Mention[],
): PercentileClaim[] {
  const claims = [...plain.matchAll(CLAIM)];
  const hasRow = ({ keys }: Mention) => keys.some((key) => findCentileRow(key));
  return claims.flatMap((found) => {
    const { reach, low = '50', high, above } = found.groups ?? {};
    const sentence = sentences.find(({ start, end }) => found.index >= start && found.index < end);
    const named = found[0].search(/mediana|percentil|p ?\d/);
    const start = found.index + named;
    const isAtLeast = above !== undefined || reach !== undefined;
    const said = POSITIONS.find((one) => found.groups?.[one] !== undefined) ?? 'at';
    const position = isAtLeast ? 'atLeast' : said;
    if (sentence === undefined || (position === 'between' && high === undefined)) return [];
    const before = plain.slice(sentence.start, found.index);
    const own = mentions.filter((one) => one.start >= sentence.start && one.end <= sentence.end);
    const about =
      own.findLast((one) => hasRow(one) && one.end <= start) ??
      own.find((one) => hasRow(one) && one.start >= start);
    return {
      start,
      end: found.index + found[0].trimEnd().length,
      from: found.index,
      position,
      isNegated: NEGATED.test(before),
      low: Number(low.replace(',', '.')),
      high: high === undefined ? null : Number(high.replace(',', '.')),
      sentence,
      mentions: about === undefined ? [] : listAround(plain, mentions, about),
    };
  });
}

interface ClaimContext {
  /** Words in front of the sentence that name a time. */
  readonly time: string;
  readonly text: string;
  readonly plain: string;
  readonly claim: PercentileClaim;
  readonly known: readonly KnownResult[];
  readonly timeZone: string;
}

/** The value of a centile in the edition, in the unit of the result. */
function tick(
  key: AnalyteKey,
  centile: number,
  edition: WhoEdition,
  unit: string,
): DecimalText | null {
  const [found] = ofCentile(key, centile, [edition]);
  if (found?.low == null || found.unit === null) return null;
  const at = quantityIn(
    key,
    { comparator: null, value: found.low },
    found.unit as UnitName,
    unit as UnitName,
  );
  return at?.value ?? null;
}

/** Whether a result has that centile; null if the tables do not decide. */
function hasClaimedCentile(
  result: KnownResult,
  claim: PercentileClaim,
  editions: readonly WhoEdition[],
): boolean | null {
  const { analyte, unit } = result;
  if (analyte === null || !isAnalyteKey(analyte) || unit === null) return null;
  const [edition = result.whoEdition ?? CURRENT_EDITION] = editions;
  const low = tick(analyte, claim.low, edition, unit);
  if (low === null) return null;
  if (claim.position === 'under') return isUnder(result, low);
  if (claim.position === 'over') return isOver(result, low);
  if (claim.position === 'atLeast') return negated(isUnder(result, low));
  if (claim.high !== null) {
    const high = tick(analyte, claim.high, edition, unit);
    if (high === null) return null;
    const [under, over] = [isUnder(result, low), isOver(result, high)];
    return under === null || over === null ? null : !under && !over;
  }
  const stands = findCentile(analyte, result, unit as UnitName, edition);
  return stands === null ? null : stands.above === claim.low || stands.below === claim.low;
}

const negated = (answer: boolean | null) => (answer === null ? null : !answer);

/** Compares the claimed centile of a value with the actual one. */
export function checkPercentile({
  text,
  plain,
  claim,
  known,
  timeZone,
  time,
}: ClaimContext): Finding {
  const last = claim.mentions.at(-1);
  const written = {
    start: claim.start,
    end: claim.end,
    figure: text.slice(claim.start, claim.end),
    unit: null,
    analyte: last?.keys[0] ?? null,
  };
  const editions = editionsNamed(plain.slice(claim.sentence.start, claim.sentence.end));
  const figure = { ...claim, number: claim, previous: null, time };
  const answers = claim.mentions.map(({ keys, rows }) => {
    const own = known.filter(
      ({ analyte }) => findCentileRow(analyte ?? '') && keys.some((key) => key === analyte),
    );
    const results = resultsInTime({ plain, figure, results: own, timeZone });
    const found = results.map((result) => {
      const stands = hasClaimedCentile(result, claim, editions);
      return { result, stands: claim.isNegated ? negated(stands) : stands };
    });
    const perAnalyte = [...Map.groupBy(found, ({ result }) => result.analyte).values()].map(
      (one) =>
        one.find(({ stands }) => stands === true) ?? one.find(({ stands }) => stands === false),
    );
    const isOne = commonAnswer(perAnalyte.map((one) => one?.stands ?? null)) !== null;
    return isOne && rows.length === 0 ? perAnalyte[0] : undefined;
  });
  const right = answers.at(-1);
  if (right?.stands === true && answers.every((one) => one?.stands === true)) {
    const message = `${written.figure}, coincide`;
    return { ...written, verdict: 'agrees', result: right.result, message };
  }
  const differing = answers.find((one) => one?.stands === false)?.result;
  if (differing === undefined) return { ...written, verdict: 'unknown', message: NO_RESULT };
  const [edition = differing.whoEdition] = editions;
  const key = differing.analyte as AnalyteKey;
  const centile = findCentile(key, differing, differing.unit as UnitName, edition);
  const value = `${writeQuantity(differing)} ${unitLabel(differing.unit)}`.trim();
  const where = centile ? `, ${centileWords(centile, edition)}` : '';
  const message = `No coincide: ${value}${where} (${whenAndWhere(differing, { known, timeZone })})`;
  return { ...written, verdict: 'differs', result: differing, message };
}
