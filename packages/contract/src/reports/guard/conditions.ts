import { isOver, isUnder } from '../../results/quantity.ts';
import { readRange } from '../../results/range.ts';
import type { KnownFact, KnownResult } from '../version.ts';
import type { Span } from './counted-numbers.ts';
import { listAround, type Mention } from './mentions.ts';
import { commonAnswer, evaluate, negationIn } from './plain-text.ts';
import type { Newest, Statement } from './regions-and-cultures.ts';

const isChoice = (fact: KnownFact | undefined, choice: string) =>
  fact === undefined ? null : fact.choice === choice;

function noneSeen(newest: Newest): boolean | null {
  return newest.isZero('concentration') ?? newest.isZero('totalNumber');
}

/** 'Teratozoospermia descartada'. */
const DENIED =
  /^[ :,]+(?:(?:ha sido|fue|queda|esta) )?(?:descartad[oa]|excluid[oa]|ausente|negativ[oa])(?!\p{L})/u;

function isAzoospermic(newest: Newest): boolean | null {
  const none = noneSeen(newest);
  const pellet = newest.fact('pellet')?.choice;
  if (none !== true) return none;
  return pellet === undefined ? null : pellet === 'none';
}

/** The results whose low value is the condition. */
const CONDITIONS: Readonly<Record<string, readonly string[]>> = {
  azoo: ['concentration'],
  oligo: ['concentration', 'totalNumber'],
  asteno: ['progressiveMotility', 'totalMotility'],
  terato: ['normalForms'],
  necro: ['vitality'],
};

/** Any low result is enough; without one nothing is excluded unless all are known. */
function holds(newest: Newest, condition: string): boolean | null {
  if (condition === 'azoo') return isAzoospermic(newest);
  // Motility and forms mean nothing if no sperm was seen, and the count has a name of its own.
  if (noneSeen(newest) === true) return null;
  const low = (CONDITIONS[condition] ?? []).map((key) => newest.underFifth(key));
  if (low.includes(true)) return true;
  return low.includes(null) ? null : false;
}

const CONDITION =
  /(?<!\p{L}|indice de )(?<parts>(?:(?:azoo|oligo|asteno|terato|necro|normo|cripto|hipo|a|leucocito|hemo|poli)-?)+)(?:zoo)?(?:z?o?o?sp?erm)(?:ias?|ic[oa]s?)(?!\p{L})/gu;
const SEE =
  '(?:se )?(?:(?:observ|encontr|visualiz|identific|detect|apreci|hall|mostr)\\p{L}*|hay|hubo|habia|existen|contiene)';
const SEEN = new RegExp(
  String.raw`(?<!\p{L})(?:(?<none>no ${SEE}|sin|ausencia de|cero)|(?<!no )(?:${SEE}|con|por)) (?:(?:muy )?(?:escas|algun|poc|rar|numeros|abundante|vari|aislad)[oa]?s? )?espermatozoides(?<kind> (?:moviles|progresiv|vivos|normales|inmovil|con))?|espermatozoides (?:(?<absent>ausentes?)|presentes)(?!\p{L})`,
  'gu',
);

export function conditionsIn(plain: string, clause: Span, newest: Newest): Statement[] {
  const text = plain.slice(clause.start, clause.end);
  const named = [...text.matchAll(CONDITION)].map((found): Statement => {
    const word = found[0];
    const parts = Object.keys(CONDITIONS).filter((one) =>
      one === 'azoo' ? word.startsWith('azoo') : word.includes(one),
    );
    const isOther = /normo|cripto|hipo|leucocito|hemo|poli|^a(?:sperm)/.test(word);
    const behind = text.slice(found.index + word.length);
    const before = negationIn(text.slice(0, found.index));
    const negated = DENIED.test(behind) && before !== null ? !before : before;
    const answers = isOther ? [null] : parts.map((one) => holds(newest, one));
    const keys = parts.flatMap((one) => CONDITIONS[one] ?? []);
    return {
      start: clause.start + found.index,
      end: clause.start + found.index + word.length,
      answer: negated === null ? null : evaluate(answers, negated),
      because: newest.words(...keys),
      analyte: keys[0] ?? null,
    };
  });
  const seen = [...text.matchAll(SEEN)].map((found) => {
    const end = found.index + found[0].length;
    const { none, absent, kind } = found.groups ?? {};
    const saysSome = none === undefined && absent === undefined;
    const seen = spermSeen(text, text.slice(end), newest, saysSome);
    return {
      start: clause.start + found.index,
      end: clause.start + end,
      ...seen,
      // Only a sample without any is known to have none of a kind.
      answer: kind !== undefined && seen.answer === saysSome ? null : seen.answer,
    };
  });
  return [...named, ...seen];
}

/** A second place in the same sentence: ', tampoco en el sedimento', ', y sí en el sedimento'. */
const PELLET_TOO = /^[^.;]{0,40}(?:, (?:(?<none>tampoco|ni)|y si)) en el sedimento/u;

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
  const too = PELLET_TOO.exec(behind);
  const pellet = too ? isChoice(newest.fact('pellet'), too.groups?.none ? 'none' : 'seen') : true;
  const answer = none === null || pellet === null ? null : none !== saysSome && pellet;
  return { answer, because, analyte };
}

type Level = 'normal' | 'abnormal' | 'high' | 'low' | 'other';
const LEVELS: readonly (readonly [Level, RegExp])[] = [
  [
    'abnormal',
    /anormal(?:es)?|fuera de(?:l)? (?:los )?(?:rangos?|limites|valores|parametros|referencia|intervalo)|alterad[oa]s?/,
  ],
  [
    'normal',
    /normal(?:es)?|adecuad[oa]s?|sin alteraciones|en (?:el )?rango|dentro de(?:l)? (?:los |lo )?(?:rangos?|limites|valores|parametros|referencia|intervalo|normal|la normalidad|esperado)/,
  ],
  [
    'high',
    /↑|elevad[oa]s?|alt[oa]s?(?! (?:en|de))|aumentad[oa]s?|(?:por (?:encima|arriba) de(?:l)?|super(?:a|an|o) el|rebasa(?:n)? el|excede(?:n)? el) (?:rango|limite|valor normal|lo normal)|(?:mayor|superior)(?:es)? (?:al|del|que el) rango/,
  ],
  [
    'low',
    /↓|suprimid[oa]s?|baj[oa]s?(?! (?:el|la|los|las|de|en|percentil))|disminuid[oa]s?|reducid[oa]s?|(?:por (?:debajo|abajo) de(?:l)?|no alcanza(?:n)? el) (?:rango|limite|valor normal|lo normal)|(?:menor|inferior)(?:es)? (?:al|del|que el) rango/,
  ],
  // Judgements that no result decides.
  [
    'other',
    /buen[oa]s?|excelentes?|optim[oa]s?|deficientes?|mal[oa]s?|pobres?|limitrofes?|en el limite(?: (?:superior|inferior))?|aceptables?|suficientes?|bien|se conservan?|conservad[oa]s?|estables?|iguales|igual(?! (?:al?|que|o) )|identic[oa]s?|mas (?:grandes?|pequen[oa]s?|chic[oa]s?)|similar(?:es)?|escas[oa]s?|abundantes?|acid[oa]s?|alcalin[oa]s?|(?:(?:aument|mejor|empeor)(?:o|aron)|(?:subi|disminuy|descendi)(?:o|eron))(?![^.;]{0,14}\d)/,
  ],
];
const LEVEL = new RegExp(
  String.raw`(?<!\p{L})(?:${LEVELS.map(([name, { source }]) => `(?<${name}>${source})`).join('|')})(?!\p{L})`,
  'gu',
);
/** Words between an analyte and its statement. */
const SAYS =
  /^(?:(?:[^.;]|\.(?=\d)){0,60}(?<!\p{L})(?:es|son|ser|este|esta|estan|fue|fueron|era|se encuentran?|se encontro|se mantienen?|resulto|resultaron|salio|salieron|permanecen?|se reportan?|parece|luce|quedan?|quedo|quedaron|estuvo|estuvieron|eran|sale|salen|se hallan?|se conservan?)(?: (?:muy|ligeramente|discretamente|francamente|claramente|totalmente))?|[ ,(:]*(?:(?:espermatic[oa]|seric[oa]|total)[ ,(:]*)?(?:(?:(?:de|es|fue) ){0,2}\d[^;a-z]{0,20}[a-zµ%/0-9^]{0,12}[ ,)]*(?:\([^()]{0,40}\)[ ,]*)?)?)(?: (?:en|de|dentro de|con|el|los|la|un|rangos?|limites?|valores|niveles?|parametros|intervalo|caracteristicas))* *$|^(?: *\|[^|\n]*){1,5}\| *$/u;

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
  /(?<!\p{L})(?:seminograma|espermatobioscopia|espermiograma|espermograma|parametros|calidad seminal|(?:los )?espermatozoides|muestra|(?<!en el |de |del )semen|hormonas?|perfil hormonal)(?: directa| seminal(?:es)?)?(?!\p{L})/gu;
const OF_SEMEN = [
  'concentration',
  'totalNumber',
  'progressiveMotility',
  'totalMotility',
  'normalForms',
  'vitality',
  'volume',
];

export function levelsIn(
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
    rows: [],
    isStudy: true,
  }));
  return [...text.matchAll(LEVEL)].flatMap((found): Statement[] => {
    const start = clause.start + found.index;
    const end = start + found[0].length;
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
    const listed = listAround(plain, own.slice(0, own.indexOf(last) + 1), last);
    const results = listed.flatMap(({ keys }) => keys.flatMap((key) => newest.number(key) ?? []));
    const answers = listed.map(({ keys, rows, isComplement }) => {
      if (isComplement || rows.length > 0) return null;
      const own = results.filter(({ analyte }) => keys.some((key) => key === analyte));
      return commonAnswer(own.map((one) => findLevel(one, newest)[level]));
    });
    const answer = isNegated === null ? null : evaluate(answers, isNegated);
    const because = results
      .map(
        (one) => `${newest.words(one.analyte ?? '')}${one.range === null ? '' : ` (${one.range})`}`,
      )
      .join(', ');
    return [{ ...about, answer, because }];
  });
}
