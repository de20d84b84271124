import type { ProfessionalIdentity } from '@simiente/contract/professional-identity/calls';
import { api, cache, queries } from '../../lib/api/client.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { notifySuccess, useAct } from '../../ui/toasts/notify.tsx';
import classes from './IdentityReturn.module.css';
import { suspensionWords } from './identity-words.ts';

interface IdentityReturnProps {
  identity: ProfessionalIdentity;
  /** Name of the person. */
  name: string;
  onDone: () => void;
}

/** Why an identity is suspended, and the confirmation of a second account of administration. */
export function IdentityReturn({ identity, name, onDone }: IdentityReturnProps) {
  const { idAccount, latest, suspension } = identity;
  const confirming = useAct('No se pudo confirmar', {
    mutationFn: () =>
      api.professionalIdentity.confirmReturn({ idAccount, idVersion: latest.idVersion }),
    onSuccess: ({ data }) => {
      notifySuccess('Identidad confirmada', {
        detail:
          data.identity.state === 'suspended'
            ? `Falta que la confirme ${name}.`
            : 'Ya puede firmar.',
      });
      onDone();
    },
    onSettled: () => cache.invalidateQueries({ queryKey: queries.professionalIdentity.key() }),
  });
  if (suspension === null) return null;
  const { at, reason, personConfirmedAt, secondConfirmedAt, mayConfirm } = suspension;
  return (
    <section className={classes.notice} aria-label="Identidad suspendida">
      <p className={classes.words}>
        <strong>Suspendida</strong> desde <DateText value={at} hour />: otra persona{' '}
        {suspensionWords[reason]} de esta cuenta. Se reactivará cuando confirmen {name} y una
        segunda cuenta de administración, ajena a quien hizo el cambio.
      </p>
      <ul className={classes.steps}>
        <li>
          {name}: {personConfirmedAt ? <DateText value={personConfirmedAt} hour /> : 'pendiente'}
        </li>
        <li>
          Administración:{' '}
          {secondConfirmedAt ? <DateText value={secondConfirmedAt} hour /> : 'pendiente'}
        </li>
      </ul>
      {secondConfirmedAt === null && mayConfirm && (
        <>
          <p className={classes.words}>
            Antes de confirmar, verifica con la persona que el cambio es suyo.
          </p>
          <LockButton
            kind="default"
            loading={confirming.isPending}
            loadingLabel="Confirmando…"
            onClick={() => confirming.mutate()}
          >
            Confirmar reactivación
          </LockButton>
        </>
      )}
      {secondConfirmedAt === null && !mayConfirm && (
        <p className={classes.words}>
          Tú no puedes confirmarla. Pídelo a otra cuenta de administración, anterior al cambio y
          ajena a quien lo hizo; si no la hay, al operador del servidor.
        </p>
      )}
    </section>
  );
}
