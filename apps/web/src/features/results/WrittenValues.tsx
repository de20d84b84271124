import type { ResultValue } from '@simiente/contract/results/calls';
import { laboratoryFlagWords } from '@simiente/contract/results/range';
import { describeValue, formatUnit, formatValueName } from '@simiente/contract/results/words';
import { TitleRow } from '../../ui/table/TitleRow.tsx';
import classes from './WrittenValues.module.css';

/** A text that is only a web address, which some laboratories send instead of a document. */
const ADDRESS = /^https?:\/\/[^\s<>"]+$/i;

interface ValueTextProps {
  value: Parameters<typeof describeValue>[0];
}

/** A value in words; a web address becomes a link. */
export function ValueText({ value }: ValueTextProps) {
  const text = describeValue(value);
  if (value.value !== null || !ADDRESS.test(text)) return text;
  return (
    <a href={text} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}

interface WrittenValuesProps {
  values: readonly (Pick<
    ResultValue,
    'analyte' | 'name' | 'comparator' | 'value' | 'unit' | 'text' | 'choice' | 'range'
  > &
    Partial<Pick<ResultValue, 'laboratoryFlag' | 'preliminary' | 'note'>>)[];
}

/** Values as the laboratory's paper prints them, for a comparison with it. */
export function WrittenValues({ values }: WrittenValuesProps) {
  return (
    <table className={classes.values} aria-label="Valores">
      <TitleRow titles={['Analito', 'Valor', 'Rango impreso']} />
      <tbody>
        {values.map((value) => (
          <tr key={`${value.analyte} ${value.name}`}>
            <th scope="row">{formatValueName(value)}</th>
            <td>
              <strong>
                <ValueText value={value} />
              </strong>{' '}
              {formatUnit(value)}
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
