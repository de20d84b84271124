import { getAnalyte, isAnalyteKey } from '../../results/analytes/catalogue.ts';
import type { Finding, QuotableFact, QuotableResult } from '../version.ts';
import { checkFigures } from './check-figures.ts';
import { withUnit } from './finding.ts';
import { ABSTINENCE } from './quotable-result.ts';

type Known = QuotableFact | QuotableResult;

/** Open points of a result, in Spanish; empty for a settled one. */
function listOpenPoints({ preliminary, unvalidated, held, changedAt }: Known, draftedAt: string) {
  return [
    preliminary ? 'valor preliminar' : '',
    unvalidated ? 'sin validar' : '',
    held ? 'en espera: el laboratorio envió otro dato' : '',
    changedAt !== undefined && changedAt > draftedAt ? 'corregido después del borrador' : '',
  ].filter((part) => part !== '');
}

/** 'Concentración, 14 millones/mL' if the figure is the value, 'Concentración' if a statement is based on it. */
function describeValue({ analyte, ...quoted }: Known, { figure, unit, result }: Finding): string {
  const free = 'name' in quoted ? quoted.name : null;
  const name = analyte !== null && isAnalyteKey(analyte) ? getAnalyte(analyte).label : free;
  const isItself = result !== undefined && result.idValue === quoted.idValue;
  const written = isItself ? withUnit(figure, unit) : null;
  return [name ?? (analyte === ABSTINENCE ? 'Abstinencia' : null), written]
    .filter((part) => part !== null)
    .join(', ');
}

/**
 * Warnings about quoted values that are not settled, each once, at the first figure or statement that quotes it.
 * @param draftedAt ISO instant; a value that changed later counts as corrected
 */
function unsettledValues(
  findings: readonly Finding[],
  results: readonly Known[],
  draftedAt: string,
): Finding[] {
  const findId = (known: Known) =>
    known.idValue ?? (known.analyte === ABSTINENCE && 'sources' in known && known.sources?.[0]);
  const known = new Map(results.map((result) => [findId(result), result]));
  const seen = new Set<string>();
  // A figure that differs quotes no result.
  const quoting = findings.filter(({ verdict }) => verdict.endsWith('agrees'));
  return quoting.flatMap((finding) => {
    const { result, quotes = [], start, end, figure, unit } = finding;
    return [...quotes, ...(result?.sources ?? []), result?.idValue ?? ''].flatMap(
      (id): Finding[] => {
        const quoted = seen.has(id) ? undefined : known.get(id);
        const expected = quoted ? listOpenPoints(quoted, draftedAt).join(', ') : '';
        if (quoted === undefined || expected === '') return [];
        seen.add(id);
        const message = `${describeValue(quoted, finding)}: ${expected}`;
        const written = { start, end, figure, unit, analyte: quoted.analyte };
        return [{ ...written, verdict: 'unsettled', quotes: [id], expected, message }];
      },
    );
  });
}

/** Everything that a reviewer sees about a text: its figures, its treatments and its quoted values that are not settled. */
export function checkReport(
  text: string,
  results: readonly Known[],
  { timeZone, draftedAt }: { readonly timeZone: string; readonly draftedAt: string },
): Finding[] {
  const findings = checkFigures(text, results, timeZone);
  return [...findings, ...unsettledValues(findings, results, draftedAt)].toSorted(
    (one, other) => one.start - other.start,
  );
}
