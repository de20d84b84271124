import { Link } from '@tanstack/react-router';
import classes from './IdentityNotice.module.css';
import { awaitsOwnConfirmation, useOwnIdentity } from './use-own-identity.ts';

/** On the start page: that the own professional identity waits for its person. Else renders nothing. */
export function IdentityNotice() {
  const { data: identity } = useOwnIdentity();
  if (!identity || !awaitsOwnConfirmation(identity)) return null;
  return (
    <p role="status" className={classes.notice}>
      {identity.suspension
        ? 'Tu identidad profesional está suspendida, y no puedes firmar con ella. '
        : 'Falta que confirmes tu identidad profesional. '}
      <Link to="/cuenta" className={classes.link}>
        Revisar en Mi cuenta
      </Link>
    </p>
  );
}
