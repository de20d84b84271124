import { lowerFirst } from '@simiente/contract/format/lower-first';
import { checkFigures } from '@simiente/contract/reports/guard/check-figures';
import { toQuotableResults } from '@simiente/contract/reports/guard/quotable-result';
import { getStudy } from '@simiente/contract/results/analytes/studies';
import type { ResultSet } from '@simiente/contract/results/calls';
import { type Flag, flagWords } from '@simiente/contract/results/range';
import {
  formatFact,
  formatList,
  formatNumber,
  formatValueName,
  formatValueText,
  getNumbers,
  getValues,
  type RuledSentence,
  toSentence,
} from './set-facts.ts';

const RANGE_RULE = 'Rango impreso por el laboratorio';

const describeFlag = (flag: Flag) => lowerFirst(flagWords[flag]);

/** One sentence that groups the analytes of a study by their position in the printed range. */
export function rangeSummary(set: ResultSet): RuledSentence[] {
  if (getStudy(set.examType).needsMethod === true) return [];
  const flagged = getNumbers(set).filter(({ analyte, flag }) => analyte !== null && flag !== null);
  const clauses = (['above', 'below', 'within'] as const).flatMap((flag) => {
    const names = flagged
      .filter((value) => value.flag === flag)
      .map(
        (value) =>
          `${lowerFirst(formatValueName(value))}${value.preliminary ? ' (preliminar)' : ''}`,
      );
    if (names.length === 0) return [];
    return [`${formatList(names)} ${names.length === 1 ? 'está' : 'están'} ${describeFlag(flag)}`];
  });
  const [first, ...others] = clauses;
  if (first === undefined) return [];
  const opening = `${first.charAt(0).toLocaleUpperCase('es')}${first.slice(1)} del laboratorio`;
  const text = [opening, ...others].join('; ');
  return [toSentence(`${text}.`, RANGE_RULE, flagged.map(formatFact))];
}

const FREE_TEXT_RULE = 'Texto del laboratorio';
const FRAGMENTATION_RULE =
  'La fragmentación del ADN no tiene límite de la OMS ni sentido sin su método';
const METHOD_RULE = `${FRAGMENTATION_RULE}, que escribió el laboratorio`;
export const SAMPLE_RULE = 'Fecha y laboratorio de la muestra';
export const SAMPLE_METHOD_RULE = 'Fecha, laboratorio y método de la muestra';
const UNREAD_RANGE_RULE = 'Rango impreso por el laboratorio, que no se compara';

/** Rules whose sentences quote words of a laboratory, which may name a person. */
export const RULES_OF_FREE_TEXT: readonly string[] = [
  FREE_TEXT_RULE,
  METHOD_RULE,
  SAMPLE_METHOD_RULE,
  UNREAD_RANGE_RULE,
];

/** Numbers of studies other than the seminogram, compared with the range that the laboratory printed, if any. */
export function numberSentences(set: ResultSet): RuledSentence[] {
  const isFragmentation = getStudy(set.examType).needsMethod === true;
  const measured = getNumbers(set).filter(({ choice }) => choice === null);
  return measured.map((value) => {
    const quantity = `${formatValueName(value)}: ${formatNumber(value)}`;
    const facts = [formatFact(value)];
    if (isFragmentation && set.method === null) {
      const text = `${quantity} (sin método registrado, no se puede interpretar); no hay límite de la OMS.`;
      return toSentence(text, FRAGMENTATION_RULE, facts);
    }
    if (isFragmentation) {
      const text = `${quantity} (método ${set.method}); no hay límite de la OMS.`;
      return toSentence(text, METHOD_RULE, facts);
    }
    if (value.range === null) {
      const text = `${quantity}; el laboratorio no imprimió un rango con el cual compararlo.`;
      return toSentence(text, RANGE_RULE, facts);
    }
    if (value.flag === null) {
      const text = `${quantity} (el laboratorio imprime: ${value.range}).`;
      return toSentence(text, UNREAD_RANGE_RULE, facts);
    }
    const text = `${quantity}, ${describeFlag(value.flag)} del laboratorio (${value.range}).`;
    return toSentence(text, RANGE_RULE, facts);
  });
}

/**
 * Texts and choices in the laboratory's words. A text that the guard cannot confirm, such as a measure or a drug of
 * an antibiogram, is left out, and the last sentence refers to the results.
 */
export function otherSentences(set: ResultSet, timeZone: string): RuledSentence[] {
  const quotable = toQuotableResults([set]);
  const sentences = getValues(set)
    .filter((value) => value.value === null || value.choice !== null)
    .filter((value) => formatValueText(value) !== '')
    .map((value) => {
      const text = formatValueText(value).replaceAll(/\s+/g, ' ').trim();
      const end = /[.!?]$/.test(text) ? '' : '.';
      const words = `${formatValueName(value)}: ${text}${end}`;
      return toSentence(words, FREE_TEXT_RULE, [formatFact(value)]);
    });
  const confirmed = sentences.filter(({ text }) =>
    checkFigures(text, quotable, timeZone).every(({ verdict }) => verdict.endsWith('agrees')),
  );
  if (confirmed.length === sentences.length) return confirmed;
  const reference = toSentence(
    'El resto del texto del laboratorio está en sus resultados.',
    'Textos del laboratorio que no se pueden comprobar',
  );
  return [...confirmed, reference];
}
