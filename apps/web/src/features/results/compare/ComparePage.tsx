import { Select } from '@mantine/core';
import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import type { ResultSet, ResultValue } from '@simiente/contract/results/calls';
import { compareDecimals, round, subtract } from '@simiente/contract/results/decimal';
import { centileWords } from '@simiente/contract/results/semen/centile';
import {
  describeValue,
  formatUnit,
  formatValueName,
  listFacts,
  sampleTime,
} from '@simiente/contract/results/words';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useClinicTimeZone } from '../../session/public.ts';
import {
  NoResults,
  type PatientResultsProps,
  PrintButton,
  ResultsHeader,
  useResultsSearch,
} from '../ResultsHeader.tsx';
import { ResultFlag } from '../reading/ResultFlag.tsx';
import { groupByStudy } from '../reading/studies.ts';
import { breakWords, changesBetween, convertValue, findSameValue } from '../trend/series.ts';
import { COMPARE, toStatusPill } from '../words.ts';
import classes from './ComparePage.module.css';

interface ComparedRow {
  readonly value: Pick<ResultValue, 'analyte' | 'name'>;
  readonly before: ResultValue | undefined;
  readonly after: ResultValue | undefined;
  /** Text such as '+3.2 mL' or 'Igual', or the reason for a missing difference. */
  readonly difference: string;
}

/** Maximum number of decimals of a difference. */
const DECIMALS = 2;

/** The analytes of two sets of one study, in the order of `setAfter`, with their changes. */
function compareSets(setBefore: ResultSet, setAfter: ResultSet): ComparedRow[] {
  const analytes = new Map(
    [...setAfter.values, ...setBefore.values].map((value) => [
      `${value.analyte} ${value.name}`,
      value,
    ]),
  );
  return [...analytes.values()].map((value) => {
    const [before, after] = [findSameValue(setBefore, value), findSameValue(setAfter, value)];
    return { value, before, after, difference: formatDifference(before, after) };
  });
}

function formatDifference(before: ResultValue | undefined, after: ResultValue | undefined): string {
  if (before === undefined || after === undefined) return '—';
  if (before.value === null || after.value === null) {
    return describeValue(before) === describeValue(after) ? 'Igual' : 'Distinto';
  }
  const converted = convertValue(before, after.unit);
  if (converted === null) return 'Sin conversión entre unidades';
  const comparator = converted.comparator ?? after.comparator;
  if (comparator !== null) return `Valor con ${comparator}`;
  const order = compareDecimals(after.value, converted.value);
  if (order === 0) return 'Igual';
  const exact = subtract(after.value, converted.value);
  const rounded = round(exact, DECIMALS);
  const amount = (rounded === '0' ? exact : rounded).replace('-', '−');
  const unit = formatUnit(after);
  // The difference of two percentages is in percentage points.
  const words =
    unit === '%' ? (/^−?1$/.test(amount) ? ' punto' : ' puntos') : unit === '' ? '' : ` ${unit}`;
  return `${order > 0 ? '+' : ''}${amount}${words}`;
}

/** The reasons why the numbers of two sets are not comparable; empty also if no analyte has a number in both. */
function breaksBetweenSets(before: ResultSet, after: ResultSet): string[] {
  const hasNumbers = after.values.some(
    (value) => value.value !== null && findSameValue(before, value)?.value != null,
  );
  return hasNumbers ? changesBetween(before, after).map((reason) => breakWords[reason]) : [];
}

/** /pacientes/{id}/resultados/comparar: two sets of one study side by side. */
export function ComparePage({ patient, sets }: PatientResultsProps) {
  const timeZone = useClinicTimeZone();
  const { search, change } = useResultsSearch();
  const inForce = sets.filter(({ status }) => status !== 'retirado');
  const comparable = groupByStudy(inForce).filter((study) => study.sets.length > 1);
  const study = comparable.find(({ examType }) => examType === search.estudio) ?? comparable[0];
  const findSet = (id: string | undefined) =>
    study?.sets.find(({ idResultSet }) => idResultSet === id);
  const after = findSet(search.despues) ?? study?.sets[0];
  const before = findSet(search.antes) ?? study?.sets.find((set) => set !== after);
  const options = study?.sets.map((set) => ({
    value: set.idResultSet,
    label: sampleTime(set, timeZone),
  }));
  return (
    <>
      <ResultsHeader
        patient={patient}
        name={COMPARE}
        context={patient.name}
        action={study && <PrintButton />}
      />
      {study === undefined || before === undefined || after === undefined ? (
        <NoResults title="Hace falta otra fecha.">
          Se puede comparar cuando un estudio tiene resultados de dos fechas.
        </NoResults>
      ) : (
        <>
          <div className={classes.choices}>
            <Select
              label="Estudio"
              allowDeselect={false}
              data={comparable.map(({ examType, name }) => ({ value: examType, label: name }))}
              value={study.examType}
              onChange={(estudio) =>
                change({ estudio: estudio ?? undefined, antes: undefined, despues: undefined })
              }
            />
            <Select
              label="Antes"
              allowDeselect={false}
              data={options ?? []}
              value={before.idResultSet}
              onChange={(antes) => change({ antes: antes ?? undefined })}
            />
            <Select
              label="Después"
              allowDeselect={false}
              data={options ?? []}
              value={after.idResultSet}
              onChange={(despues) => change({ despues: despues ?? undefined })}
            />
          </div>
          <Comparison before={before} after={after} />
        </>
      )}
    </>
  );
}

function Comparison({ before, after }: { before: ResultSet; after: ResultSet }) {
  const timeZone = useClinicTimeZone();
  const [beforeAt, afterAt] = [before.collectedAt, after.collectedAt];
  // The user may choose the sets in either order; the times of the samples decide.
  const isReversed =
    beforeAt !== null && afterAt !== null && Date.parse(beforeAt) > Date.parse(afterAt);
  const [first, second] = isReversed ? [after, before] : [before, after];
  const breaks = breaksBetweenSets(first, second);
  return (
    <section className={classes.card}>
      {breaks.length > 0 && (
        <p className={classes.notice} data-tone="amber">
          <IconAlertTriangle size={17} stroke={1.7} aria-hidden />
          Entre las dos fechas {breaks.join(' y ')}: una diferencia puede deberse a eso.
        </p>
      )}
      {(beforeAt === null || afterAt === null) && (
        <p className={classes.notice} data-tone="amber">
          <IconAlertTriangle size={17} stroke={1.7} aria-hidden />
          {beforeAt === afterAt
            ? 'No se sabe cuándo se tomó ninguna de las dos muestras'
            : 'No se sabe cuándo se tomó una de las dos muestras'}
          : la diferencia no indica si el valor subió o bajó.
        </p>
      )}
      <div className={classes.scroll}>
        <table
          className={classes.table}
          aria-label={`${examTypeLabel(after.examType)}, dos fechas`}
        >
          <thead>
            <tr>
              <th scope="col">Analito</th>
              {[first, second].map((set) => (
                <th key={set.idResultSet} scope="col">
                  {sampleTime(set, timeZone)}
                  <span className={classes.facts}>
                    {[...listFacts(set, timeZone).slice(1), toStatusPill(set).label].join(' · ')}
                  </span>
                </th>
              ))}
              <th scope="col">Diferencia</th>
            </tr>
          </thead>
          <tbody>
            {compareSets(first, second).map((row) => (
              <tr key={`${row.value.analyte} ${row.value.name}`}>
                <th scope="row">{formatValueName(row.value)}</th>
                <Cell value={row.before} set={first} />
                <Cell value={row.after} set={second} />
                <td className={classes.difference}>{row.difference}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Cell({ value, set }: { value: ResultValue | undefined; set: ResultSet }) {
  if (value === undefined) return <td className={classes.none}>—</td>;
  return (
    <td>
      <span className={classes.value}>
        <strong>{describeValue(value)}</strong> {formatUnit(value)}
      </span>
      <ResultFlag value={value} />
      {value.centile !== null && (
        <span className={classes.facts}>{centileWords(value.centile, set.whoEdition)}</span>
      )}
    </td>
  );
}
