import { clausesOf, negationIn } from '@simiente/contract/reports/guard/clauses';
import { plainText } from '@simiente/contract/reports/guard/plain-text';
import type { ResultSet } from '@simiente/contract/results/calls';
import { lowerFirst, type RuledSentence, studyName, valuesOf } from './written-set.ts';

/** Words of a laboratory that a doctor reads before anything else. */
const URGENT =
  /(?<!\p{L})(?:(?:lesion(?:es)?|nodulos?|imagen(?:es)?|areas?|formacion(?:es)?) (?:solid|sospechos|infiltrante|ocupante|hipoecoic)\p{L}*|nodulos?|masas?|tumor(?:es|al|ales|acion|aciones)?|neoplas\p{L}*|malign\p{L}*|cancer\p{L}*|carcinom\p{L}*|adenocarcinom\p{L}*|seminoma|teratoma|linfoma|metasta\p{L}*|adenopati\p{L}*|torsion|abscesos?|isquemi\p{L}*|infarto|hemorragi\p{L}*|macroadenoma|compresion del quiasma|pi-?rads ?[45]|urgente|urgencia)(?!\p{L})/gu;

/**
 * What must be seen first: urgent words of a laboratory, and its critical values. Routine advice does not follow them.
 * A denial counts only where it is certain, as in 'sin masas ni nódulos': a false alarm is struck in the review.
 */
export function urgentSentences(newest: readonly ResultSet[]): RuledSentence[] {
  return newest.flatMap((set) => {
    const texts = valuesOf(set).flatMap(({ text }) => (text === null ? [] : [text]));
    const words = [...new Set(texts.flatMap(urgentWordsIn))];
    const study = lowerFirst(studyName(set));
    const mention = words.map((word) => `«${word}»`).join(', ');
    return [
      ...(words.length === 0
        ? []
        : [
            {
              text: `Importante: el reporte de ${study} menciona ${mention}; tu médico debe valorarlo antes que el resto.`,
              facts: { values: words, rule: 'Palabras que se atienden primero' },
            },
          ]),
      ...(set.critical.length === 0
        ? []
        : [
            {
              text: `Importante: el laboratorio marcó como crítico un resultado (${study}); tu médico debe valorarlo antes que el resto.`,
              facts: { values: [...set.critical], rule: 'Valores críticos' },
            },
          ]),
    ];
  });
}

function urgentWordsIn(text: string): string[] {
  const plain = plainText(text);
  return clausesOf(plain, { start: 0, end: plain.length }).flatMap((clause) => {
    const words = plain.slice(clause.start, clause.end);
    return [...words.matchAll(URGENT)].flatMap(({ index, 0: found }) => {
      const before = words.slice(0, index);
      const behind = words.slice(index + found.length);
      const isList = !before.includes(',') || /(?<!\p{L})(?:ni|o)(?!\p{L})/u.test(words);
      // 'Sin masas ni nódulos' denies once.
      const denial = before.replaceAll(/(?<!\p{L})ni(?!\p{L})/gu, '');
      if (negationIn(denial) === true && isList && !/\d/.test(behind)) return [];
      const start = clause.start + index;
      return [text.slice(start, start + found.length).toLocaleLowerCase('es')];
    });
  });
}
