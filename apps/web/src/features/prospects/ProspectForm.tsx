import { Textarea, TextInput } from '@mantine/core';
import { type Prospect, prospect as prospectSchema } from '@simiente/contract/prospects/calls';
import {
  MAX_NOTES_LENGTH,
  newProspectFields,
  prospectFields,
} from '@simiente/contract/prospects/fields';
import { prospectGroup } from '@simiente/contract/prospects/filters';
import { api } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { EmailField } from '../../ui/form/EmailField.tsx';
import { ToneSelect } from '../../ui/status/ToneSelect.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { PhoneQuestion } from '../patients/public.ts';
import {
  defineFields,
  type FieldValues,
  type FormRequest,
  orNull,
  type RecordForm,
  useRecordForm,
} from '../record-form/public.ts';
import { describeFailure, NO_ID, refreshProspects, replaceProspect } from './prospect-cache.ts';
import { ProspectPill, statusChoice, statusOptionsWith } from './prospect-status.tsx';

/** Undefined for an unchanged contact, because an imported one may be invalid. */
const changedContact = (text: string, before: string | null | undefined) =>
  text === (before ?? '') ? undefined : orNull(text);

const fields = defineFields<Prospect>()({
  name: {
    label: 'Nombre',
    read: (name, base) => (name === base?.name ? undefined : name),
    rule: newProspectFields.name.optional(),
  },
  mail: {
    label: 'Correo',
    read: (mail, base) => changedContact(mail, base?.mail),
    rule: newProspectFields.mail.optional(),
  },
  phone: {
    label: 'Teléfono',
    read: (phone, base) => changedContact(phone, base?.phone),
    rule: newProspectFields.phone.optional(),
  },
  status: {
    label: 'Estado',
    initial: null as string | null,
    // An unknown status stays unless the user chooses another one.
    read: (status, base) =>
      prospectGroup(status) === 'none' && status === base?.status ? undefined : status,
    rule: prospectFields.status.optional(),
    show: (status) => <ProspectPill status={status} />,
  },
  notes: { label: 'Notas', rule: prospectFields.notes },
});

export type ProspectForm = RecordForm<FieldValues<typeof fields>, Prospect>;
export type ProspectRequest = FormRequest<FieldValues<typeof fields>, Prospect>;

/** A request for the form, which shows the default status for a prospect without a status. */
export function requestEdit(prospect: Prospect): ProspectRequest {
  return { record: prospect, start: { status: statusChoice(prospect.status) } };
}

export function useProspectForm(requested: ProspectRequest | null): ProspectForm {
  return useRecordForm({
    fields,
    requested,
    record: prospectSchema,
    sendsEveryField: true,
    save: async ({ base, payload: { notes, ...payload }, options }) => {
      // An answer may lack the prospect's id.
      if (!base?.idProspect) throw new ApiFailure('NOT_FOUND', NO_ID);
      const { idProspect, version } = base;
      const edit = { idProspect, version, ...payload, ...(notes !== '' && { notas: notes }) };
      return (await api.prospects.updateStatus(edit, options)).data.prospect;
    },
    show: async (saved) => {
      await replaceProspect(saved);
      void refreshProspects();
    },
    onDone: (saved) => saved && notifySuccess('Cambios guardados'),
    describeFailure,
  });
}

export function ContactFields({ form }: { form: ProspectForm }) {
  return (
    <>
      <TextInput {...form.input('name')} maxLength={300} />
      <EmailField {...form.input('mail')} maxLength={300} />
      <TextInput {...form.input('phone')} type="tel" maxLength={60} />
      <PhoneQuestion phone={form.values.phone} onChoose={(phone) => form.edit({ phone })} />
    </>
  );
}

export function StatusField({ form }: { form: ProspectForm }) {
  return (
    <ToneSelect
      {...form.input('status')}
      data-autofocus
      options={statusOptionsWith(form.base?.status ?? null)}
      value={statusChoice(form.values.status)}
      onChange={(status) => form.edit({ status })}
    />
  );
}

/** The notes; without a visible label in the panel, whose heading names them. */
export function NotesField({ form, isLabelled }: { form: ProspectForm; isLabelled: boolean }) {
  const { label, ...input } = form.input('notes');
  return (
    <Textarea
      {...input}
      {...(isLabelled ? { label } : { 'aria-label': label })}
      autosize
      minRows={4}
      maxRows={12}
      maxLength={MAX_NOTES_LENGTH}
    />
  );
}
