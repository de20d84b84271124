import type { ProfessionalIdentity } from '@simiente/contract/professional-identity/calls';
import { Link } from '@tanstack/react-router';
import { queries, useAnswer } from '../../lib/api/client.ts';
import classes from './IdentityNotice.module.css';

/** Notifies a user whose professional identity waits for their confirmation. */
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

/** The professional identity of the user's own account; null without one. */
export function useOwnIdentity() {
  return useAnswer(queries.professionalIdentity.readOwn, {
    input: {},
    select: ({ identity }) => identity,
  });
}

export function awaitsOwnConfirmation({ latest, suspension }: ProfessionalIdentity): boolean {
  return latest.confirmedAt === null || (suspension !== null && !suspension.personConfirmedAt);
}
