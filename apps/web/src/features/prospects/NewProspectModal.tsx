import { Textarea, TextInput } from '@mantine/core';
import type { PossibleDuplicate } from '@simiente/contract/patients/calls';
import { type Prospect, prospect as prospectSchema } from '@simiente/contract/prospects/calls';
import {
  MAX_NOTES_LENGTH,
  MAX_REASON_LENGTH,
  NO_CONTACT,
  newProspectFields,
} from '@simiente/contract/prospects/fields';
import { api } from '../../lib/api/client.ts';
import { EmailField } from '../../ui/form/EmailField.tsx';
import { FormGrid } from '../../ui/form/FormSection.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import {
  PhoneQuestion,
  PossibleDuplicates,
  sharedFields,
  usePatientDuplicates,
} from '../patients/public.ts';
import {
  defineFields,
  type FieldValues,
  type FormRequest,
  orNull,
  RecordModal,
  toExisting,
  useRecordForm,
} from '../record-form/public.ts';
import { refreshProspects } from './prospect-cache.ts';

const fields = defineFields<Prospect>()({
  name: { label: 'Nombre', missing: 'Escribe el nombre.', rule: newProspectFields.name },
  mail: { label: 'Correo', rule: newProspectFields.mail, read: orNull },
  phone: { label: 'Teléfono', rule: newProspectFields.phone, read: orNull },
  motivo: { label: 'Motivo', rule: newProspectFields.motivo, read: orNull },
  notas: { label: 'Notas', rule: newProspectFields.notas },
});

type NewProspectValues = FieldValues<typeof fields>;
export type NewProspectRequest = FormRequest<NewProspectValues, Prospect>;

/** The fields that the prospect shares with the patient; in a prospect the e-mail is named `mail`. */
function sharedProspectFields(patient: PossibleDuplicate, typed: NewProspectValues) {
  return sharedFields(patient, typed).flatMap((field) =>
    field === 'email' ? 'mail' : field === 'name' || field === 'phone' ? field : [],
  );
}

interface NewProspectModalProps {
  requested: NewProspectRequest | null;
  onCreated: (idProspect: string) => void;
  onOpenPatient: (idUser: string) => void;
}

/** 'Crear prospecto', for a person who called or visited. */
export default function NewProspectModal(props: NewProspectModalProps) {
  const { requested, onCreated, onOpenPatient } = props;
  const form = useRecordForm({
    fields,
    requested,
    record: prospectSchema,
    save: async ({ payload, options, isConfirmed }) => {
      if (payload.mail === null && payload.phone === null) {
        form.showErrors({ mail: NO_CONTACT });
        return null;
      }
      if (!isConfirmed && !(await duplicates.confirmNoDuplicates())) return null;
      return (await api.prospects.create(payload, options)).data.prospect;
    },
    show: () => void refreshProspects(),
    onDone: (saved) => {
      if (saved === null) return;
      notifySuccess('Prospecto creado');
      onCreated(saved.idProspect);
    },
  });
  const { mail: email, ...person } = form.values;
  const duplicates = usePatientDuplicates({ ...person, email }, { enabled: form.opened });
  return (
    <RecordModal
      form={form}
      title="Crear prospecto"
      submitLabel="Crear prospecto"
      existing={toExisting(duplicates.duplicates, (likeliest) =>
        form.leave(
          () => {
            form.discard();
            onOpenPatient(likeliest.idUser);
          },
          sharedProspectFields(likeliest, form.values),
        ),
      )}
    >
      <TextInput {...form.input('name')} data-autofocus maxLength={300} />
      <FormGrid columns={2}>
        <EmailField {...form.input('mail')} maxLength={300} />
        <TextInput {...form.input('phone')} type="tel" maxLength={60} />
      </FormGrid>
      <PhoneQuestion phone={form.values.phone} onChoose={(phone) => form.edit({ phone })} />
      <Textarea
        {...form.input('motivo')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={MAX_REASON_LENGTH}
      />
      <Textarea
        {...form.input('notas')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={MAX_NOTES_LENGTH}
      />
      <PossibleDuplicates
        duplicates={duplicates.duplicates}
        typedName={form.values.name}
        isWarned={duplicates.isWarned}
      />
    </RecordModal>
  );
}
