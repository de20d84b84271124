import type { DecimalText } from '../../results/decimal.ts';
import { isOver, isUnder } from '../../results/quantity.ts';
import { readRange } from '../../results/range.ts';
import type { Finding, QuotableFact, QuotableResult } from '../version.ts';
import type { Claimed, Relation } from './claims.ts';
import { commonAnswer, evaluate, type Newest, type Record, UNDECIDED, unknown } from './finding.ts';
import { isOfBoth, isOfTime } from './times.ts';
import type { Degree, Limit } from './vocabulary.ts';

/** Whether the results confirm a statement, null if they do not decide it; and the results, in words. */
interface Answer {
  readonly answer: boolean | null;
  readonly because: string;
  readonly analyte: string | null;
}

const isChoice = (fact: QuotableFact | undefined, choice: string) =>
  fact === undefined ? null : fact.choice === choice;

// Diagnoses of semen.

/** The results whose low value is the condition. */
const CONDITIONS: Readonly<{ [name: string]: readonly string[] }> = {
  azoo: ['concentration'],
  oligo: ['concentration', 'totalNumber'],
  asteno: ['progressiveMotility', 'totalMotility'],
  terato: ['normalForms'],
  necro: ['vitality'],
};

const noneSeen = (newest: Newest) => newest.isZero('concentration') ?? newest.isZero('totalNumber');

/** Any low result confirms the condition; only if all results are known can it be excluded. */
function hasCondition(newest: Newest, condition: string): boolean | null {
  const isNone = noneSeen(newest);
  // Zero in the fresh sample is no azoospermia without the pellet.
  if (condition === 'azoo')
    return isNone === true ? isChoice(newest.fact('pellet'), 'none') : isNone;
  // Without sperm, motility and forms mean nothing, and the condition is azoospermia, not oligozoospermia.
  if (isNone === true) return null;
  const low = (CONDITIONS[condition] ?? []).map((key) => newest.underFifth(key));
  if (low.includes(true)) return true;
  return low.includes(null) ? null : false;
}

function checkCondition({ newest }: Record, { parts, isNegated }: Claimed<'condition'>): Answer {
  const keys = (parts ?? []).flatMap((one) => CONDITIONS[one] ?? []);
  const answers = (parts ?? []).map((one) => hasCondition(newest, one));
  return {
    answer: evaluate(answers, isNegated),
    because: newest.words(...keys),
    analyte: keys[0] ?? null,
  };
}

/** Whether sperm were seen: in the urine, in the pellet, or in the sample. */
function checkSperm(
  { newest }: Record,
  { place, isSeen, isSeenInPellet }: Claimed<'sperm'>,
): Answer {
  const analyte = place === 'sample' ? 'concentration' : place === 'urine' ? 'spermInUrine' : place;
  const isNone = place === 'sample' ? noneSeen(newest) : isChoice(newest.fact(analyte), 'none');
  const pellet =
    isSeenInPellet === null
      ? true
      : isChoice(newest.fact('pellet'), isSeenInPellet ? 'seen' : 'none');
  const answer = isNone === null || pellet === null ? null : isNone !== isSeen && pellet;
  return { answer, because: place === 'sample' ? newest.words(analyte) : '', analyte };
}

// Regions of the Y chromosome, and cultures.

const REGION = { a: 'azfA', b: 'azfB', c: 'azfC' } as const;

function checkRegions({ newest }: Record, { letters, isDeleted }: Claimed<'regions'>): Answer {
  const regions = letters ?? (['a', 'b', 'c'] as const);
  const facts = regions.map((one) => newest.fact(REGION[one]));
  const answers = facts.map((fact) => isChoice(fact, 'absent'));
  // 'Hay microdeleciones' needs one deleted region; 'no hay' needs all of them present.
  const anyDeleted = answers.includes(true) || (answers.includes(null) ? null : false);
  const because = regions
    .map((one, index) => `AZF${one} ${facts[index]?.choice === 'absent' ? 'ausente' : 'presente'}`)
    .join(', ');
  return {
    answer: letters === null && isDeleted ? anyDeleted : evaluate(answers, !isDeleted),
    because,
    analyte: REGION[regions[0] ?? 'a'],
  };
}

const CULTURES = { urine: /Orina/, semen: /Semen/ };

function checkGrowth({ newest }: Record, { of, grows }: Claimed<'growth'>): Answer {
  const studies = of === null ? Object.values(CULTURES) : [CULTURES[of]];
  const facts = studies.flatMap((study) => newest.fact('growth', study) ?? []);
  const answers = facts.map(({ choice }) => choice !== 'none');
  const because = facts.map(({ choice }) =>
    choice === 'none' ? 'sin desarrollo' : 'con desarrollo',
  );
  return { answer: evaluate(answers, !grows), because: because.join(', '), analyte: 'growth' };
}

// Levels, against the printed range or the 5th centile.

/** Position of a result in its range; null where that is unknown. */
function findPlace(
  { value, comparator, range, unit, analyte }: QuotableResult,
  newest: Newest,
  { source }: Limit,
) {
  const printed = range === null || source === 'who' ? null : readRange(range, unit);
  if (printed === null) {
    const isOfWho = source === undefined || source === 'who';
    // WHO's tables define no normal value: over the 5th centile they state nothing.
    const isLow = isOfWho && newest.underFifth(analyte ?? '') === true;
    const low = isLow ? newest.fifth(analyte ?? '') : null;
    return {
      isLow: isLow || null,
      isHigh: isLow ? false : null,
      isInside: isLow ? false : null,
      low,
      high: null,
      isOutside: undefined,
    };
  }
  const under = printed.low === null ? false : isUnder({ value, comparator }, printed.low);
  const over = printed.high === null ? false : isOver({ value, comparator }, printed.high);
  return {
    isLow: over ? false : under,
    isHigh: under ? false : over,
    isInside: under === null || over === null ? null : !under && !over,
    isOutside: under === null || over === null ? null : under || over,
    ...printed,
  };
}

/** Whether a value is slightly (10 %) or much (half or double) beyond the limit of its side. No published source. */
function isOfDegree(value: DecimalText, degree: Degree | null, limit: DecimalText | null): boolean {
  const ratio = Number(value) / Number(limit ?? Number.NaN);
  return degree === 'slight' ? ratio >= 0.9 && ratio <= 1.1 : ratio <= 0.5 || ratio >= 2;
}

const denied = (answer: boolean | null) => (answer === null ? null : !answer);

/** 'Por encima del rango' is high, 'dentro del rango' is normal, and 'por encima del límite inferior' is not low. */
function isPlaced(
  place: ReturnType<typeof findPlace>,
  relation: Relation,
  { side }: Limit,
): boolean | null {
  // A range has two sides, and WHO prints no upper limit.
  const isOfWho = place.isOutside === undefined;
  if (side !== undefined && (typeof relation === 'string' || (isOfWho && side === 'upper')))
    return null;
  if (relation === 'inside' || relation === 'at') return place.isInside;
  if (relation === 'outside') return place.isOutside ?? null;
  const isOver = relation.comparator === '>';
  // 'No alcanza el rango' is low.
  const isOfLower = side === 'lower' || (side === undefined && isOver === relation.includes);
  if (isOver) return isOfLower ? denied(place.isLow) : place.isHigh;
  return side === 'upper' ? denied(place.isHigh) : place.isLow;
}

function checkLevel(
  { newest }: Record,
  { subjects, relation, isNegated, limit, degree }: Claimed<'comparison'>,
): Answer {
  const results: QuotableResult[] = [];
  const answers = subjects.map(({ mention: { keys, rows, isComplement } }) => {
    const own = keys.flatMap((key) => newest.number(key) ?? []);
    results.push(...own);
    // The abnormal share and free rows have no level.
    if (isComplement || rows.length > 0) return null;
    const places = own.map((one) => findPlace(one, newest, limit ?? {}));
    const answer = commonAnswer(places.map((one) => isPlaced(one, relation, limit ?? {})));
    const isClear = own.every(({ value, comparator }, at) => {
      const { low = null, high = null, isLow } = places[at] ?? {};
      return comparator === null && isOfDegree(value, degree, isLow ? low : high);
    });
    const isDoubtful = degree !== null && (isNegated || (answer === true && !isClear));
    return isDoubtful ? null : answer;
  });
  const because = results.map(({ analyte, range }) =>
    [newest.words(analyte ?? ''), ...(range === null ? [] : [`(${range})`])].join(' '),
  );
  return {
    answer: evaluate(answers, isNegated),
    because: because.join(', '),
    analyte: subjects.at(-1)?.mention.keys[0] ?? null,
  };
}

type InWords = Claimed<'condition' | 'sperm' | 'regions' | 'growth' | 'comparison'>;

/** Checks a statement in words against the newest sample of each study. */
export function checkStatement(record: Record, claim: InWords): Finding {
  const { text, newest } = record;
  const samples = { ...record, known: [...record.known, ...newest.facts] };
  newest.takeQuotes();
  const { answer, because, analyte } = checkWords(record, claim);
  const used = newest.takeQuotes();
  const subjects = claim.kind === 'comparison' ? claim.subjects : [];
  const own = [...claim.times, ...subjects.flatMap(({ times }) => times)];
  const isOfItsTime = (own.length > 0 ? own : record.times).every((time) =>
    used.every((one) => isOfTime(one, time, samples)),
  );
  const isOfEdition = record.editions.every((edition) =>
    used.every((one) => !('whoEdition' in one) || (one.whoEdition ?? edition) === edition),
  );
  const { start, end } = claim;
  const figure = text.slice(start, end);
  const quotes = used.flatMap(
    (one) => one.idValue ?? ('sources' in one ? (one.sources ?? []) : []),
  );
  const written = { start, end, figure, unit: null, analyte, quotes };
  const isDecided =
    answer !== null && used.length > 0 && isOfItsTime && isOfEdition && !isOfBoth(own);
  if (!isDecided) return unknown(written, UNDECIDED);
  if (answer) return { ...written, verdict: 'agrees', message: `«${figure}», coincide` };
  const values = because === '' ? '' : `: ${because}`;
  const message = `«${figure}» no coincide con los resultados${values}`;
  return { ...written, verdict: 'differs', message };
}

function checkWords(record: Record, claim: InWords): Answer {
  switch (claim.kind) {
    case 'condition':
      return checkCondition(record, claim);
    case 'sperm':
      return checkSperm(record, claim);
    case 'regions':
      return checkRegions(record, claim);
    case 'growth':
      return checkGrowth(record, claim);
    case 'comparison':
      return checkLevel(record, claim);
  }
}
