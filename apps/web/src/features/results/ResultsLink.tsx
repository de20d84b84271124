import { Link } from '@tanstack/react-router';
import type { LinkSlotProps } from '../../ui/link-slot.ts';

interface ResultsLinkProps extends LinkSlotProps {
  idUser: string;
  /** All results without one. */
  view?: 'capturar' | 'comparar' | 'evolucion';
  search?: Partial<Record<'estudio' | 'analito' | 'nombre' | 'juego', string | undefined>>;
  hash?: string;
}

/** Link to the results of a patient. */
export function ResultsLink({ idUser, view, ...props }: ResultsLinkProps) {
  return (
    <Link
      to="/pacientes/$idUser/resultados/{-$vista}"
      params={{ idUser, vista: view }}
      {...props}
    />
  );
}
