import type { KnownFact } from '../version.ts';
import type { Span } from './counted-numbers.ts';
import type { Newest, Statement } from './newest-results.ts';
import { negationIn, together } from './plain-text.ts';

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
      answer: negated === null ? null : together(answers, negated),
      because: newest.words(...keys),
      analyte: keys[0] ?? null,
    };
  });
  const seen = [...text.matchAll(SEEN)].map((found) => {
    const end = found.index + found[0].length;
    const { none, absent, kind } = found.groups ?? {};
    const saysSome = none === undefined && absent === undefined;
    const said = spermSeen(text, text.slice(end), newest, saysSome);
    return {
      start: clause.start + found.index,
      end: clause.start + end,
      ...said,
      // Only a sample without any is known to have none of a kind.
      answer: kind !== undefined && said.answer === saysSome ? null : said.answer,
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
