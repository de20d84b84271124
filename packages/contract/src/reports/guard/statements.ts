import { isAnalyteKey } from '../../results/analytes/catalogue.ts';
import { type UnitName, unitLabel } from '../../results/analytes/units.ts';
import { compareDecimals } from '../../results/decimal.ts';
import { isOver, isUnder, writeQuantity } from '../../results/quantity.ts';
import { readRange } from '../../results/range.ts';
import { isUnderFifth } from '../../results/semen/centile.ts';
import type { Sentence } from '../sentences.ts';
import type { Finding, KnownFact, KnownResult } from '../version.ts';
import type { Span } from './counted-numbers.ts';
import { listAround, type Mention, mentionsIn } from './mentions.ts';
import { isHedged, isQualified, negationIn, splitClauses, together } from './plain-text.ts';
import { takeNewest, timeNamed } from './time-meant.ts';

/** A statement in words, and whether the results confirm it; null if they do not decide it. */
interface Statement extends Span {
  readonly answer: boolean | null;
  /** The results, in words. */
  readonly because: string;
  readonly analyte: string | null;
  /** The records that it rests on. */
  readonly quotes?: readonly string[];
}

/** The newest results of a patient. */
class Newest {
  readonly numbers: readonly KnownResult[];
  readonly facts: readonly KnownFact[];
  /** The records that were looked at since the last `takeQuotes`. */
  readonly #looked = new Set<string>();
  constructor(results: readonly KnownResult[], facts: readonly KnownFact[]) {
    this.numbers = takeNewest(results);
    this.facts = facts;
  }
  number(analyte: string): KnownResult | undefined {
    const result = this.numbers.find((one) => one.analyte === analyte);
    for (const id of result?.idValue ? [result.idValue] : (result?.sources ?? [])) {
      this.#looked.add(id);
    }
    return result;
  }
  /** A choice that is not final decides nothing. */
  fact(analyte: string, examType?: RegExp): KnownFact | undefined {
    const newest = this.facts.find(
      (one) => one.analyte === analyte && (examType?.test(one.examType) ?? true),
    );
    if (newest?.idValue) this.#looked.add(newest.idValue);
    return newest?.preliminary ? undefined : newest;
  }
  takeQuotes(): string[] {
    const quotes = [...this.#looked];
    this.#looked.clear();
    return quotes;
  }
  underFifth(analyte: string): boolean | null {
    const result = this.number(analyte);
    if (!result || !isAnalyteKey(analyte) || result.unit === null) return null;
    return isUnderFifth(analyte, result, result.unit as UnitName, result.whoEdition);
  }
  isZero(analyte: string): boolean | null {
    const result = this.number(analyte);
    if (!result) return null;
    if (compareDecimals(result.value, '0') > 0) return result.comparator === '<' ? null : false;
    return result.comparator === null ? true : null;
  }
  words(...keys: readonly string[]): string {
    const found = keys.flatMap((key) => this.number(key) ?? []);
    return found.map((one) => `${writeQuantity(one)} ${unitLabel(one.unit)}`.trim()).join(', ');
  }
}

const isChoice = (fact: KnownFact | undefined, choice: string) =>
  fact === undefined ? null : fact.choice === choice;

/** Any of two is enough; without one nothing is excluded unless both are known. */
function either(one: boolean | null, other: boolean | null): boolean | null {
  if (one === true || other === true) return true;
  return one === false && other === false ? false : null;
}

function noneSeen(newest: Newest): boolean | null {
  return newest.isZero('concentration') ?? newest.isZero('totalNumber');
}

function isAzoospermic(newest: Newest): boolean | null {
  const none = noneSeen(newest);
  const pellet = newest.fact('pellet')?.choice;
  if (none !== true) return none;
  return pellet === undefined ? null : pellet === 'none';
}

/** Motility and forms mean nothing if no sperm was seen, and the count has a name of its own. */
const unlessNone = (newest: Newest, answer: boolean | null) =>
  noneSeen(newest) === true ? null : answer;

const CONDITIONS: Readonly<
  Record<
    string,
    { readonly keys: readonly string[]; readonly holds: (newest: Newest) => boolean | null }
  >
> = {
  azoo: { keys: ['concentration'], holds: isAzoospermic },
  oligo: {
    keys: ['concentration', 'totalNumber'],
    holds: (newest) =>
      unlessNone(
        newest,
        either(newest.underFifth('concentration'), newest.underFifth('totalNumber')),
      ),
  },
  asteno: {
    keys: ['progressiveMotility', 'totalMotility'],
    holds: (newest) =>
      unlessNone(
        newest,
        either(newest.underFifth('progressiveMotility'), newest.underFifth('totalMotility')),
      ),
  },
  terato: {
    keys: ['normalForms'],
    holds: (newest) => unlessNone(newest, newest.underFifth('normalForms')),
  },
  necro: {
    keys: ['vitality'],
    holds: (newest) => unlessNone(newest, newest.underFifth('vitality')),
  },
};

const CONDITION =
  /(?<!\p{L}|indice de )(?<parts>(?:(?:azoo|oligo|asteno|terato|necro|normo|cripto|hipo|a|leucocito|hemo|poli)-?)+)(?:zoo)?(?:z?o?o?sp?erm)(?:ias?|ic[oa]s?)(?!\p{L})/gu;
const NO_SPERM =
  /(?<!\p{L})(?:no se (?:observ|encontr|visualiz|identific|detect)\p{L}*|no hay|sin|ausencia de) espermatozoides(?! (?:moviles|progresiv|vivos|normales|inmovil|con))|espermatozoides ausentes/gu;
/** Presence in words. */
const SPERM =
  /(?<!\p{L}|no )(?:se (?:observ|encontr|visualiz|identific|detect)\p{L}*|hay|con) espermatozoides(?! (?:moviles|progresiv|vivos|normales|inmovil|con))/gu;

function conditionsIn(plain: string, clause: Span, newest: Newest): Statement[] {
  const text = plain.slice(clause.start, clause.end);
  const named = [...text.matchAll(CONDITION)].map((found): Statement => {
    const word = found[0];
    const parts = Object.keys(CONDITIONS).filter((one) =>
      one === 'azoo' ? word.startsWith('azoo') : word.includes(one),
    );
    const known = parts.flatMap((one) => CONDITIONS[one] ?? []);
    const isOther = /normo|cripto|hipo|leucocito|hemo|poli|^a(?:sperm)/.test(word);
    const negated = negationIn(text.slice(0, found.index));
    const answers = isOther ? [null] : known.map(({ holds }) => holds(newest));
    const decided = negated === null ? null : together(answers, negated);
    const behind = text.slice(found.index + word.length);
    const keys = known.flatMap((one) => one.keys);
    return {
      start: clause.start + found.index,
      end: clause.start + found.index + word.length,
      answer: decided === true && isQualified(behind) ? null : decided,
      because: newest.words(...keys),
      analyte: keys[0] ?? null,
    };
  });
  const seen = [NO_SPERM, SPERM].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((found) => ({
      start: clause.start + found.index,
      end: clause.start + found.index + found[0].length,
      ...spermSeen(text, text.slice(found.index + found[0].length), newest, pattern === SPERM),
    })),
  );
  return [...named, ...seen];
}

/** Whether sperm were seen: in the urine, in the pellet, or in the sample. */
function spermSeen(text: string, behind: string, newest: Newest, saysSome: boolean) {
  const isUrine = /(?<!\p{L})orina/u.test(text);
  const isPellet = /^ (?:en|tras|despues de) (?:el |la |su )?(?:sedimento|centrifug|pellet)/.test(
    behind,
  );
  const analyte = isUrine ? 'spermInUrine' : isPellet ? 'pellet' : 'concentration';
  const none =
    analyte === 'concentration' ? noneSeen(newest) : isChoice(newest.fact(analyte), 'none');
  const because = analyte === 'concentration' ? newest.words(analyte) : '';
  return { answer: none === null ? null : none !== saysSome, because, analyte };
}

type Level = 'normal' | 'abnormal' | 'high' | 'low' | 'other';
const LEVELS: readonly (readonly [Level, RegExp])[] = [
  [
    'abnormal',
    /anormal(?:es)?|fuera de(?:l)? (?:los )?(?:rangos?|limites|valores|parametros|referencia|intervalo)|alterad[oa]s?/,
  ],
  [
    'normal',
    /normal(?:es)?|adecuad[oa]s?|sin alteraciones|dentro de(?:l)? (?:los |lo )?(?:rangos?|limites|valores|parametros|referencia|intervalo|normal|la normalidad|esperado)/,
  ],
  [
    'high',
    /↑|elevad[oa]s?|alt[oa]s?(?! (?:en|de))|aumentad[oa]s?|(?:por (?:encima|arriba) de(?:l)?|super(?:a|an|o) el|rebasa(?:n)? el|excede(?:n)? el) (?:rango|limite|valor normal|lo normal)/,
  ],
  [
    'low',
    /↓|baj[oa]s?(?! (?:el|la|los|las|de|en|percentil))|disminuid[oa]s?|reducid[oa]s?|(?:por (?:debajo|abajo) de(?:l)?|no alcanza(?:n)? el) (?:rango|limite|valor normal|lo normal)/,
  ],
  // Judgements that no result decides.
  [
    'other',
    /buen[oa]s?|excelentes?|optim[oa]s?|deficientes?|mal[oa]s?|pobres?|limitrofes?|en el limite(?: (?:superior|inferior))?|aceptables?|suficientes?|acid[oa]s?|alcalin[oa]s?|(?:(?:aument|mejor|empeor)(?:o|aron)|(?:subi|disminuy|descendi)(?:o|eron))(?![^.;]{0,14}\d)/,
  ],
];
const LEVEL = new RegExp(
  String.raw`(?<!\p{L})(?:${LEVELS.map(([name, { source }]) => `(?<${name}>${source})`).join('|')})(?!\p{L})`,
  'gu',
);
/** Words between an analyte and its statement. */
const SAYS =
  /^(?:(?:[^.;]|\.(?=\d)){0,60}(?<!\p{L})(?:es|son|esta|estan|fue|fueron|era|se encuentran?|se encontro|se mantienen?|resulto|resultaron|salio|salieron|permanecen?|se reportan?|parece|luce|quedan?|quedo|quedaron|estuvo|estuvieron|eran)(?: (?:muy|ligeramente|discretamente|francamente|claramente|totalmente))?|[ ,(:]*(?:(?:espermatic[oa]|seric[oa]|total)[ ,(:]*)?(?:(?:(?:de|es|fue) )?\d[^;a-z]{0,20}[a-zµ%/0-9^]{0,12}[ ,)]*)?)(?: (?:en|de|dentro de|con|el|los|la|un|rangos?|limites?|valores|niveles?|parametros|intervalo|caracteristicas))* *$/u;

function findLevel({ value, comparator, range, unit, analyte }: KnownResult, newest: Newest) {
  const printed = range === null ? null : readRange(range, unit);
  const quantity = { value, comparator };
  const under = printed?.low == null ? null : isUnder(quantity, printed.low);
  const over = printed?.high == null ? null : isOver(quantity, printed.high);
  const low = printed ? (printed.low === null ? false : under) : newest.underFifth(analyte ?? '');
  const high = printed ? (printed.high === null ? false : over) : null;
  // WHO's tables define no normal value: over the 5th centile they state nothing else.
  const normal = printed
    ? low === null || high === null
      ? null
      : !low && !high
    : low === true
      ? false
      : null;
  return {
    normal,
    abnormal: printed && normal !== null ? !normal : null,
    high: low === true ? false : high,
    low: printed && high === true ? false : printed || low ? low : null,
    other: null,
  };
}

const STUDY =
  /(?<!\p{L})(?:seminograma|espermatobioscopia|espermiograma|espermograma|parametros|calidad seminal|muestra|^ *semen|hormonas?|perfil hormonal)(?: directa| seminal(?:es)?)?(?!\p{L})/gu;
const OF_SEMEN = [
  'concentration',
  'totalNumber',
  'progressiveMotility',
  'totalMotility',
  'normalForms',
  'vitality',
  'volume',
];

function levelsIn(
  plain: string,
  clause: Span,
  newest: Newest,
  mentions: readonly Mention[],
): Statement[] {
  const text = plain.slice(clause.start, clause.end);
  const own = mentions.filter(({ start, end }) => start >= clause.start && end <= clause.end);
  const studies = [...text.matchAll(STUDY)].map(({ index, 0: word }) => ({
    start: clause.start + index,
    end: clause.start + index + word.length,
    keys: [],
    isStudy: true,
  }));
  return [...text.matchAll(LEVEL)].flatMap((found): Statement[] => {
    const start = clause.start + found.index;
    const end = start + found[0].length;
    // 'Formas normales' names the analyte, and so does '4 % son normales'.
    const length = end - start;
    const isName = own.some(
      (one) => one.start <= start && one.end >= end && one.end - one.start > length,
    );
    if (isName || /%[^.;,]{0,20}$/.test(plain.slice(clause.start, start))) {
      const isSaid = /(?:es|esta|,) *(?:\S+ +)?$/.test(plain.slice(clause.start, start));
      if (isName || !isSaid) return [];
    }
    const subjects: (Mention & { isStudy?: boolean })[] = [...own, ...studies].filter(
      (one) => one.end <= start,
    );
    const last = subjects.toSorted((one, other) => one.start - other.start).at(-1);
    if (last === undefined || !SAYS.test(plain.slice(last.end, start))) return [];
    const level = LEVELS.find(([name]) => found.groups?.[name] !== undefined)?.[0] ?? 'normal';
    const isNegated = negationIn(plain.slice(clause.start, start));
    const about = { start, end, analyte: last.keys[0] ?? null };
    if (last.isStudy) {
      const isUnder =
        !/hormona/.test(plain.slice(last.start, last.end)) &&
        OF_SEMEN.some((key) => newest.underFifth(key) === true);
      const isWrong = isUnder && level === 'normal' && isNegated === false;
      return [
        {
          ...about,
          answer: isWrong ? false : null,
          because: 'hay valores por debajo del percentil 5',
        },
      ];
    }
    // 'FSH, LH y prolactina elevadas' is about each.
    const said = listAround(plain, own.slice(0, own.indexOf(last) + 1), last);
    const results = said.flatMap(({ keys }) => newest.number(keys[0] ?? '') ?? []);
    const answers = said.map(({ keys, isComplement }) => {
      const result = newest.number(keys[0] ?? '');
      return result === undefined || isComplement ? null : findLevel(result, newest)[level];
    });
    const answer = isNegated === null ? null : together(answers, isNegated);
    const because = results
      .map(
        (one) => `${newest.words(one.analyte ?? '')}${one.range === null ? '' : ` (${one.range})`}`,
      )
      .join(', ');
    return [{ ...about, answer, because }];
  });
}

const AZF =
  /(?<!\p{L})azf ?-?[abc](?:(?: ?[,/] ?| ?(?:y|e|ni|o) ?)(?:azf ?-?)?[abc](?!\p{L}))*(?!\p{L})/gu;
const DELETED = /(?<!\p{L})(?:micro)?del[ei]ci?on(?:es)?|microdelesion(?:es)?|delet\p{L}+/u;
const REGION = { a: 'azfA', b: 'azfB', c: 'azfC' } as const;

function regionsIn(plain: string, clause: Span, newest: Newest): Statement[] {
  const text = plain
    .slice(clause.start, clause.end)
    // Our own label, 'Ausente (microdeleción)', repeats itself.
    .replaceAll(/(?<=ausente )\(microdelecion\)/g, (label) => ' '.repeat(label.length));
  const named = [...text.matchAll(AZF)];
  const noun = DELETED.exec(text);
  const isOfY = /microdel|region(?:es)? azf/.test(text);
  if (named.length === 0 && !isOfY) return [];
  const letters = named.flatMap(([words]) => [
    ...words.replaceAll(/azf| [yeo] |ni/g, ' ').matchAll(/[abc]/g),
  ]);
  const regions =
    named.length === 0 ? (['a', 'b', 'c'] as const) : letters.map(([one]) => one as 'a');
  const saysThere =
    /(?<!\p{L})(?:presentes?|presencia|conservad\p{L}+|integr\p{L}+|intact\p{L}+|sin alteraciones)/u.test(
      text,
    );
  const saysAbsent = /(?<!\p{L})(?:ausentes?|ausencia|perdida)(?!\p{L})/u.test(text);
  const isNegated =
    /(?<!\p{L})(?:no|sin|ni|ningun[ao]?|descart\p{L}+|negativ\p{L}+|niega|tampoco)(?!\p{L})/u.test(
      text,
    );
  let deleted: boolean | null = null;
  if (noun) deleted = !(isNegated || saysAbsent);
  else if (saysAbsent) deleted = !isNegated;
  else if (saysThere) deleted = isNegated && !text.includes('sin alteraciones');
  if (noun && isNegated && saysAbsent) deleted = null;
  if (!noun && saysThere && saysAbsent) deleted = null;
  const facts = regions.map((one) => newest.fact(REGION[one]));
  const answers = facts.map((fact) => (fact ? fact.choice === 'absent' : null));
  const [first] = named;
  const at = first?.index ?? noun?.index ?? 0;
  const found = first?.[0] ?? noun?.[0] ?? '';
  // 'Hay microdeleciones' is true of any region; without them, of all.
  const answer =
    deleted === null
      ? null
      : deleted && named.length === 0
        ? answers.includes(true) || (answers.includes(null) ? null : false)
        : together(answers, !deleted);
  const because = regions
    .map((one, index) => `AZF${one} ${facts[index]?.choice === 'absent' ? 'ausente' : 'presente'}`)
    .join(', ');
  const start = clause.start + at;
  return [
    { start, end: start + found.length, answer, because, analyte: REGION[regions[0] ?? 'a'] },
  ];
}

const CULTURE =
  /(?<!\p{L})(?:(?<urine>urocultivo|cultivo (?:de )?(?:la )?orina)|(?<semen>espermocultivo|cultivo (?:de(?:l)? )?(?:semen|seminal|liquido seminal))|cultivos?)(?!\p{L})/u;
const GROWTH =
  /(?<!\p{L})(?:(?<none>negativ[oa]s?|esteril(?:es)?)|desarroll\p{L}*|crec(?:imiento|io|ieron)|positiv[oa]s?|aisl\p{L}+|proliferacion)(?!\p{L})/u;

function culturesIn(plain: string, clause: Span, newest: Newest): Statement[] {
  const text = plain.slice(clause.start, clause.end);
  const culture = CULTURE.exec(text);
  const growth = GROWTH.exec(text);
  if (culture === null || growth === null) return [];
  const { urine, semen } = culture.groups ?? {};
  const studies =
    urine !== undefined ? [/Orina/] : semen !== undefined ? [/Semen/] : [/Orina/, /Semen/];
  const facts = studies.flatMap((study) => newest.fact('growth', study) ?? []);
  const denied = /(?<!\p{L})(?:no|sin|ausencia|ni|tampoco)(?!\p{L})/u.test(text);
  const saysNone = (growth.groups?.none !== undefined) !== denied;
  const answer = together(
    facts.map(({ choice }) => choice !== 'none'),
    saysNone,
  );
  // The organism is a text of the laboratory.
  const rest = text.slice(growth.index + growth[0].length);
  const isNamed =
    !saysNone &&
    /^ *(?:bacteriano )?(?:de|a|para|por) (?!l?(?: )?(?:cultivo|semen|orina))/u.test(rest);
  const start = clause.start + growth.index;
  const because = facts.map(({ choice }) =>
    choice === 'none' ? 'sin desarrollo' : 'con desarrollo',
  );
  return [
    {
      start,
      end: start + growth[0].length,
      answer: answer === true && isNamed ? null : answer,
      because: because.join(', '),
      analyte: 'growth',
    },
  ];
}

/** Characters behind a statement in which it is still taken back: 'azoospermia por confirmar'. */
const HEDGE_BEHIND = 20;

const STATES =
  /sperm|esperm|↑|↓|acid|alcalin|mejor|empeor|subi|descendi|disminuy|alteraci|normal|elevad|alt[oa]|baj[oa]|aument|disminuid|reducid|adecuad|alterad|dentro|fuera|encima|arriba|limite|buen|optim|deficien|mal[oa]|pobre|acepta|suficien|excelen|azf|microdel|cultivo/;

/** Checks statements in words: diagnoses of semen, levels, regions of AZF, growth in cultures. */
export function checkStatements(
  text: string,
  plain: string,
  sentences: readonly Sentence[],
  results: readonly KnownResult[],
  facts: readonly KnownFact[],
): Finding[] {
  // Most texts have few of them, and finding the mentions takes time.
  if (!STATES.test(plain)) return [];
  const newest = new Newest(results, facts);
  const mentions = mentionsIn(plain);
  return sentences.flatMap((sentence) => {
    const words = plain.slice(sentence.start, sentence.end);
    if (!STATES.test(words)) return [];
    const time = timeNamed(words);
    const isOpen = time === 'several' || time === 'dated' || time === 'earlier';
    return splitClauses(plain, sentence).flatMap((clause) =>
      [conditionsIn, levelsIn, regionsIn, culturesIn].flatMap((read) => {
        const found = read(plain, clause, newest, mentions);
        const quotes = newest.takeQuotes();
        return found.map((statement) => {
          const around = plain.slice(sentence.start, statement.end + HEDGE_BEHIND);
          const isUndecided = isOpen || isHedged(around);
          return asFinding(text, { ...statement, quotes, ...(isUndecided && { answer: null }) });
        });
      }),
    );
  });
}

function asFinding(
  text: string,
  { start, end, answer, because, analyte, quotes = [] }: Statement,
): Finding {
  const figure = text.slice(start, end);
  const written = { start, end, figure, unit: null, analyte, quotes: [...quotes] };
  if (answer === null) {
    return { ...written, verdict: 'unknown', message: 'Los resultados no permiten comprobarlo' };
  }
  if (answer) return { ...written, verdict: 'agrees', message: `«${figure}», coincide` };
  return {
    ...written,
    verdict: 'differs',
    message: `«${figure}» no coincide con los resultados${because === '' ? '' : `: ${because}`}`,
  };
}
