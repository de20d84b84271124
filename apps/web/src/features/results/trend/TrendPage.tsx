import { Select } from '@mantine/core';
import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import type { ResultSet, ResultValue } from '@simiente/contract/results/calls';
import { writeQuantity } from '@simiente/contract/results/quantity';
import { centileWords } from '@simiente/contract/results/semen/centile';
import {
  describeAbstinence,
  describeValue,
  describeWithUnit,
  formatMethod,
  formatUnit,
  formatValueName,
  sampleDay,
} from '@simiente/contract/results/words';
import { type Noun, pluralize } from '../../../lib/format/numbers.ts';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { TitleRow } from '../../../ui/table/TitleRow.tsx';
import { useClinicTimeZone } from '../../session/public.ts';
import {
  NoResults,
  type PatientResultsProps,
  PrintButton,
  ResultsHeader,
  useResultsSearch,
} from '../ResultsHeader.tsx';
import { ResultFlag } from '../reading/ResultFlag.tsx';
import { TREND, toStatusPill } from '../words.ts';
import { breakWords, findReference, isFinal, type Series, toSeries } from './series.ts';
import classes from './TrendPage.module.css';
import { TrendPlot } from './TrendPlot.tsx';

const RESULT: Noun = ['resultado', 'resultados'];

interface Choice {
  readonly id: string;
  readonly label: string;
  readonly examType: string;
  /** The latest value; the chart has its unit. */
  readonly value: ResultValue;
}

/** The analytes that have a number, in the order of the latest results. */
function listChoices(sets: readonly ResultSet[]): Choice[] {
  const choices = new Map<string, Choice>();
  for (const { examType, values } of sets) {
    for (const value of values) {
      const id = JSON.stringify([examType, value.analyte, value.name]);
      if (value.value === null || value.withdrawn || choices.has(id)) continue;
      choices.set(id, { id, label: formatValueName(value), examType, value });
    }
  }
  return [...choices.values()];
}

/** /pacientes/{id}/resultados/evolucion: all results of one analyte, as a chart and its table. */
export function TrendPage({ patient, sets }: PatientResultsProps) {
  const { search, change } = useResultsSearch();
  const choices = listChoices(sets);
  const requestedId = JSON.stringify([
    search.estudio,
    search.analito ?? null,
    search.nombre ?? null,
  ]);
  const chosen =
    choices.find(({ id }) => id === requestedId) ??
    choices.find(({ examType }) => examType === search.estudio) ??
    choices[0];
  const title = chosen?.label ?? TREND;
  const study = sets.filter(({ examType }) => examType === chosen?.examType);
  const series = chosen && toSeries(study, chosen.value);
  const unit = chosen === undefined ? '' : formatUnit(chosen.value);
  const resultCount = pluralize(series ? series.points.length + series.undated.length : 0, RESULT);

  function choose(id: string | null) {
    const next = choices.find((choice) => choice.id === id);
    if (next === undefined) return;
    const { examType: estudio, value } = next;
    change({ estudio, analito: value.analyte ?? undefined, nombre: value.name ?? undefined });
  }

  return (
    <>
      <ResultsHeader
        patient={patient}
        name={title}
        context={[patient.name, series && [resultCount, unit].filter(Boolean).join(', ')]
          .filter(Boolean)
          .join(' · ')}
        file={
          chosen && {
            request: {
              list: 'patientResults',
              filters: {
                idUser: patient.idUser,
                of: {
                  examType: chosen.examType,
                  analyte: chosen.value.analyte,
                  name: chosen.value.name,
                },
              },
            },
            fileContent: `${resultCount} de ${title}`,
            isEmpty: false,
          }
        }
        search={
          chosen && (
            <Select
              aria-label="Analito"
              allowDeselect={false}
              searchable
              data={[...Map.groupBy(choices, ({ examType }) => examType)].map(([type, group]) => ({
                group: examTypeLabel(type),
                items: group.map(({ id, label }) => ({ value: id, label })),
              }))}
              value={chosen.id}
              onChange={choose}
            />
          )
        }
        action={chosen && <PrintButton />}
      />
      {series === undefined ? (
        <NoResults title="Todavía no hay valores para graficar.">
          Aparecerán aquí cuando se capturen resultados con valores numéricos.
        </NoResults>
      ) : (
        <>
          <Chart series={series} />
          <TrendTable series={series} unit={unit} label={title} />
        </>
      )}
    </>
  );
}

function Chart({ series }: { series: Series }) {
  const reasons = new Set(series.points.flatMap(({ breaks }) => breaks));
  const reference = findReference(series);
  return (
    <section className={classes.card} aria-label={TREND}>
      <div className={classes.header}>
        <h2 className={classes.title}>{TREND}</h2>
        {reasons.size > 0 && (
          <p className={classes.aside}>
            La línea se corta donde {[...reasons].map((reason) => breakWords[reason]).join(' o ')}
          </p>
        )}
        {series.points.some((point) => !isFinal(point)) && (
          <p className={classes.aside}>Los puntos huecos no son definitivos</p>
        )}
        {reference && <p className={classes.aside}>{reference.source}</p>}
        {reference && (
          <p className={classes.lines}>
            <span>Percentil 5, {reference.fifth}</span>
            {reference.median !== null && <span data-dashed>Mediana, {reference.median}</span>}
          </p>
        )}
      </div>
      {series.points.length > 0 && (
        <div className={classes.plot} aria-hidden>
          <TrendPlot series={series} reference={reference} />
        </div>
      )}
      {series.undated.length > 0 && (
        <p className={classes.aside}>
          {pluralize(series.undated.length, RESULT)} sin fecha de toma: no se{' '}
          {series.undated.length === 1 ? 'puede' : 'pueden'} ubicar en la gráfica.
        </p>
      )}
      {series.unconverted > 0 && (
        <p className={classes.aside}>
          {pluralize(series.unconverted, RESULT)} en una unidad que no se convierte a la del último.
        </p>
      )}
    </section>
  );
}

function TrendTable({ series, unit, label }: { series: Series; unit: string; label: string }) {
  const timeZone = useClinicTimeZone();
  return (
    <section className={classes.table} aria-label={`Resultados de ${label}`}>
      <table aria-label={label}>
        <TitleRow
          titles={[
            'Fecha',
            unit === '' ? 'Valor' : `Valor, ${unit}`,
            'Rango del laboratorio',
            'Entre hombres fértiles',
            'Abstinencia',
            'Laboratorio y método',
            'Estado',
          ]}
        />
        <tbody>
          {[...series.points.toReversed(), ...series.undated].map(({ set, value, quantity }) => (
            <tr key={set.idResultSet}>
              <th scope="row">{sampleDay(set, timeZone)}</th>
              <td className={classes.right}>
                <strong>
                  {value.unit === series.unit ? describeValue(value) : writeQuantity(quantity)}
                </strong>{' '}
                <span className={classes.unit}>{unit}</span>
                {value.unit !== series.unit && (
                  <span className={classes.under}>Reportado: {describeWithUnit(value)}</span>
                )}
              </td>
              <td>
                <span className={classes.range}>
                  {value.range ?? 'Sin rango impreso'}
                  {value.range !== null && value.unit !== series.unit && ` ${formatUnit(value)}`}{' '}
                  <ResultFlag value={value} />
                </span>
              </td>
              <OptionalCell text={value.centile && centileWords(value.centile, set.whoEdition)} />
              <OptionalCell text={set.abstinenceDays && describeAbstinence(set.abstinenceDays)} />
              <td>
                {set.laboratory?.name ?? '—'}
                <span className={classes.under}>{formatMethod(set)}</span>
              </td>
              <td>
                <StatusPill {...toStatusPill(set)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function OptionalCell({ text }: { text: string | null }) {
  return <td className={text === null ? classes.none : undefined}>{text ?? '—'}</td>;
}
