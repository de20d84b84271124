import { describeCalendarDay } from '@simiente/contract/format/dates';
import type { ProfessionalIdentity } from '@simiente/contract/professional-identity/calls';
import { useId } from 'react';
import { api, invalidate, queries } from '../../lib/api/client.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { keepFocus } from '../../ui/focus.ts';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { StatusPill } from '../../ui/status/StatusPill.tsx';
import { notifySuccess, useToastMutation } from '../../ui/toasts/notify.tsx';
import { awaitsOwnConfirmation, useOwnIdentity } from './IdentityNotice.tsx';
import { identityStateWords, identityTitles, suspensionWords } from './identity-words.ts';
import classes from './OwnIdentity.module.css';

/** The user's own professional identity in 'Mi cuenta', with the button to confirm it. Nothing without an identity. */
export function OwnIdentity() {
  const { data: identity } = useOwnIdentity();
  const id = useId();
  const confirming = useToastMutation('No se pudieron confirmar los datos', {
    mutationFn: (idVersion: string) => api.professionalIdentity.confirmOwn({ idVersion }),
    onSuccess: ({ data }) =>
      notifySuccess('Datos confirmados', {
        ...(data.identity.state === 'suspended' && {
          detail: 'Falta la confirmación de otra cuenta de administración.',
        }),
      }),
    onSettled: () => invalidate(queries.professionalIdentity.readOwn.key()),
  });
  if (!identity) return null;
  const { state, latest, inForce, suspension } = identity;
  const facts = [
    [identityTitles.fullName, latest.fullName],
    [identityTitles.cedula, latest.cedula],
    [identityTitles.institution, latest.institution],
    [identityTitles.specialty, latest.specialty],
    [identityTitles.specialtyCertificate, latest.specialtyCertificate],
    [identityTitles.validFrom, describeCalendarDay(latest.validFrom)],
  ] as const;
  return (
    <FormSection
      title="Identidad profesional"
      reason="Estos datos aparecen en los documentos que firmas."
    >
      <div className={classes.card}>
        <p id={id} className={classes.state}>
          <StatusPill {...identityStateWords[state]} />
          <span>{describeState(identity)}</span>
        </p>
        {suspension && (
          <ul className={classes.steps}>
            <li>
              Tu confirmación: <ConfirmationDate value={suspension.personConfirmedAt} />
            </li>
            <li>
              Otra cuenta de administración:{' '}
              <ConfirmationDate value={suspension.secondConfirmedAt} />
            </li>
          </ul>
        )}
        <dl className={classes.facts}>
          {facts.map(
            ([label, value]) =>
              value !== null && (
                <div key={label} className={classes.fact}>
                  <dt className={classes.label}>{label}</dt>
                  <dd className={classes.value}>{value}</dd>
                </div>
              ),
          )}
        </dl>
        {inForce && (
          <p className={classes.note}>
            Hasta que confirmes, al firmar se usan los datos anteriores: {inForce.fullName}, cédula{' '}
            {inForce.cedula}.
          </p>
        )}
        {awaitsOwnConfirmation(identity) && (
          <div ref={keepFocus} className={classes.confirm}>
            <p className={classes.note}>
              Si algo no es correcto, no confirmes y avisa al administrador.
            </p>
            <Button
              loading={confirming.isPending}
              loadingLabel="Confirmando…"
              aria-describedby={id}
              onClick={() => confirming.mutate(latest.idVersion)}
            >
              Confirmar mis datos
            </Button>
          </div>
        )}
      </div>
    </FormSection>
  );
}

/** The moment at which a suspension was confirmed, or 'pendiente'. */
export function ConfirmationDate({ value }: { value: string | null }) {
  return value === null ? 'pendiente' : <DateText value={value} hour />;
}

function describeState({ state, latest, suspension }: ProfessionalIdentity): string {
  if (suspension) {
    return `Otra persona ${suspensionWords[suspension.reason]} de tu cuenta, y nadie puede firmar con tu identidad hasta que la confirmen dos personas: tú y otro administrador.`;
  }
  if (state === 'pending') return 'Revisa los datos y confírmalos para poder firmar.';
  return latest.confirmedAt === null
    ? 'Un administrador registró datos nuevos. Revísalos y confírmalos.'
    : 'Puedes firmar con estos datos.';
}
