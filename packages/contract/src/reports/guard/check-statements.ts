import type { Finding, QuotableFact } from '../version.ts';
import type { Claimed } from './claims.ts';
import { evaluate, type Newest, type Record, UNDECIDED, unknown } from './finding.ts';
import { isOfBoth, isOfTime } from './times.ts';

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

type InWords = Claimed<'condition' | 'sperm' | 'regions' | 'growth'>;

/** Checks a statement in words against the newest sample of each study. */
export function checkStatement(record: Record, claim: InWords): Finding {
  const { text, newest } = record;
  const samples = { ...record, known: [...record.known, ...newest.facts] };
  newest.takeQuotes();
  const { answer, because, analyte } = checkWords(record, claim);
  const used = newest.takeQuotes();
  const { times } = claim;
  const isOfItsTime = (times.length > 0 ? times : record.times).every((time) =>
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
    answer !== null && used.length > 0 && isOfItsTime && isOfEdition && !isOfBoth(times);
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
  }
}
