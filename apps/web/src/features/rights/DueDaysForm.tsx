import { TextInput } from '@mantine/core';
import { type ClinicSettings, clinicSettings, requestDays } from '@simiente/contract/clinic/calls';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, cache, queries } from '../../lib/api/client.ts';
import { FormGrid } from '../../ui/form/FormSection.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import {
  defineFields,
  type FormRequest,
  RecordModal,
  useRecordForm,
} from '../record-form/public.ts';

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
  const { data } = useQuery({
    ...queries.clinic.settings.queryOptions({ input: {}, select: ({ data }) => data }),
    staleTime: 0,
  });
  const [requested, setRequested] = useState<FormRequest<DaysValues, ClinicSettings> | null>(null);
  useEffect(() => {
    if (data) setRequested((earlier) => earlier ?? { record: data });
  }, [data]);
  const form = useRecordForm<DaysValues, ClinicSettings, typeof fields>({
    name: 'request days',
    fields,
    toValues: (base) => ({
      answer: String(base?.requestDays.answer ?? ''),
      carryOut: String(base?.requestDays.carryOut ?? ''),
    }),
    requested,
    record: clinicSettings,
    sendsEveryField: true,
    save: async ({ base, written }) => {
      const version = base && { version: base.version };
      return (await api.clinic.update({ requestDays: written, ...version })).data;
    },
    show: () => void cache.invalidateQueries({ queryKey: queries.clinic.key() }),
    onDone: () => notifySuccess('Plazos guardados'),
  });
  return (
    <RecordModal
      form={form}
      title="Plazos de las solicitudes"
      lead="Días hábiles, sin sábados, domingos ni días festivos de la clínica. Confírmalos con tu asesor legal; las solicitudes registradas conservan su plazo."
      submitLabel="Guardar"
      onClosed={onClose}
    >
      <FormGrid columns={2}>
        <TextInput {...form.input('answer')} inputMode="numeric" maxLength={2} />
        <TextInput {...form.input('carryOut')} inputMode="numeric" maxLength={2} />
      </FormGrid>
    </RecordModal>
  );
}
