import { resultTitles } from '@simiente/contract/common/column-titles';
import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import type { ResultSet, ResultValue } from '@simiente/contract/results/calls';
import { flagWords, laboratoryFlagWords } from '@simiente/contract/results/range';
import { centileWords } from '@simiente/contract/results/semen/centile';
import { describeState } from '@simiente/contract/results/states';
import { describeNamedValue } from '@simiente/contract/results/words';
import { eq, inArray } from 'drizzle-orm';
import { resultSets } from '../../../schema/results.ts';
import { defineExport, type ListFilters, plain, time } from '../../list-exports/public.ts';
import { NO_READER, presentSets } from './read-results.ts';
import { selectSetIds, selectSets } from './read-rows.ts';

/** One row for each set. Its values are lines of one cell, because studies have different values. */
export const patientResultsList = defineExport<Filters, ResultSet>({
  fileName: 'resultados',
  ids: ({ idUser }, _timeZone, transaction) =>
    selectSetIds(transaction, eq(resultSets.patientId, idUser)).orderBy(
      resultSets.collectedAt,
      resultSets.id,
    ),
  read: async (transaction, ids, { filters: { of } }) => {
    const rows = await selectSets(transaction, inArray(resultSets.id, ids));
    const sets = await presentSets(transaction, rows, NO_READER);
    return of === undefined ? sets : sets.flatMap((set) => withOnlyAnalyte(set, of));
  },
  getId: ({ idResultSet }) => idResultSet,
  getPersonIds: ({ idUser }) => [idUser],
  columns: [
    time(resultTitles.date, ({ collectedAt }) => collectedAt),
    plain(resultTitles.study, ({ examType }) => examTypeLabel(examType)),
    plain(resultTitles.laboratory, ({ laboratory }) => laboratory?.name ?? null),
    plain(resultTitles.method, ({ method }) => method),
    plain(resultTitles.abstinence, ({ abstinenceDays }) => abstinenceDays),
    plain(resultTitles.state, (set) => describeState({ ...set, isHeld: set.waiting !== null })),
    plain(resultTitles.value, ({ values, whoEdition }) =>
      values.map((value) => formatValue(value, whoEdition)).join('\n'),
    ),
    plain('Id', ({ idResultSet }) => idResultSet),
  ],
});

type Filters = ListFilters<'patientResults'>;
/** The set with only the values of one analyte; empty if the set has no such values. */
function withOnlyAnalyte(set: ResultSet, of: NonNullable<Filters['of']>): ResultSet[] {
  if (set.examType !== of.examType) return [];
  const values = set.values.filter(
    ({ analyte, name }) => analyte === of.analyte && name === of.name,
  );
  return values.length === 0 ? [] : [{ ...set, values }];
}

/**
 * One line for each value: 'Concentración: 14 ×10⁶/mL; ≥ 16; Por debajo del rango; por debajo del percentil 5 …'
 */
function formatValue(value: ResultValue, edition: ResultSet['whoEdition']): string {
  const { range, flag, centile, laboratoryFlag } = value;
  const notes = [
    range,
    flag === null ? null : flagWords[flag],
    laboratoryFlag === null ? null : laboratoryFlagWords(laboratoryFlag),
    centile === null ? null : centileWords(centile, edition),
    value.withdrawn ? 'retirado' : null,
    value.preliminary ? 'preliminar' : null,
  ];
  return [describeNamedValue(value), ...notes.filter(Boolean)].join('; ');
}
