import { NativeSelect } from '@mantine/core';
import { dayIn } from '@simiente/contract/common/days';
import { readDay } from '@simiente/contract/common/read-date';
import { visibleText } from '@simiente/contract/common/text';
import { describeCalendarDay } from '@simiente/contract/format/dates';
import type { CheckedPeople, PeopleColumn } from '@simiente/contract/people/calls';
import { listValues } from '@simiente/contract/people/cell-words';
import {
  centuries,
  dateOrders,
  isDateField,
  type PeopleKind,
  personFieldNames,
  personFields,
} from '@simiente/contract/people/columns';
import { IconCheck, IconFileSpreadsheet, IconHelpCircle, IconMinus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { pluralize } from '../../lib/format/numbers.ts';
import { FilePicker } from '../../ui/buttons/FilePicker.tsx';
import { TitleRow } from '../../ui/table/TitleRow.tsx';
import { useClinicTimeZone } from '../session/public.ts';
import classes from './ImportPage.module.css';
import { valueOptions } from './words.ts';

interface ColumnsStepProps {
  kind: PeopleKind;
  file: File;
  checked: CheckedPeople;
  columns: readonly PeopleColumn[];
  isBusy: boolean;
  /** Reads another file, or another sheet of the file. */
  onFile: (file: File, sheet?: number) => void;
  onChange: (columns: readonly PeopleColumn[]) => void;
}

const fieldOptions = [
  { value: '', label: 'No importar' },
  ...personFields.map((value) => ({ value, label: personFieldNames[value] })),
];

/** Meaning of each column, and the questions about its dates and values. */
export function ColumnsStep(props: ColumnsStepProps) {
  const { kind, file, checked, columns, isBusy, onFile, onChange } = props;
  const { sheets, sheet, headingLine, rows } = checked;
  const change = (index: number, edit: Partial<PeopleColumn>) =>
    onChange(columns.map((column) => (column.index === index ? { ...column, ...edit } : column)));
  return (
    <>
      <section className={classes.card} aria-label="Archivo">
        <div className={classes.file}>
          <IconFileSpreadsheet size={24} stroke={1.5} aria-hidden />
          <div className={classes.words}>
            <strong>{visibleText(file.name)}</strong>
            <span className={classes.hint}>
              {sheets[sheet] && `Hoja «${sheets[sheet]}» · `}
              {`${pluralize(rows, ['fila', 'filas'])} · Encabezados en la fila ${headingLine}`}
            </span>
          </div>
          {sheets.length > 1 && (
            <NativeSelect
              aria-label="Hoja"
              disabled={isBusy}
              value={String(sheet)}
              data={sheets.map((label, index) => ({ value: String(index), label }))}
              onChange={({ currentTarget }) => onFile(file, Number(currentTarget.value))}
            />
          )}
          <FilePicker
            kind="default"
            accept=".csv,.tsv,.txt,.xlsx,.xlsm"
            disabled={isBusy}
            onPick={(picked) => onFile(picked)}
          >
            Cambiar archivo
          </FilePicker>
        </div>
      </section>
      <section className={classes.card}>
        <table className={classes.columns} aria-label="Columnas del archivo">
          <TitleRow titles={['Columna del archivo', 'Ejemplos', 'Se guarda como', 'Estado']} />
          {columns.map((column) => (
            <ColumnRows
              key={column.index}
              kind={kind}
              column={column}
              isBusy={isBusy}
              onChange={(edit) => change(column.index, edit)}
            />
          ))}
        </table>
      </section>
    </>
  );
}

interface ColumnRowsProps {
  kind: PeopleKind;
  column: PeopleColumn;
  isBusy: boolean;
  onChange: (edit: Partial<PeopleColumn>) => void;
}

function ColumnRows({ kind, column, isBusy, onChange }: ColumnRowsProps) {
  const { index, heading, samples, field, values, asksOrder, asksCentury } = column;
  const [isOpen, setOpen] = useState(values.some(({ value }) => value === ''));
  const name = heading || `Columna ${index + 1}`;
  const isDate = isDateField(field);
  const asksYear = asksCentury !== null && field === 'birthDate';
  const lacksAnswer = isUnanswered(column);
  return (
    <tbody>
      <tr data-unread={field === null || undefined}>
        <th scope="row">{name}</th>
        <td className={classes.samples}>{samples.join(' · ') || 'Sin datos'}</td>
        <td>
          <NativeSelect
            aria-label={`Se guarda como: ${name}`}
            data={fieldOptions}
            value={field ?? ''}
            disabled={isBusy}
            onChange={({ currentTarget: { value } }) => {
              onChange(toMeaning(column, value, kind));
              setOpen(true);
            }}
          />
        </td>
        <td className={classes.state} data-tone={lacksAnswer ? 'amber' : undefined}>
          {lacksAnswer ? (
            <>
              <IconHelpCircle size={16} stroke={1.7} aria-hidden />{' '}
              {isDate ? 'Elige el formato' : 'Indica los valores'}
            </>
          ) : field === null ? (
            <>
              <IconMinus size={16} stroke={1.7} aria-hidden /> Se omite
            </>
          ) : (
            <>
              <IconCheck size={16} stroke={1.7} aria-hidden />
              {field === 'note'
                ? 'Como nota'
                : values.length > 0
                  ? pluralize(values.length, ['valor', 'valores'])
                  : 'Reconocida'}
            </>
          )}
          {values.length > 0 && (
            <button
              type="button"
              className={classes.link}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              Revisar
            </button>
          )}
        </td>
      </tr>
      {isDate && (asksOrder || asksYear) && (
        <tr className={classes.question} data-tone={lacksAnswer ? 'amber' : undefined}>
          <td colSpan={4}>
            {asksOrder && <OrderQuestion column={column} onChange={onChange} />}
            {asksYear && <CenturyQuestion column={column} onChange={onChange} />}
          </td>
        </tr>
      )}
      {values.length > 0 && isOpen && (
        <tr className={classes.question}>
          <td colSpan={4}>
            <div className={classes.values}>
              {values.map(({ text, value }) => (
                <NativeSelect
                  key={text}
                  label={text}
                  data={valueOptions(field, kind)}
                  value={value}
                  disabled={isBusy}
                  onChange={({ currentTarget }) =>
                    onChange({
                      values: values.map((other) =>
                        other.text === text ? { text, value: currentTarget.value } : other,
                      ),
                    })
                  }
                />
              ))}
            </div>
            {field === 'status' && values.some(({ value }) => value === '') && (
              <p className={classes.hint}>Lo que no elijas se guardará en la nota.</p>
            )}
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** Whether a question about the dates of a column, or about its statuses, is still unanswered. */
export const isUnanswered = (column: PeopleColumn) => {
  const { field, asksOrder, order, asksCentury, century, values } = column;
  if (field === 'status') return values.length > 0 && values.every(({ value }) => value === '');
  return (
    isDateField(field) &&
    ((asksOrder !== null && order === null) ||
      (asksCentury !== null && century === null && field === 'birthDate'))
  );
};

/** A chosen column starts with the values of the samples; the server's review adds the others. */
function toMeaning(
  { samples }: PeopleColumn,
  value: string,
  kind: PeopleKind,
): Partial<PeopleColumn> {
  const field = personFields.find((name) => name === value) ?? null;
  return { field, century: null, values: listValues(field, samples, kind) };
}

interface QuestionProps {
  column: PeopleColumn;
  onChange: (edit: Partial<PeopleColumn>) => void;
}

const orderWords = { 'day-first': 'Día, mes, año', 'month-first': 'Mes, día, año' } as const;

function OrderQuestion({ column: { asksOrder, order }, onChange }: QuestionProps) {
  const today = dayIn(useClinicTimeZone(), new Date());
  const sample = asksOrder ?? '';
  const options = dateOrders.map((value) => {
    const read = readDay(sample, { order: value, century: 'latest', is1904: false, today });
    const label = 'day' in read ? describeCalendarDay(read.day) : orderWords[value];
    return { value, label, detail: orderWords[value] };
  });
  return (
    <Choice
      question={`${sample}: ¿es ${options.map(({ label }) => label).join(' o ')}?`}
      hint="Las fechas de esta columna se pueden leer de las dos formas."
      value={order}
      options={options}
      onChoose={(value) => onChange({ order: value })}
    />
  );
}

const centuryPrefixes = { latest: '20', '1900': '19' } as const;
const centuryWords = { latest: 'El más reciente que no es futuro', '1900': 'Siempre 19…' } as const;

function CenturyQuestion({ column: { asksCentury, century }, onChange }: QuestionProps) {
  const year = /^\D*\d{1,2}\D+(?:\d{1,2}\D+)?(\d{2})/.exec(asksCentury ?? '')?.[1] ?? '';
  return (
    <Choice
      question={`${asksCentury}: ¿es de ${centuryPrefixes.latest}${year} o de ${centuryPrefixes['1900']}${year}?`}
      hint="Los años de esta columna tienen dos cifras."
      value={century}
      options={centuries.map((value) => ({
        value,
        label: `${centuryPrefixes[value]}${year}`,
        detail: centuryWords[value],
      }))}
      onChoose={(value) => onChange({ century: value })}
    />
  );
}

interface ChoiceProps<Value extends string> {
  question: string;
  hint: string;
  value: Value | null;
  options: readonly { readonly value: Value; readonly label: string; readonly detail: string }[];
  onChoose: (value: Value) => void;
}

/** A question with a few answers, none of them preselected. */
function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { question, hint, value, options, onChoose } = props;
  const name = useId();
  return (
    <fieldset className={classes.choice}>
      <legend>
        <strong>{question}</strong>
        <span className={classes.hint}>{hint}</span>
      </legend>
      {options.map((option) => (
        <label key={option.value} className={classes.option}>
          <input
            type="radio"
            name={name}
            checked={value === option.value}
            onChange={() => onChoose(option.value)}
          />
          <span className={classes.words}>
            <strong>{option.label}</strong>
            <span className={classes.hint}>{option.detail}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
