import { TextInput } from '@mantine/core';
import {
  type ShownLink,
  type StaffAccount,
  staffAccount,
  staffAccountFields,
} from '@simiente/contract/accounts/calls';
import type { Role } from '@simiente/contract/common/access/roles';
import { IconStethoscope } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { api, queries, useAnswer } from '../../lib/api/client.ts';
import { ChoiceCards } from '../../ui/form/ChoiceCards.tsx';
import { EmailField } from '../../ui/form/EmailField.tsx';
import { FormGrid } from '../../ui/form/FormSection.tsx';
import { RecordSelect, useTypedText } from '../../ui/form/SearchSelect.tsx';
import { PersonCell } from '../../ui/status/person.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import {
  defineFields,
  type FieldValues,
  type FormRequest,
  RecordModal,
  useRecordForm,
} from '../record-form/public.ts';
import classes from './AccountForm.module.css';
import { refreshAccounts } from './account-list.ts';
import { offeredRoles, roleWords } from './account-words.ts';
import { OneTimeLink } from './OneTimeLink.tsx';

interface LinkedDoctor {
  readonly idDoctor: string;
  readonly name: string;
}

interface DoctorSelectProps {
  value: LinkedDoctor | null;
  error?: ReactNode;
  readOnly: boolean;
  onChange: (doctor: LinkedDoctor | null) => void;
}

/** Maximum number of doctors in the list. */
const MAX_SHOWN = 20;

/** A field for the doctor linked to an account, with a search by the typed text. */
function DoctorSelect(field: DoctorSelectProps) {
  const typing = useTypedText(field.value === null ? undefined : toLabel(field.value));
  const search = typing.text.replace(/^dr\s+/i, '');
  const { data } = useAnswer(queries.doctors.list, {
    input: { limit: MAX_SHOWN, ...(search !== '' && { search }) },
    placeholderData: keepPreviousData,
  });
  return (
    <RecordSelect<LinkedDoctor>
      {...field}
      label="Médico vinculado"
      description="Verá como propios a los pacientes de este médico."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder="Ninguno"
      leftSection={<IconStethoscope size={17} stroke={1.7} aria-hidden />}
      clearable
      clearButtonProps={{ 'aria-label': 'Quitar el médico' }}
      nothingFoundMessage="Sin coincidencias."
      comboboxProps={{ withinPortal: false }}
      typing={typing}
      items={data?.doctors}
      toOption={(doctor) => ({ value: doctor.idDoctor, label: toLabel(doctor) })}
    />
  );
}

const toLabel = ({ name }: LinkedDoctor) => `Dr ${name}`;

const fields = defineFields<StaffAccount>()({
  name: { label: 'Nombre', missing: 'Escribe el nombre.', rule: staffAccountFields.name },
  email: {
    label: 'Correo electrónico',
    missing: 'Escribe el correo.',
    rule: staffAccountFields.email,
    read: (text) => text.trim(),
  },
  roles: {
    label: 'Roles',
    missing: 'Elige al menos un rol.',
    initial: [] as readonly Role[],
    from: ({ pending, roles }) => pending?.roles ?? roles,
    rule: staffAccountFields.roles,
    isSame: (first, second) =>
      first.length === second.length && first.every((role) => second.includes(role)),
    show: (roles) => roles.map((role) => roleWords[role].name).join(', '),
  },
  doctor: {
    label: 'Médico vinculado',
    initial: null as LinkedDoctor | null,
    rule: staffAccountFields.idDoctor,
    read: (doctor) => doctor?.idDoctor ?? null,
    isSame: (first, second) => first?.idDoctor === second?.idDoctor,
    show: (doctor) => (doctor === null ? 'Ninguno' : toLabel(doctor)),
  },
});

export type AccountRequest = FormRequest<FieldValues<typeof fields>, StaffAccount>;

/**
 * 'Invitar persona', and the form for the roles and doctor of an account. After an invitation the dialog shows its
 * link, unless the link was mailed.
 */
export function AccountForm({ requested }: { requested: AccountRequest | null }) {
  const [link, setLink] = useState<ShownLink | null>(null);
  const isInvitation = requested?.record === null;
  const isMailed = useRef(false);
  const form = useRecordForm({
    fields,
    requested,
    record: staffAccount,
    staysOpen: () => isInvitation && !isMailed.current,
    save: async ({ base, payload: { doctor, ...payload }, options }) => {
      const idDoctor = doctor === undefined ? {} : { idDoctor: doctor };
      if (base === null) {
        const { data } = await api.accounts.invite({ ...payload, ...idDoctor }, options);
        setLink(data.link);
        isMailed.current = data.link === null;
        return data.account;
      }
      const { idAccount, version } = base;
      const edit = { ...(payload.roles && { roles: payload.roles }), ...idDoctor };
      return (await api.accounts.update({ idAccount, version, ...edit }, options)).data.account;
    },
    show: () => refreshAccounts(),
    onDone: (saved, wasNew) => {
      if (saved === null) return;
      const details = [
        wasNew && isMailed.current && `Enviamos la invitación a ${saved.email}.`,
        saved.pending && 'Falta que otra cuenta de administración confirme sus roles.',
      ].filter((detail) => typeof detail === 'string');
      notifySuccess(wasNew ? 'Cuenta creada' : 'Cuenta actualizada', {
        ...(details.length > 0 && { detail: details.join(' ') }),
      });
    },
    fieldByPath: { idDoctor: 'doctor' },
  });
  const { base, saved, values } = form;
  const isNew = base === null;
  const roleError = form.input('roles').error;
  return (
    <RecordModal
      form={form}
      title={isNew ? 'Invitar persona' : 'Editar cuenta'}
      submitLabel={isNew ? 'Crear invitación' : 'Guardar cambios'}
      lead={base && <PersonCell name={base.name} tone="staff" detail={base.email} />}
      override={saved && link && <OneTimeLink link={link} name={saved.name} onClose={form.close} />}
    >
      {isNew && (
        <>
          <p className={classes.words}>
            La persona elige su contraseña con un enlace: le llega por correo o, si Simiente no
            envía correos, lo verás al crearla.
          </p>
          <FormGrid columns={2}>
            <TextInput {...form.input('name')} data-autofocus maxLength={200} />
            <EmailField {...form.input('email')} />
          </FormGrid>
        </>
      )}
      <ChoiceCards
        label="Roles"
        isShort
        narrow
        choices={offeredRoles.map((role) => ({
          value: role,
          label: roleWords[role].name,
          detail: roleWords[role].detail,
        }))}
        selected={values.roles}
        error={typeof roleError === 'string' ? roleError : undefined}
        readOnly={form.isSaving}
        onChange={(chosen) => form.edit({ roles: chosen as Role[] })}
      />
      <p className={classes.words}>
        Administración, Médico y Auditoría los confirma una segunda cuenta de administración.
      </p>
      {base?.own ? (
        <p className={classes.words}>
          Es tu cuenta: puedes quitarte roles. Para darte otros, pide el cambio a otro
          administrador.
        </p>
      ) : (
        <DoctorSelect
          value={values.doctor}
          readOnly={form.isSaving}
          error={form.input('doctor').error}
          onChange={(doctor) => form.edit({ doctor })}
        />
      )}
    </RecordModal>
  );
}
