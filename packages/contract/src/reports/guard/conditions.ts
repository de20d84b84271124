import type { KnownFact } from '../version.ts';
import type { Span } from './counted-numbers.ts';
import type { Newest, Statement } from './newest-results.ts';
import { isQualified, negationIn, together } from './plain-text.ts';

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

/** 'Teratozoospermia descartada'. */
const DENIED =
  /^[ :,]+(?:(?:ha sido|fue|queda|esta) )?(?:descartad[oa]|excluid[oa]|ausente|negativ[oa])(?!\p{L})/u;

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
    const known = parts.flatMap((one) => CONDITIONS[one] ?? []);
    const isOther = /normo|cripto|hipo|leucocito|hemo|poli|^a(?:sperm)/.test(word);
    const behind = text.slice(found.index + word.length);
    const before = negationIn(text.slice(0, found.index));
    const negated = DENIED.test(behind) && before !== null ? !before : before;
    const answers = isOther ? [null] : known.map(({ holds }) => holds(newest));
    const decided = negated === null ? null : together(answers, negated);
    const keys = known.flatMap((one) => one.keys);
    return {
      start: clause.start + found.index,
      end: clause.start + found.index + word.length,
      answer: decided === true && isQualified(behind) ? null : decided,
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
