import { TextInput } from '@mantine/core';
import type { StaffAccount } from '@simiente/contract/accounts/calls';
import { dayIn } from '@simiente/contract/common/days';
import { describeCalendarDay } from '@simiente/contract/format/dates';
import {
  type ProfessionalIdentity,
  professionalIdentity,
  identityFields as rules,
} from '@simiente/contract/professional-identity/calls';
import { api, invalidate, queries } from '../../lib/api/client.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { DateField } from '../../ui/dates/DateField.tsx';
import { FormGrid } from '../../ui/form/FormSection.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { PersonCell } from '../../ui/status/person.tsx';
import { notifySuccess, useToastMutation } from '../../ui/toasts/notify.tsx';
import {
  defineFields,
  type FieldValues,
  type FormRequest,
  orNull,
  RecordModal,
  toFieldValues,
  useRecordForm,
} from '../record-form/public.ts';
import { useClinicTimeZone } from '../session/public.ts';
import classes from './IdentityForm.module.css';
import { suspensionWords, identityTitles as titles } from './identity-words.ts';
import { ConfirmationDate } from './OwnIdentity.tsx';

const fields = defineFields<unknown>()({
  fullName: {
    label: titles.fullName,
    missing: 'Escribe el nombre completo.',
    rule: rules.fullName,
  },
  cedula: {
    label: titles.cedula,
    missing: 'Escribe la cédula profesional.',
    rule: rules.cedula,
  },
  institution: {
    label: titles.institution,
    missing: 'Escribe la institución que expidió el título.',
    rule: rules.institution,
  },
  specialty: { label: titles.specialty, rule: rules.specialty, read: orNull },
  specialtyCertificate: {
    label: titles.specialtyCertificate,
    rule: rules.specialtyCertificate,
    read: orNull,
  },
  validFrom: {
    label: titles.validFrom,
    missing: 'Escribe desde cuándo está vigente.',
    rule: rules.validFrom,
    show: describeCalendarDay,
  },
});

export type IdentityRequest = FormRequest<FieldValues<typeof fields>, ProfessionalIdentity>;

interface IdentityFormProps {
  account: StaffAccount;
  requested: IdentityRequest | null;
  /** Called after a change of the data, or of a suspension. */
  onChanged: () => void;
}

/** The professional identity of another account: its data, and the end of a suspension. */
export default function IdentityForm({ account, requested, onChanged }: IdentityFormProps) {
  const { idAccount } = account;
  const today = dayIn(useClinicTimeZone(), new Date());
  const form = useRecordForm({
    fields,
    toValues: (identity: ProfessionalIdentity | null) =>
      toFieldValues(fields, identity?.latest ?? null, { fullName: account.name, validFrom: today }),
    requested,
    record: professionalIdentity,
    sendsEveryField: true,
    save: async ({ base, payload }) => {
      const version = base?.version ?? 0;
      const { data } = await api.professionalIdentity.enter({ idAccount, ...payload, version });
      return data.identity;
    },
    show: () => {
      onChanged();
      return invalidate(queries.professionalIdentity.key());
    },
    onDone: (saved) => {
      if (saved === null) return;
      notifySuccess('Identidad profesional guardada', {
        detail: `Falta que ${account.name} la confirme en Mi cuenta.`,
      });
    },
  });
  const { base } = form;
  return (
    <RecordModal
      form={form}
      title="Identidad profesional"
      lead={<PersonCell name={account.name} tone="staff" detail={account.email} />}
      submitLabel="Guardar datos"
    >
      {base?.suspension && (
        <Reactivation
          identity={base}
          name={account.name}
          onDone={() => {
            onChanged();
            form.close();
          }}
        />
      )}
      <p className={classes.words}>
        Son los datos de su firma. Cada cambio se guarda como una versión nueva que la persona
        confirma en Mi cuenta; los documentos ya firmados no cambian.
      </p>
      <TextInput
        {...form.input('fullName')}
        description="Como debe leerse en su firma; con «Dr.» o «Dra.» si así firma."
        data-autofocus
        maxLength={200}
      />
      <FormGrid columns={2}>
        <TextInput {...form.input('cedula')} inputMode="numeric" maxLength={20} />
        <TextInput {...form.input('institution')} maxLength={200} />
      </FormGrid>
      <FormGrid columns={2}>
        <TextInput {...form.input('specialty')} maxLength={120} />
        <TextInput {...form.input('specialtyCertificate')} maxLength={120} />
      </FormGrid>
      <DateField {...form.input('validFrom')} value={form.values.validFrom} max={today} />
    </RecordModal>
  );
}

interface ReactivationProps {
  identity: ProfessionalIdentity;
  name: string;
  onDone: () => void;
}

/** The reason of a suspension, its confirmations, and the button of the second administrator. */
function Reactivation({ identity, name, onDone }: ReactivationProps) {
  const { idAccount, latest, suspension } = identity;
  const confirming = useToastMutation('No se pudo confirmar', {
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
    onSettled: () => invalidate(queries.professionalIdentity.key()),
  });
  if (suspension === null) return null;
  const { at, reason, personConfirmedAt, secondConfirmedAt, mayConfirm } = suspension;
  return (
    <section className={classes.notice} aria-label="Identidad suspendida">
      <p className={classes.notes}>
        <strong>Suspendida</strong> desde <DateText value={at} hour />: otra persona{' '}
        {suspensionWords[reason]} de esta cuenta. Se reactivará cuando confirmen {name} y una
        segunda cuenta de administración, ajena a quien hizo el cambio.
      </p>
      <ul className={classes.steps}>
        <li>
          {name}: <ConfirmationDate value={personConfirmedAt} />
        </li>
        <li>
          Administración: <ConfirmationDate value={secondConfirmedAt} />
        </li>
      </ul>
      {secondConfirmedAt === null && mayConfirm && (
        <>
          <p className={classes.notes}>
            Antes de confirmar, verifica con la persona que el cambio es suyo.
          </p>
          <Button
            kind="default"
            loading={confirming.isPending}
            loadingLabel="Confirmando…"
            onClick={() => confirming.mutate()}
          >
            Confirmar reactivación
          </Button>
        </>
      )}
      {secondConfirmedAt === null && !mayConfirm && (
        <p className={classes.notes}>
          Tú no puedes confirmarla. Pídelo a otra cuenta de administración, anterior al cambio y
          ajena a quien lo hizo; si no la hay, al operador del servidor.
        </p>
      )}
    </section>
  );
}
