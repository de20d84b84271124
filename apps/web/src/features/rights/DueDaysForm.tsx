import { TextInput } from '@mantine/core';
import { type ClinicSettings, requestDays } from '@simiente/contract/clinic/calls';
import { FormGrid } from '../../ui/form/FormSection.tsx';
import {
  SettingsDialog,
  type SettingsFormProps,
  useSettingsForm,
} from '../clinic-settings/public.ts';
import { defineFields, RecordModal } from '../record-form/public.ts';

interface DaysValues {
  readonly answer: string;
  readonly carryOut: string;
}

const fields = defineFields<DaysValues, ClinicSettings>()({
  answer: { label: 'Días para responder', read: Number, rule: requestDays.shape.answer },
  carryOut: { label: 'Días para cumplir', read: Number, rule: requestDays.shape.carryOut },
});

/** 'Plazos': the business days within which requests are answered and carried out. */
export default function DueDaysForm({ onClose }: { onClose: () => void }) {
  return <SettingsDialog Form={DueDays} onClosed={onClose} />;
}

function DueDays({ settings, onClosed }: SettingsFormProps) {
  const form = useSettingsForm({
    settings,
    fields,
    toValues: ({ requestDays: { answer, carryOut } }) => ({
      answer: String(answer),
      carryOut: String(carryOut),
    }),
    toSettings: (payload) => ({ requestDays: payload }),
    savedTitle: 'Plazos guardados',
  });
  return (
    <RecordModal
      form={form}
      title="Plazos de las solicitudes"
      lead="Días hábiles, sin sábados, domingos ni días festivos de la clínica. Confírmalos con tu asesor legal; las solicitudes registradas conservan su plazo."
      submitLabel="Guardar"
      onClosed={onClosed}
    >
      <FormGrid columns={2}>
        <TextInput {...form.input('answer')} inputMode="numeric" maxLength={2} />
        <TextInput {...form.input('carryOut')} inputMode="numeric" maxLength={2} />
      </FormGrid>
    </RecordModal>
  );
}
