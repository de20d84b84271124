import { TextInput } from '@mantine/core';
import { type ClinicSettings, requestDays } from '@simiente/contract/clinic/calls';
import { FormGrid } from '../../ui/form/FormSection.tsx';
import {
  SettingsDialog,
  type SettingsFormProps,
  useSettingsForm,
} from '../clinic-settings/public.ts';
import { defineFields, RecordModal } from '../record-form/public.ts';

const days = (name: 'answer' | 'carryOut', label: string) => ({
  label,
  from: (settings: ClinicSettings) => String(settings.requestDays[name]),
  read: Number,
  rule: requestDays.shape[name],
});

const fields = defineFields<ClinicSettings>()({
  answer: days('answer', 'Días para responder'),
  carryOut: days('carryOut', 'Días para cumplir'),
});

/** 'Plazos': the business days within which requests are answered and carried out. */
export default function DueDaysForm({ onClose }: { onClose: () => void }) {
  return <SettingsDialog Form={DueDays} onClosed={onClose} />;
}

function DueDays({ settings, onClosed }: SettingsFormProps) {
  const form = useSettingsForm({
    settings,
    fields,
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
