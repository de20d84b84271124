import { choiceLabel, findAnalyte, isAnalyteKey } from '../../results/analytes/catalogue.ts';
import { type UnitName, unitLabel } from '../../results/analytes/units.ts';
import { compareDecimals } from '../../results/decimal.ts';
import { isOver, writeQuantity } from '../../results/quantity.ts';
import { isUnderFifth } from '../../results/semen/centile.ts';
import type { Finding, QuotableFact, QuotableResult } from '../version.ts';
import type { ClaimOfKind } from './claims.ts';
import { evaluate, type Record, UNDECIDED, unknown } from './finding.ts';
import { matchesTime, namesBothSamples, takeNewest } from './times.ts';

type Answer = boolean | null;

/** Answers questions about the newest results, and records the used ones. Null if the results do not decide it. */
class Evidence {
  readonly used = new Set<QuotableResult | QuotableFact>();
  readonly #facts: readonly QuotableFact[];
  readonly #numbers: readonly QuotableResult[];
  constructor({ facts, known }: Record) {
    this.#facts = facts;
    this.#numbers = takeNewest(known);
  }
  #number(analyte: string): QuotableResult | undefined {
    const result = this.#numbers.find((one) => one.analyte === analyte);
    if (result) this.used.add(result);
    return result;
  }
  isZero(analyte: string): Answer {
    const result = this.#number(analyte);
    if (!result) return null;
    if (compareDecimals(result.value, '0') > 0) return isOver(result, '0') ? false : null;
    return result.comparator === null ? true : null;
  }
  isLow(analyte: string): Answer {
    const result = this.#number(analyte);
    if (!result || !isAnalyteKey(analyte) || result.unit === null) return null;
    return isUnderFifth(analyte, result, result.unit as UnitName, result.whoEdition);
  }
  /** A preliminary choice decides nothing. */
  isChoice(analyte: string, choice: string, examType = /./): Answer {
    const newest = this.#facts.find(
      (one) => one.analyte === analyte && examType.test(one.examType),
    );
    if (newest) this.used.add(newest);
    return newest && !newest.preliminary ? newest.choice === choice : null;
  }
  hasNoSperm = () => this.isZero('concentration') ?? this.isZero('totalNumber');
}

/** The analytes whose low value is the condition. Any of them confirms it; all of them are needed to exclude it. */
const CONDITIONS: Readonly<{ [name: string]: readonly string[] }> = {
  oligo: ['concentration', 'totalNumber'],
  asteno: ['progressiveMotility', 'totalMotility'],
  terato: ['normalForms'],
  necro: ['vitality'],
};

const isAny = (answers: readonly Answer[]): Answer =>
  answers.includes(true) || (answers.includes(null) ? null : false);

function hasCondition(evidence: Evidence, condition: string): Answer {
  // The results of the condition are the first ones of the finding.
  const low = isAny((CONDITIONS[condition] ?? []).map((key) => evidence.isLow(key)));
  const isNone = evidence.hasNoSperm();
  // Zero in the fresh sample is no azoospermia without the pellet.
  if (condition === 'azoo') return isNone === true ? evidence.isChoice('pellet', 'none') : isNone;
  // Without sperm, motility and forms mean nothing, and the condition is azoospermia, not oligozoospermia.
  return isNone === true ? null : low;
}

/** Whether sperm were seen: in the urine, in the pellet, or in the sample. */
function isSpermStatement(evidence: Evidence, claim: ClaimOfKind<'sperm'>): Answer {
  const { place, isSeen, isSeenInPellet } = claim;
  const fact = place === 'urine' ? 'spermInUrine' : 'pellet';
  const isNone = place === 'sample' ? evidence.hasNoSperm() : evidence.isChoice(fact, 'none');
  if (isSeenInPellet === null) return isNone === null ? null : isNone !== isSeen;
  const pellet = evidence.isChoice('pellet', isSeenInPellet ? 'seen' : 'none');
  return isNone === null || pellet === null ? null : isNone !== isSeen && pellet;
}

const REGION = { a: 'azfA', b: 'azfB', c: 'azfC' } as const;
const CULTURES = { urine: /Orina/, semen: /Semen/ };

type StatementClaim = ClaimOfKind<'condition' | 'sperm' | 'regions' | 'growth'>;

function findAnswer(evidence: Evidence, claim: StatementClaim): Answer {
  if (claim.kind === 'sperm') return isSpermStatement(evidence, claim);
  if (claim.kind === 'condition') {
    const answers = (claim.parts ?? []).map((one) => hasCondition(evidence, one));
    return evaluate(answers, claim.isNegated);
  }
  if (claim.kind === 'growth') {
    const studies = claim.of === null ? Object.values(CULTURES) : [CULTURES[claim.of]];
    const answers = studies.map((study) => evidence.isChoice('growth', 'none', study));
    return evaluate(
      answers.filter((one) => one !== null),
      claim.grows,
    );
  }
  const regions = claim.letters ?? (['a', 'b', 'c'] as const);
  const answers = regions.map((one) => evidence.isChoice(REGION[one], 'absent'));
  // 'Hay microdeleciones' needs one deleted region; 'no hay' needs all of them present.
  const isAnyDeleted = claim.letters === null && claim.isDeleted;
  return isAnyDeleted ? isAny(answers) : evaluate(answers, !claim.isDeleted);
}

function describe(one: QuotableResult | QuotableFact): string {
  const value =
    'choice' in one
      ? choiceLabel(one.analyte, one.choice)
      : `${writeQuantity(one)} ${unitLabel(one.unit)}`.trim();
  return `${findAnalyte(one.analyte)?.label} ${value}`;
}

/** Checks a statement in words against the newest sample of each study. */
export function checkStatement(record: Record, claim: StatementClaim): Finding {
  const evidence = new Evidence(record);
  const answer = findAnswer(evidence, claim);
  const used = [...evidence.used];
  const samples = { ...record, known: [...record.known, ...record.facts] };
  const { start, end, times } = claim;
  const matchesTimes = (times.length > 0 ? times : record.times).every((time) =>
    used.every((one) => matchesTime(one, time, samples)),
  );
  const matchesEditions = record.editions.every((edition) =>
    used.every((one) => !('whoEdition' in one) || (one.whoEdition ?? edition) === edition),
  );
  const figure = record.text.slice(start, end);
  const quotes = used.flatMap(
    (one) => one.idValue ?? ('sources' in one ? (one.sources ?? []) : []),
  );
  const analyte = used[0]?.analyte ?? null;
  const written = { start, end, figure, unit: null, analyte, quotes };
  const isDecided =
    answer !== null &&
    used.length > 0 &&
    matchesTimes &&
    matchesEditions &&
    !namesBothSamples(times);
  if (!isDecided) return unknown(written, UNDECIDED);
  if (answer) return { ...written, verdict: 'agrees', message: `«${figure}», coincide` };
  const message = `«${figure}» no coincide con los resultados: ${used.map(describe).join(', ')}`;
  return { ...written, verdict: 'differs', message };
}
