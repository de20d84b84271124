import { type Patient, patient } from '@simiente/contract/patients/calls';
import { patientFields } from '@simiente/contract/patients/fields';
import {
  patientStatuses,
  type StatusGroup,
  statusGroup,
} from '@simiente/contract/patients/filters';
import { api, invalidate } from '../../../lib/api/client.ts';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { ToneSelect } from '../../../ui/status/ToneSelect.tsx';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import {
  defineFields,
  type FieldValues,
  type FormRequest,
  RecordModal,
  toExisting,
  useRecordForm,
} from '../../record-form/public.ts';
import { patientListsKey, replacePatient } from '../patient-list.ts';
import { patientStatus } from '../patient-status.ts';
import { IdentificationFields, identificationFormFields } from './IdentificationFields.tsx';
import { PersonFields, personFields } from './PersonFields.tsx';
import { PossibleDuplicates, sharedFields, usePatientDuplicates } from './PossibleDuplicates.tsx';

const fields = defineFields<Patient>()({
  ...personFields,
  status: {
    label: 'Estatus',
    // A new patient starts in Registro.
    initial: 1 as StatusGroup,
    from: ({ status }) => statusGroup(status),
    rule: patientFields.status,
    show: (status) => (
      <StatusPill tone={patientStatus(status).tone} label={patientStatus(status).tag} />
    ),
  },
  ...identificationFormFields,
});

const statusOptions = patientStatuses.map((status) => ({
  value: String(status),
  label: patientStatus(status).tag,
  tone: patientStatus(status).tone,
}));

export interface PatientRequest extends FormRequest<FieldValues<typeof fields>, Patient> {
  /** The field that has the focus at first, instead of the name. */
  readonly focus?: keyof typeof fields;
}

interface PatientFormProps {
  requested: PatientRequest | null;
  /** Opens the new patient, or the existing one that the user chose. */
  onOpen?: (idUser: string) => void;
}

/** 'Crear paciente' and 'Editar paciente'; possible duplicates are shown before a creation. */
export default function PatientForm({ requested, onOpen }: PatientFormProps) {
  const form = useRecordForm({
    fields,
    requested,
    record: patient,
    save: async ({ base, payload, options, isConfirmed }) => {
      if (base !== null) {
        const { idUser, version } = base;
        const answer = await api.patients.update({ ...payload, idUser, version }, options);
        return answer.data.patient;
      }
      if (!isConfirmed && !(await duplicates.confirmNoDuplicates())) return null;
      return (await api.patients.create(payload, options)).data.patient;
    },
    show: async (saved) => {
      await replacePatient(saved);
      void invalidate(patientListsKey);
    },
    onDone: (saved, wasNew) => {
      if (saved === null) return;
      notifySuccess(wasNew ? 'Paciente creado' : 'Cambios guardados');
      if (wasNew) onOpen?.(saved.idUser);
    },
  });
  const { base, opened } = form;
  const duplicates = usePatientDuplicates(form.values, { enabled: opened && base === null });
  return (
    <RecordModal
      form={form}
      title={base === null ? 'Crear paciente' : 'Editar paciente'}
      lead={base?.name}
      submitLabel={base === null ? 'Crear paciente' : 'Guardar cambios'}
      existing={toExisting(duplicates.duplicates, (likeliest) =>
        form.leave(
          () => {
            form.discard();
            onOpen?.(likeliest.idUser);
          },
          sharedFields(likeliest, form.values),
        ),
      )}
    >
      <PersonFields form={form} focus={requested?.focus} />
      <ToneSelect
        {...form.input('status')}
        options={statusOptions}
        value={String(form.values.status)}
        onChange={(status) => form.edit({ status: statusGroup(Number(status)) })}
      />
      <IdentificationFields
        form={form}
        opened={requested?.focus !== undefined}
        focus={requested?.focus}
      />
      {base === null && (
        <PossibleDuplicates
          duplicates={duplicates.duplicates}
          typedName={form.values.name}
          isWarned={duplicates.isWarned}
        />
      )}
    </RecordModal>
  );
}
