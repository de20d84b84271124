import { formatCount } from '../../lib/format/numbers.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import classes from './SearchStates.module.css';
import type { Section } from './sections.ts';

export function NothingFound({ text }: { text: string }) {
  return (
    <div className={classes.state}>
      <p className={classes.title}>Sin resultados para «{text}»</p>
      <p className={classes.hint}>
        Prueba con otra parte del nombre, con el correo, con los dígitos del teléfono o con el folio
        de una orden.
      </p>
    </div>
  );
}

export function SearchFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert" className={classes.state}>
      <p className={classes.title}>No se pudo buscar</p>
      <p className={classes.hint}>{message}</p>
      <LockButton kind="default" onClick={onRetry}>
        Reintentar
      </LockButton>
    </div>
  );
}

/** What is read aloud once an answer is there: how many, of what. */
export function saysFound(records: readonly Section[], text: string): string {
  const count = records.reduce((sum, { options }) => sum + options.length, 0);
  if (text === '') return count === 0 ? '' : `${formatCount(count)} recientes`;
  if (count === 0) return `Sin resultados para ${text}`;
  const parts = records.map(
    ({ title, options, hasMore }) =>
      `${title} ${formatCount(options.length)}${hasMore ? ' o más' : ''}`,
  );
  return `${formatCount(count)} ${count === 1 ? 'resultado' : 'resultados'}: ${parts.join(', ')}`;
}
