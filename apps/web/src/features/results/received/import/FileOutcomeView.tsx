import type { CheckedFile, FileOutcome } from '@simiente/contract/results/file-calls';
import { formatCount, pluralize } from '../../../../lib/format/numbers.ts';
import classes from './FileOutcomeView.module.css';

interface FileOutcomeViewProps {
  format: CheckedFile['format'];
  outcome: FileOutcome;
  /** True for an imported file, false for a simulated one. */
  isDone: boolean;
}

/** Outcome of an import or of its simulation: counts, and the rows that wait or were rejected. */
export function FileOutcomeView({ format, outcome, isDone }: FileOutcomeViewProps) {
  const { total, notes } = outcome;
  const isTable = format === 'table';
  // A message may have several equal notes.
  const numbered = notes.map((note, id) => ({ ...note, id }));
  const unsaid = outcome.waiting + outcome.refused - notes.length;
  return (
    <section className={classes.outcome} aria-label="Resultado de la importación">
      <h3 className={classes.title}>
        {isDone ? 'Se importó' : 'Si lo importas'}
        {': '}
        {pluralize(total, isTable ? ['fila', 'filas'] : ['mensaje', 'mensajes'])}
      </h3>
      <dl className={classes.figures}>
        {listCounts(outcome, isTable).map(([name, figure]) => (
          <div key={name} className={classes.figure}>
            <dt>{name}</dt>
            <dd>{formatCount(figure)}</dd>
          </div>
        ))}
      </dl>
      {notes.length > 0 && (
        <ul className={classes.notes}>
          {numbered.map(({ id, line, kind, words }) => (
            <li key={id}>
              <strong>
                {isTable ? 'Línea' : 'Mensaje'} {formatCount(line)}
              </strong>{' '}
              {kind === 'waiting' ? 'queda pendiente.' : 'se rechaza.'} {words}
            </li>
          ))}
          {unsaid > 0 && <li>{pluralize(unsaid, ['caso más', 'casos más'])} como estos.</li>}
        </ul>
      )}
    </section>
  );
}

function listCounts(outcome: FileOutcome, isTable: boolean) {
  const { entered, changed, repeated, waiting, refused } = outcome;
  return [
    ['Capturados', entered],
    ...(isTable ? [] : [['Modifican resultados recibidos', changed] as const]),
    ['Sin paciente', waiting],
    ['Ya estaban', repeated],
    [isTable ? 'Filas rechazadas' : 'Mensajes rechazados', refused],
  ] as const;
}
