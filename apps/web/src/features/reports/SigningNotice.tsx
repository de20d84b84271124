import { Link } from '@tanstack/react-router';
import { useCan } from '../session/public.ts';
import classes from './ReportPage.module.css';

/** Explains who can sign, to an account that may only review; otherwise renders nothing. */
export function SigningNotice() {
  const can = useCan();
  if (!can('reports.review') || can('reports.sign')) return null;
  return (
    <p className={classes.whoSigns}>
      Tu cuenta puede revisar, pero no firmar. Firma una cuenta con el rol Médico, su identidad
      profesional (cédula) y verificación en dos pasos o llave de acceso.{' '}
      {can('accounts.manage') ? (
        <Link to="/cuentas" className={classes.link}>
          Ir a Cuentas
        </Link>
      ) : (
        'Si tú debes firmar, solicítalo al administrador.'
      )}
    </p>
  );
}
