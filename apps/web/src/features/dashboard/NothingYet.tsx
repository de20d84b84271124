import { Link } from '@tanstack/react-router';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { EmptyTrayArt, NoResultsArt } from '../../ui/illustrations/state-art.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import classes from './FigureSection.module.css';

interface NothingYetProps {
  isFiltered: boolean;
  onClear: () => void;
}

/** All figures are zero: because of the filter, or because there is nothing yet. */
export function NothingYet({ isFiltered, onClear }: NothingYetProps) {
  if (isFiltered) {
    return (
      <div className={classes.state}>
        <EmptyState
          role="status"
          illustration={<NoResultsArt />}
          title="No hay datos disponibles"
          action={
            <LockButton kind="default" onClick={onClear}>
              Limpiar filtros
            </LockButton>
          }
        >
          Prueba con otro periodo u otro laboratorio.
        </EmptyState>
      </div>
    );
  }
  return (
    <div className={classes.state}>
      <EmptyState
        role="status"
        illustration={<EmptyTrayArt />}
        title="No data available"
        action={
          <LinkButton kind="default" link={(props) => <Link to="/pacientes" {...props} />}>
            Ir a Pacientes
          </LinkButton>
        }
      >
        Empieza por crear un paciente o importar los que ya tienes: las cifras y las gráficas
        aparecerán aquí.
      </EmptyState>
    </div>
  );
}
