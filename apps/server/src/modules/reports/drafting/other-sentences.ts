import { checkFigures } from '@simiente/contract/reports/guard/check-figures';
import { toKnownResults } from '@simiente/contract/reports/guard/known-result';
import { getStudy } from '@simiente/contract/results/analytes/studies';
import type { ResultSet, ResultValue } from '@simiente/contract/results/calls';
import type { Flag } from '@simiente/contract/results/range';
import {
  fact,
  formatNumber,
  formatValueName,
  formatValueText,
  getNumbers,
  getValues,
  listed,
  lowerFirst,
  type RuledSentence,
} from './written-set.ts';

const STANDS: Readonly<Record<Flag, string>> = {
  below: 'por debajo del rango',
  within: 'dentro del rango',
  above: 'por encima del rango',
};

/** Analytes of a study, grouped by their position in the printed range. */
export function rangeSummary(set: ResultSet): RuledSentence[] {
  if (getStudy(set.examType).needsMethod === true) return [];
  const flagged = getNumbers(set).filter(({ analyte, flag }) => analyte !== null && flag !== null);
  const parts = (['above', 'below', 'within'] as const).flatMap((flag) => {
    const names = flagged
      .filter((value) => value.flag === flag)
      .map(
        (value) =>
          `${lowerFirst(formatValueName(value))}${value.preliminary ? ' (preliminar)' : ''}`,
      );
    if (names.length === 0) return [];
    return [`${listed(names)} ${names.length === 1 ? 'está' : 'están'} ${STANDS[flag]}`];
  });
  const [first = '', ...rest] = parts;
  if (first === '') return [];
  const begun = `${first.charAt(0).toLocaleUpperCase('es')}${first.slice(1)} del laboratorio`;
  const text = [begun, ...rest].join('; ');
  const facts = { values: flagged.map(fact), rule: 'Rango impreso por el laboratorio' };
  return [{ text: `${text}.`, facts }];
}

/** Rule names that mark texts of a laboratory. */
const FREE_TEXT_RULE = 'Texto del laboratorio';
const FRAGMENTATION_RULE =
  'La fragmentación del ADN no tiene límite de la OMS ni sentido sin su método';
const METHOD_RULE = `${FRAGMENTATION_RULE}, que escribió el laboratorio`;
export const SAMPLE_RULE = 'Fecha y laboratorio de la muestra';
export const SAMPLE_METHOD_RULE = 'Fecha, laboratorio y método de la muestra';
const UNREAD_RANGE_RULE = 'Rango impreso por el laboratorio, que no se compara';

/** Rules whose sentences quote a laboratory, and may therefore name a person. */
export const RULES_OF_FREE_TEXT: readonly string[] = [
  FREE_TEXT_RULE,
  METHOD_RULE,
  SAMPLE_METHOD_RULE,
  UNREAD_RANGE_RULE,
];

/** Numbers of studies other than the seminogram, compared with the range that the laboratory printed, if any. */
export function hormoneSentences(set: ResultSet): RuledSentence[] {
  const isFragmentation = getStudy(set.examType).needsMethod === true;
  const measured = getNumbers(set).filter(({ choice }) => choice === null);
  return measured.map((value) => {
    const written = `${formatValueName(value)}: ${formatNumber(value)}`;
    const facts = { values: [fact(value)], rule: 'Rango impreso por el laboratorio' };
    if (isFragmentation) {
      const method =
        set.method === null
          ? 'sin método registrado, no se puede interpretar'
          : `método ${set.method}`;
      return {
        text: `${written} (${method}); no hay límite de la OMS.`,
        facts: { ...facts, rule: set.method === null ? FRAGMENTATION_RULE : METHOD_RULE },
      };
    }
    if (value.range === null) {
      return {
        text: `${written}; el laboratorio no imprimió un rango con el cual compararlo.`,
        facts,
      };
    }
    if (value.flag === null) {
      return {
        text: `${written} (el laboratorio imprime: ${value.range}).`,
        facts: { ...facts, rule: UNREAD_RANGE_RULE },
      };
    }
    return {
      text: `${written}, ${STANDS[value.flag]} del laboratorio (${value.range}).`,
      facts,
    };
  });
}

/**
 * Texts and choices in the laboratory's words. Parts that the number guard cannot confirm, such as a measure
 * within a text or a drug of an antibiogram, are left out: the report refers to the results.
 */
export function otherSentences(set: ResultSet, timeZone: string): RuledSentence[] {
  const knownResults = toKnownResults([set]);
  const written = getValues(set)
    .filter((value) => value.value === null || value.choice !== null)
    .filter((value) => formatValueText(value) !== '')
    .map((value) => ({
      text: `${formatValueName(value)}: ${inOneLine(value)}`,
      facts: { values: [fact(value)], rule: FREE_TEXT_RULE },
    }));
  const quoted = written.filter(({ text }) =>
    checkFigures(text, knownResults, timeZone).every(({ verdict }) => verdict.endsWith('agrees')),
  );
  if (quoted.length === written.length) return quoted;
  const rest = {
    text: 'El resto del texto del laboratorio está en sus resultados.',
    facts: { values: [], rule: 'Textos del laboratorio que no se pueden comprobar' },
  };
  return [...quoted, rest];
}

function inOneLine(value: ResultValue): string {
  const text = formatValueText(value).replaceAll(/\s+/g, ' ').trim();
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
