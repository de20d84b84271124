import type { ResultValue } from '@simiente/contract/results/calls';
import { laboratoryFlagWords } from '@simiente/contract/results/range';
import { nameOfValue, unitOf } from '@simiente/contract/results/words';
import { ValueText } from './ValueText.tsx';
import classes from './WrittenValues.module.css';

interface WrittenValuesProps {
  values: readonly (Pick<
    ResultValue,
    'analyte' | 'name' | 'comparator' | 'value' | 'unit' | 'text' | 'choice' | 'range'
  > &
    Partial<Pick<ResultValue, 'laboratoryFlag' | 'preliminary' | 'note'>>)[];
}

/** Values to compare with the paper, as it has them. */
export function WrittenValues({ values }: WrittenValuesProps) {
  return (
    <table className={classes.values} aria-label="Valores">
      <thead>
        <tr>
          <th scope="col">Analito</th>
          <th scope="col">Valor</th>
          <th scope="col">Rango impreso</th>
        </tr>
      </thead>
      <tbody>
        {values.map((value) => (
          <tr key={`${value.analyte} ${value.name}`}>
            <th scope="row">{nameOfValue(value)}</th>
            <td>
              <strong>
                <ValueText value={value} />
              </strong>{' '}
              {unitOf(value)}
              {value.laboratoryFlag != null && ` · ${laboratoryFlagWords(value.laboratoryFlag)}`}
              {value.preliminary && ' · preliminar'}
              {value.note != null && <p className={classes.note}>{value.note}</p>}
            </td>
            <td>{value.range ?? '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
