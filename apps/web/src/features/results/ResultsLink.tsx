import { Link, useNavigate } from '@tanstack/react-router';
import type { LinkSlotProps } from '../../ui/link-slot.ts';

interface ResultsLinkProps extends LinkSlotProps {
  idUser: string;
  /** The last part of the path; by default, the page of all results. */
  view?: 'capturar' | 'comparar' | 'evolucion';
  search?: Partial<Record<'estudio' | 'analito' | 'nombre' | 'juego', string | undefined>>;
  hash?: string;
}

/** Opens all results of a patient, optionally with the set `juego`. */
export function useOpenResults() {
  const navigate = useNavigate();
  return (idUser: string, juego?: string) =>
    void navigate({
      to: '/pacientes/$idUser/resultados/{-$vista}',
      params: { idUser, vista: undefined },
      search: { juego },
    });
}

export function ResultsLink({ idUser, view, ...props }: ResultsLinkProps) {
  return (
    <Link
      to="/pacientes/$idUser/resultados/{-$vista}"
      params={{ idUser, vista: view }}
      activeOptions={{ exact: true }}
      {...props}
    />
  );
}
