import { getStudy } from '@simiente/contract/results/analytes/studies';
import type { ResultSet } from '@simiente/contract/results/calls';
import { RulerScale } from './CentileRuler.tsx';
import { ResultRow } from './ResultRow.tsx';
import classes from './ResultTable.module.css';

interface ResultTableProps {
  set: ResultSet;
  /** All sets of the study. */
  sets: readonly ResultSet[];
  /** Accessible name. */
  label: string;
}

/** The analytes of a set, one a row, in the order of the study. */
export function ResultTable({ set, sets, label }: ResultTableProps) {
  const isSemen = getStudy(set.examType).isSemen === true;
  const hasRuler = set.values.some(({ centile }) => centile !== null) && set.whoEdition !== 5;
  return (
    <table className={classes.table} aria-label={label}>
      <thead className={classes.head}>
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
                <RulerScale />
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
