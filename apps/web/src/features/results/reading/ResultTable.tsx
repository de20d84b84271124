import { VisuallyHidden } from '@mantine/core';
import { getStudy, type WhoEdition } from '@simiente/contract/results/analytes/studies';
import type { EarlierValue, ResultSet, ResultValue } from '@simiente/contract/results/calls';
import { laboratoryFlagWords } from '@simiente/contract/results/range';
import { centileWords } from '@simiente/contract/results/semen/centile';
import { CONSENSUS_NAME, consensusWords } from '@simiente/contract/results/semen/consensus';
import { makeRuler, rulerTicks } from '@simiente/contract/results/semen/ruler';
import {
  describeValue,
  formatUnit,
  formatValueName,
  sampleDay,
} from '@simiente/contract/results/words';
import { useState } from 'react';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import { useClinicTimeZone } from '../../session/public.ts';
import { ResultsLink } from '../ResultsLink.tsx';
import { type TrendPoint, toSeries } from '../trend/series.ts';
import trendClasses from '../trend/TrendLine.module.css';
import { ValueText } from '../WrittenValues.tsx';
import { ResultFlag } from './ResultFlag.tsx';
import classes from './ResultTable.module.css';

const NameValueDialog = lazyOnUse(() => import('./NameValueDialog.tsx'));

interface ResultTableProps {
  set: ResultSet;
  sets: readonly ResultSet[];
  label: string;
}

/** The analytes of a set, one for each row, in the order of the study. */
export function ResultTable({ set, sets, label }: ResultTableProps) {
  const isSemen = getStudy(set.examType).isSemen === true;
  const hasRuler = set.values.some(({ centile }) => centile !== null) && set.whoEdition !== 5;
  return (
    <table className={classes.table} aria-label={label}>
      <thead className={classes.header}>
        <tr>
          <th scope="col">Analito</th>
          <th scope="col" className={classes.right}>
            Valor
          </th>
          <th scope="col">Rango del laboratorio</th>
          <th scope="col">
            {hasRuler ? (
              <>
                Percentil entre hombres fértiles, OMS 2021
                <span className={classes.scale} aria-hidden>
                  {rulerTicks
                    .filter(({ centile }) => [5, 25, 50, 75, 95].includes(centile))
                    .map(({ centile, at }) => (
                      <span key={centile} style={{ left: percent(at) }}>
                        {centile === FIFTH ? 'p5' : centile}
                      </span>
                    ))}
                </span>
              </>
            ) : (
              'Nota'
            )}
          </th>
          <th scope="col">
            Evolución
            {isSemen && <span className={classes.under}>días de abstinencia</span>}
          </th>
          <th scope="col" className={classes.date}>
            Fecha
          </th>
        </tr>
      </thead>
      <tbody>
        {set.values.map((value) => (
          <ResultRow
            key={value.idValue ?? `${value.analyte} ${value.name}`}
            set={set}
            value={value}
            sets={sets}
          />
        ))}
      </tbody>
    </table>
  );
}

interface ResultRowProps {
  set: ResultSet;
  value: ResultValue;
  sets: readonly ResultSet[];
}

function ResultRow({ set, value, sets }: ResultRowProps) {
  const timeZone = useClinicTimeZone();
  const name = formatValueName(value);
  const isDerived = value.derived !== null;
  const isNumber = value.value !== null && value.choice === null;
  // A text without a range also fills the columns of the range and the ruler.
  const isText = !isNumber && value.range === null;
  return (
    <tr className={classes.row} data-derived={isDerived || undefined}>
      <th scope="row" className={classes.name}>
        {name}
        {isDerived && <span className={classes.under}>Derivado</span>}
        {value.laboratoryCode !== null && <LaboratoryCode set={set} value={value} />}
      </th>
      {isText ? (
        <td className={classes.value} data-text colSpan={3}>
          <WrittenValue value={value} /> <ResultFlag value={value} />
          <Notes set={set} value={value} />
        </td>
      ) : (
        <>
          <td className={classes.value} data-text={!isNumber || undefined}>
            <WrittenValue value={value} />
          </td>
          <td className={classes.range}>
            <span className={classes.printed} data-none={value.range === null || undefined}>
              {value.range ?? (isDerived ? 'No aplica' : isNumber ? 'Sin rango impreso' : '—')}
            </span>{' '}
            <ResultFlag value={value} />
          </td>
          <td className={classes.place}>
            {!value.withdrawn && <CentileRuler value={value} edition={set.whoEdition} />}
            <Notes set={set} value={value} />
          </td>
        </>
      )}
      <td className={classes.trend}>
        <Trend set={set} value={value} sets={sets} name={name} />
      </td>
      <td className={classes.date}>{sampleDay(set, timeZone)}</td>
    </tr>
  );
}

function LaboratoryCode({ set, value }: Pick<ResultRowProps, 'set' | 'value'>) {
  const [isOpened, setOpened] = useState(false);
  return (
    <span className={classes.under}>
      Código del laboratorio: {value.laboratoryCode}{' '}
      {set.may.move && !value.withdrawn && (
        <Button
          kind="subtle"
          size="compact-sm"
          aria-haspopup="dialog"
          aria-label={`Elegir el analito de ${value.laboratoryCode}`}
          onClick={() => setOpened(true)}
        >
          {value.analyte === null ? 'Elegir analito' : 'Cambiar'}
        </Button>
      )}
      {isOpened && <NameValueDialog set={set} value={value} onClose={() => setOpened(false)} />}
    </span>
  );
}

/** The value with its unit; a withdrawn value is struck. */
function WrittenValue({ value }: Pick<ResultRowProps, 'value'>) {
  const valueText = <ValueText value={value} />;
  const unit = formatUnit(value);
  return value.withdrawn ? (
    <>
      <s>{valueText}</s> <span className={classes.under}>Retirado</span>
    </>
  ) : (
    <>
      <strong>{valueText}</strong> {unit !== '' && <span className={classes.unit}>{unit}</span>}
    </>
  );
}

/** Facts for the interpretation of a value, and the values before its corrections. */
function Notes({ set, value }: Pick<ResultRowProps, 'set' | 'value'>) {
  const timeZone = useClinicTimeZone();
  const consensus = consensusWords(value);
  return (
    <>
      {getStudy(set.examType).isSemen !== true && value.value !== null && value.choice === null && (
        <p className={`${classes.note} ${classes.source}`}>
          {value.range === null
            ? 'No hay un rango de este laboratorio con el cual compararlo'
            : `Rango de ${set.laboratory?.name ?? 'su laboratorio'}, ${sampleDay(set, timeZone)}`}
        </p>
      )}
      {consensus !== null && (
        <p className={classes.note}>
          Referencia general: {consensus} ({CONSENSUS_NAME})
        </p>
      )}
      {value.derived !== null && (
        <details className={classes.more}>
          <summary>Ver fórmula</summary>
          <p>{value.derived.formula}</p>
        </details>
      )}
      {value.analyte === 'totalProgressiveMotile' && (
        <p className={classes.note}>La OMS no publica un límite</p>
      )}
      {value.analyte === 'dnaFragmentationIndex' && (
        <p className={classes.note}>
          {set.method === null
            ? 'Sin método: no se puede interpretar'
            : `Método: ${set.method}. La OMS no publica un límite`}
        </p>
      )}
      {value.earlier.length > 0 && (
        <details className={classes.more}>
          <summary>
            {value.earlier.some(({ reason }) => reason) ? 'Corregido' : 'Cambiado'}: ver lo anterior
          </summary>
          <ul>
            {value.earlier.map((earlier) => (
              <EarlierItem key={earlier.replacedAt} earlier={earlier} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function EarlierItem({ earlier }: { earlier: EarlierValue }) {
  const unit = formatUnit(earlier);
  return (
    <li>
      Antes {describeValue(earlier)}
      {unit !== '' && ` ${unit}`}
      {earlier.laboratoryFlag !== null && ` (${laboratoryFlagWords(earlier.laboratoryFlag)})`},
      hasta <DateText value={earlier.replacedAt} hour />
      {earlier.replacedBy !== null && `, ${earlier.replacedBy}`}
      {earlier.reason !== null && `. Motivo: ${earlier.reason}`}
    </li>
  );
}

function Trend({ set, value, sets, name }: ResultRowProps & { name: string }) {
  if (value.value === null || value.withdrawn) return null;
  const series = toSeries(sets, value);
  // A single point shows no change, so it has no link to the chart.
  if (series.points.length < 2) return null;
  return (
    <ResultsLink
      className={classes.way}
      idUser={set.idUser}
      view="evolucion"
      search={{
        estudio: set.examType,
        analito: value.analyte ?? undefined,
        nombre: value.name ?? undefined,
      }}
    >
      <VisuallyHidden>{`Evolución de ${name}: ${series.points.length} resultados`}</VisuallyHidden>
      <TrendLine points={series.points} hasAbstinence={getStudy(set.examType).isSemen === true} />
    </ResultsLink>
  );
}

/** Heights in the drawing of the ruler, in pixels. */
const HEIGHT = 22;
const BASELINE = HEIGHT / 2;
const INTERVAL_HEIGHT = 16;

/** Centiles with larger ticks. */
const MEDIAN = 50;
const FIFTH = 5;

const percent = (share: number) => `${share * 100}%`;
const halfHeight = (centile: number) => (centile === MEDIAN ? 8 : centile === FIFTH ? 6 : 3.5);
const getKind = (centile: number) =>
  centile === MEDIAN ? 'median' : centile === FIFTH ? 'fifth' : undefined;

/** Centile among fertile men: as words, and for the sixth edition as a ruler. */
function CentileRuler({ value, edition }: { value: ResultValue; edition: WhoEdition | null }) {
  if (value.centile === null) return null;
  // The fifth edition has only the 5th centile, so it gets no ruler.
  const ruler = edition === 5 ? null : makeRuler(value);
  return (
    <div className={classes.ruler}>
      {ruler !== null && (
        <svg className={classes.drawing} height={HEIGHT} aria-hidden="true">
          <rect
            className={classes.interval}
            x={percent(ruler.interval.from)}
            y={BASELINE - INTERVAL_HEIGHT / 2}
            width={percent(ruler.interval.to - ruler.interval.from)}
            height={INTERVAL_HEIGHT}
            rx={2}
          />
          <line className={classes.base} x1="0" x2="100%" y1={BASELINE} y2={BASELINE} />
          {rulerTicks.map(({ centile, at }) => (
            <line
              key={centile}
              className={classes.tick}
              data-kind={getKind(centile)}
              x1={percent(at)}
              x2={percent(at)}
              y1={BASELINE - halfHeight(centile)}
              y2={BASELINE + halfHeight(centile)}
            />
          ))}
          {ruler.dot !== null && (
            <circle className={classes.dot} cx={percent(ruler.dot)} cy={BASELINE} r={5} />
          )}
        </svg>
      )}
      <p className={classes.words}>{centileWords(value.centile, edition)}</p>
    </div>
  );
}

/** Size of the drawing and positions in it, in pixels. */
const LINE_WIDTH = 152;
const LINE_HEIGHT = 43;
const TOP = 5;
const BOTTOM = 22;
const TEXT_BASELINE = 39;

/** Number of shown results; the chart has all of them. */
const SHOWN_RESULTS = 4;
const STEP = LINE_WIDTH / SHOWN_RESULTS;

interface TrendLineProps {
  /** The oldest first. */
  points: readonly TrendPoint[];
  /** Shows the days of abstinence below each point. */
  hasAbstinence: boolean;
}

/** The last results as a line, broken between incomparable results. Hidden from screen readers: its link has a text. */
export function TrendLine({ points, hasAbstinence }: TrendLineProps) {
  const shownPoints = points.slice(-SHOWN_RESULTS);
  const values = shownPoints.map(({ quantity }) => Number(quantity.value));
  const minimum = Math.min(...values);
  const span = Math.max(...values) - minimum;
  const drawnPoints = shownPoints.map(({ set, breaks }, index) => ({
    id: set.idResultSet,
    x: LINE_WIDTH - STEP / 2 - (shownPoints.length - 1 - index) * STEP,
    y:
      span === 0
        ? (TOP + BOTTOM) / 2
        : BOTTOM - (((values[index] ?? minimum) - minimum) / span) * (BOTTOM - TOP),
    breaks: index === 0 ? [] : breaks,
    abstinence: set.abstinenceDays,
  }));
  return (
    <svg
      className={trendClasses.drawing}
      viewBox={`0 0 ${LINE_WIDTH} ${LINE_HEIGHT}`}
      width={LINE_WIDTH}
      height={LINE_HEIGHT}
      aria-hidden="true"
    >
      {drawnPoints.map((point, index) => {
        const before = drawnPoints[index - 1];
        if (before === undefined || point.breaks.includes('time')) return null;
        const middle = (before.x + point.x) / 2;
        return point.breaks.length > 0 ? (
          <line
            key={point.id}
            className={trendClasses.break}
            x1={middle}
            x2={middle}
            y1={2}
            y2={28}
          />
        ) : (
          <line
            key={point.id}
            className={trendClasses.line}
            x1={before.x}
            y1={before.y}
            x2={point.x}
            y2={point.y}
          />
        );
      })}
      {drawnPoints.map(({ id, x, y, abstinence }, index) => (
        <g key={id}>
          <circle
            className={trendClasses.point}
            data-last={index === drawnPoints.length - 1 || undefined}
            cx={x}
            cy={y}
            r={index === drawnPoints.length - 1 ? 4 : 2.5}
          />
          {hasAbstinence && abstinence !== null && (
            <text className={trendClasses.words} x={x} y={TEXT_BASELINE}>
              {abstinence} d
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
