import { Checkbox, Progress, TextInput } from '@mantine/core';
import {
  matchReasonWords,
  type PeopleChanges,
  type PeopleColumn,
  type PeopleReview,
} from '@simiente/contract/people/calls';
import {
  type PersonField,
  personFieldName,
  personFieldNames,
} from '@simiente/contract/people/columns';
import {
  IconAlertCircle,
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconPlus,
} from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, formatPercent, pluralize } from '../../lib/format/numbers.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { focusFallback, keepFocus } from '../../ui/focus.ts';
import { TitleRow } from '../../ui/table/TitleRow.tsx';
import { saveRejected } from './csv.ts';
import classes from './ImportPage.module.css';
import type { RowReader } from './read-row.ts';
import {
  countPlanned,
  describeHidden,
  describeIdentity,
  isNameField,
  type MatchedRow,
} from './words.ts';

interface ReviewStepProps {
  columns: readonly PeopleColumn[];
  /** Lines of the rows that the workbook hides. */
  hidden: readonly number[];
  reader: RowReader;
  review: PeopleReview;
  changes: PeopleChanges;
  /** Number of rejected rows that the edits corrected. */
  corrected: number;
  /** Share of the rows that a running import has written; null otherwise. */
  share: number | null;
  isCancelling: boolean;
  onCancel: () => void;
  onChange: (changes: PeopleChanges) => void;
}

/** The plan of an import: problems, existing records, new ones. */
export function ReviewStep(props: ReviewStepProps) {
  const { review, hidden, share, isCancelling, changes, corrected, onCancel, onChange } = props;
  const { created, repeated, refused, names, problems, existing } = review;
  const planned = countPlanned(review, changes, corrected);
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? names : names.slice(0, FIRST_NAMES);
  const others = created - shown.length;
  return (
    <>
      {share !== null && (
        <section className={classes.card} aria-label="Importación en curso">
          <div className={classes.progress}>
            <span aria-live="polite">
              {isCancelling ? 'Cancelando…' : `Importando… ${formatPercent(share)}`}
            </span>
            <Progress.Root size={6} radius="xl">
              <Progress.Section value={share * 100} aria-label="Avance de la importación" />
            </Progress.Root>
            <Button kind="default" disabled={isCancelling} onClick={onCancel}>
              Cancelar importación
            </Button>
          </div>
        </section>
      )}
      <dl className={classes.counters}>
        {(
          [
            ['Nuevos', 'green', planned.created, 'Se crean'],
            [
              'Ya existen',
              'blue',
              planned.completed + planned.unchanged,
              `${pluralize(planned.completed, ['se completa', 'se completan'])}, ${pluralize(planned.unchanged, ['queda igual', 'quedan igual'])}`,
            ],
            [
              'Con problemas',
              'orange',
              refused - corrected - changes.omitted.length,
              'No se importan si no los corriges o aceptas',
            ],
          ] as const
        ).map(([name, tone, count, hint]) => (
          <div key={name} data-tone={tone}>
            <dt>{name}</dt>
            <dd>
              <strong>{formatCount(count)}</strong>
              <span className={classes.hint}>{hint}</span>
            </dd>
          </div>
        ))}
      </dl>
      {hidden.length > 0 && <p className={classes.hint}>{describeHidden(hidden)}</p>}
      {problems.length > 0 && <Problems {...props} />}
      {existing.length > 0 && <Existing {...props} />}
      {created > 0 && (
        <section className={classes.card} aria-labelledby="new-people">
          <div className={classes.header}>
            <h2 id="new-people" className={classes.title}>
              Nuevos
            </h2>
            <p className={classes.words}>
              {`${shown.join(', ')}${others > 0 ? ` y ${formatCount(others)} más` : ''}`}
            </p>
            {!showsAll && names.length > FIRST_NAMES && (
              <button type="button" className={classes.link} onClick={() => setShowsAll(true)}>
                Ver todos
              </button>
            )}
          </div>
          {review.capitals && (
            <Checkbox
              px={20}
              pb={16}
              checked={changes.normalNames}
              onChange={({ currentTarget }) =>
                onChange({ ...changes, normalNames: currentTarget.checked })
              }
              label={`Hay ${pluralize(review.capitals.count, ['nombre', 'nombres'])} en mayúsculas. Guardar como «${review.capitals.example}».`}
            />
          )}
        </section>
      )}
      {repeated > 0 && <Repeated {...props} />}
    </>
  );
}

/** Numbers of names and problems shown before 'Ver todos'. */
const FIRST_NAMES = 3;
const FIRST_PROBLEMS = 10;

/** Fields whose questioned values may be accepted in all rows at once. */
const questionedFields = { phone: 'teléfonos cortos', zip: 'códigos postales' };

/** Fields that a rejected row shows even if they have no problem. */
const usualFields: readonly PersonField[] = [
  'name',
  'givenName',
  'familyName',
  'email',
  'phone',
  'birthDate',
];

/** Rejected rows, editable in place. A row is checked again when one of its fields loses the focus. */
function Problems({ columns, reader, review, changes, onChange }: ReviewStepProps) {
  const [showsAll, setShowsAll] = useState(false);
  const { mapped, findIssues, findExtraCells } = reader;
  const wrong = new Set(review.problems.flatMap(({ issues }) => issues.map(({ field }) => field)));
  const fields = mapped.filter(({ field }) => usualFields.includes(field) || wrong.has(field));
  const remaining = review.problems.filter(({ line }) => !changes.omitted.includes(line));
  const shown = showsAll ? remaining : remaining.slice(0, FIRST_PROBLEMS);
  const findRowIssues = (
    { line, cells }: PeopleReview['problems'][number],
    isAccepted = changes.accepted.includes(line),
  ) => findIssues(cells, changes.cells[line], isAccepted);
  const acceptable = remaining.filter(
    (row) => findRowIssues(row).length > 0 && findRowIssues(row, true).length === 0,
  );
  const accept = (rows: typeof remaining) =>
    onChange({ ...changes, accepted: [...changes.accepted, ...rows.map(({ line }) => line)] });
  return (
    <section className={classes.card} aria-labelledby="problem-rows" {...focusFallback}>
      <div className={classes.header}>
        <h2 id="problem-rows" className={classes.title}>
          Con problemas
        </h2>
        <span
          className={classes.words}
        >{`${shown.length} de ${formatCount(review.refused - changes.omitted.length)}`}</span>
        {!showsAll && remaining.length > FIRST_PROBLEMS && (
          <button type="button" className={classes.link} onClick={() => setShowsAll(true)}>
            {`Ver ${formatCount(remaining.length)}`}
          </button>
        )}
        {Object.entries(questionedFields).map(([name, words]) => {
          const rows = acceptable.filter((row) =>
            findRowIssues(row).every(({ field }) => field === name),
          );
          return (
            rows.length > 1 && (
              <Button key={name} ref={keepFocus} kind="default" onClick={() => accept(rows)}>
                {`Aceptar ${formatCount(rows.length)} ${words}`}
              </Button>
            )
          );
        })}
        <Button
          kind="default"
          icon={IconDownload}
          onClick={() => saveRejected(columns, review.problems)}
        >
          Descargar filas
        </Button>
      </div>
      <ul className={classes.problems}>
        {shown.map((row) => {
          const { line, cells } = row;
          const edits = changes.cells[line] ?? {};
          const issues = findRowIssues(row);
          const extraCells = findExtraCells(cells);
          const inputs = extraCells.length > 0 ? [...mapped, ...extraCells] : fields;
          const edit = (index: number, text: string) =>
            onChange({
              ...changes,
              cells: { ...changes.cells, [line]: { ...edits, [index]: text } },
              accepted: changes.accepted.filter((accepted) => accepted !== line),
            });
          return (
            <li key={line} {...focusFallback}>
              <span className={classes.line}>{`Fila ${line}`}</span>
              {inputs.map(({ index, field, heading }) => (
                <TextInput
                  key={index}
                  size="sm"
                  label={
                    inputs.some((other) => other.field === field && other.index !== index)
                      ? heading
                      : personFieldNames[field]
                  }
                  defaultValue={edits[index] ?? cells[index] ?? ''}
                  error={issues.some(
                    (issue) =>
                      issue.field === field || (issue.field === 'name' && isNameField(field)),
                  )}
                  onBlur={({ currentTarget: { value } }) =>
                    value !== (edits[index] ?? cells[index] ?? '') && edit(index, value)
                  }
                />
              ))}
              <p
                className={classes.issue}
                data-tone={issues.length > 0 ? 'red' : 'green'}
                aria-live="polite"
              >
                {issues.length > 0 && <IconAlertCircle size={16} stroke={1.7} aria-hidden />}
                {issues.map(({ message }) => message).join(' ') || 'Lista para importar.'}
              </p>
              {acceptable.includes(row) && (
                <Button
                  ref={keepFocus}
                  kind="default"
                  size="xs"
                  aria-label={`Aceptar la fila ${line}`}
                  onClick={() => accept([row])}
                >
                  Aceptar
                </Button>
              )}
              <Button
                kind="default"
                size="xs"
                aria-label={`Omitir la fila ${line}`}
                onClick={() => onChange({ ...changes, omitted: [...changes.omitted, line] })}
              >
                Omitir
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Existing records, one at a time, each compared with its row of the file. */
function Existing(props: ReviewStepProps) {
  const { review, changes, onChange } = props;
  const { existing, completed, unchanged } = review;
  const [position, setPosition] = useState(0);
  const record = existing[position];
  if (record === undefined) return null;
  const { line, reason, fields } = record;
  const isKept = changes.kept.includes(line);
  const isSeparate = changes.separate.includes(line) && describeIdentity(record) === undefined;
  const canFill = !isSeparate && fields.some(({ fills }) => fills);
  const stepButton = (label: string, Icon: typeof IconChevronLeft, target: number) => (
    <Button
      kind="subtle"
      size="xs"
      aria-label={label}
      disabled={existing[target] === undefined}
      onClick={() => setPosition(target)}
    >
      <Icon size={17} stroke={1.7} aria-hidden />
    </Button>
  );
  const setKept = (keeps: boolean) =>
    onChange({
      ...changes,
      kept: keeps ? [...changes.kept, line] : changes.kept.filter((other) => other !== line),
    });
  return (
    <section className={classes.card} aria-labelledby="existing-people">
      <div className={classes.header}>
        <h2 id="existing-people" className={classes.title}>
          Ya existen
        </h2>
        <span className={classes.words}>
          {`${position + 1} de ${completed + unchanged} · Fila ${line}, ${matchReasonWords[reason]}`}
        </span>
        {stepButton('Anterior', IconChevronLeft, position - 1)}
        {stepButton('Siguiente', IconChevronRight, position + 1)}
        {canFill && (
          <fieldset className={classes.segments}>
            <legend className={classes.hidden}>{`Fila ${line}`}</legend>
            {([true, false] as const).map((value) => (
              <label key={String(value)} data-checked={isKept === value || undefined}>
                <input
                  type="radio"
                  name={`existing-${line}`}
                  checked={isKept === value}
                  onChange={() => setKept(value)}
                />
                {value ? 'Dejar igual' : 'Completar lo que falta'}
              </label>
            ))}
          </fieldset>
        )}
        <SeparateChoice key={line} {...props} row={record} />
      </div>
      <table className={classes.compared} aria-label="Comparación">
        <TitleRow titles={['Dato', 'En Simiente', 'En tu archivo', 'Quedará']} />
        <tbody>
          {fields.map(({ field, current, given, fills }) => (
            <tr key={field}>
              <th scope="row">{personFieldName(field)}</th>
              <td>{current ?? '—'}</td>
              <td>{given}</td>
              <td>
                {isSeparate || (fills && !isKept) ? (
                  <strong className={classes.filled}>
                    <IconPlus size={15} stroke={2} aria-label="Se agrega" /> {given}
                  </strong>
                ) : current === given ? (
                  'Sin cambios'
                ) : (
                  'Igual que en Simiente'
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Rows of a person who is in an earlier row. */
function Repeated(props: ReviewStepProps) {
  const { repeated, repeatedRows } = props.review;
  return (
    <section className={classes.card} aria-labelledby="repeated-rows">
      <h2 id="repeated-rows" className={classes.title}>
        {`${pluralize(repeated, ['fila repite', 'filas repiten'])} a una persona de otra fila`}
      </h2>
      <ul className={classes.imports}>
        {repeatedRows.map((row) => (
          <li key={row.line}>
            <p className={classes.words}>
              <strong>{`Fila ${row.line}, ${row.name}`}</strong>
              {`Repite la fila ${row.first}, ${row.firstName}: ${row.reason === 'row' ? 'mismos datos' : matchReasonWords[row.reason]}`}
            </p>
            <SeparateChoice {...props} row={row} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** 'Es otra persona', or why a matched row cannot be another person. */
function SeparateChoice({ row, changes, onChange }: ReviewStepProps & { row: MatchedRow }) {
  const identity = describeIdentity(row);
  if (identity !== undefined) return <p className={classes.hint}>{identity}</p>;
  const others = changes.separate.filter((line) => line !== row.line);
  return (
    <Checkbox
      label="Es otra persona"
      aria-label={`Es otra persona: fila ${row.line}`}
      checked={changes.separate.includes(row.line)}
      onChange={({ currentTarget: { checked } }) =>
        onChange({ ...changes, separate: checked ? [...others, row.line] : others })
      }
    />
  );
}
