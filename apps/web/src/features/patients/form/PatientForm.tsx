import { type Patient, patient } from '@simiente/contract/patients/calls';
import { patientFields } from '@simiente/contract/patients/fields';
import {
  patientStatuses,
  type StatusGroup,
  statusGroup,
} from '@simiente/contract/patients/filters';
import { api, cache } from '../../../lib/api/client.ts';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { ToneSelect } from '../../../ui/status/ToneSelect.tsx';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import {
  defineFields,
  type FormRequest,
  RecordModal,
  toExisting,
  useRecordForm,
} from '../../record-form/public.ts';
import { patientListsKey, replacePatient } from '../patient-list.ts';
import { patientStatus } from '../patient-status.ts';
import {
  IdentificationFields,
  type IdentificationValues,
  identificationFormFields,
  toIdentificationValues,
} from './IdentificationFields.tsx';
import { PersonFields, type PersonValues, personFields, toPersonValues } from './PersonFields.tsx';
import { PossibleDuplicates, sharedFields, usePatientDuplicates } from './PossibleDuplicates.tsx';

interface PatientValues extends PersonValues, IdentificationValues {
  readonly status: StatusGroup;
}

const fields = defineFields<PatientValues, Patient>()({
  ...personFields,
  status: {
    label: 'Estatus',
    rule: patientFields.status,
    show: (status) => (
      <StatusPill tone={patientStatus(status).tone} label={patientStatus(status).tag} />
    ),
  },
  ...identificationFormFields,
});

function toValues(base: Patient | null): PatientValues {
  return {
    ...toPersonValues(base),
    // A new patient starts in Registro.
    status: base === null ? 1 : statusGroup(base.status),
    ...toIdentificationValues(base),
  };
}

const statusOptions = patientStatuses.map((status) => ({
  value: String(status),
  label: patientStatus(status).tag,
  tone: patientStatus(status).tone,
}));

export interface PatientRequest extends FormRequest<PatientValues, Patient> {
  /** The field that has the focus at first, instead of the name. */
  readonly focus?: keyof PatientValues;
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
    toValues,
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
      void cache.invalidateQueries({ queryKey: patientListsKey });
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
