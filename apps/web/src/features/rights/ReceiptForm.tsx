import { Select, Text } from '@mantine/core';
import { dayIn } from '@simiente/contract/common/days';
import { describeCalendarDay } from '@simiente/contract/format/dates';
import {
  type PrivacyReceipt,
  privacyReceipt,
  receiptFields,
} from '@simiente/contract/rights/notice-calls';
import { type ReceiptWay, receiptWayNames, receiptWays } from '@simiente/contract/rights/words';
import { api, invalidate, queries } from '../../lib/api/client.ts';
import { DateField } from '../../ui/dates/DateField.tsx';
import { FormGrid } from '../../ui/form/FormSection.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import {
  defineFields,
  type FieldValues,
  type FormRequest,
  RecordModal,
  useRecordForm,
} from '../record-form/public.ts';
import { useClinicTimeZone } from '../session/public.ts';

const fields = defineFields<PrivacyReceipt>()({
  receivedOn: {
    label: 'Entregado el',
    missing: 'Escribe cuándo se entregó.',
    rule: receiptFields.receivedOn,
  },
  way: {
    label: 'Forma',
    missing: 'Elige cómo se entregó.',
    rule: receiptFields.way,
    initial: '' as ReceiptWay | '',
  },
});

interface ReceiptFormProps {
  idUser: string;
  receipts: readonly PrivacyReceipt[];
  requested: FormRequest<FieldValues<typeof fields>, PrivacyReceipt>;
}

/** Records that the patient received the privacy notice, below a list of the earlier receipts. */
export default function ReceiptForm({ idUser, receipts, requested }: ReceiptFormProps) {
  const today = dayIn(useClinicTimeZone(), new Date());
  const form = useRecordForm({
    fields,
    initial: { receivedOn: today },
    requested,
    record: privacyReceipt,
    save: async ({ payload, options }) => {
      const { data } = await api.notices.hand({ idUser, ...payload }, options);
      return data.receipts[0] ?? null;
    },
    show: () => void invalidate(queries.notices.key()),
    onDone: () => notifySuccess('Entrega registrada'),
  });
  return (
    <RecordModal
      form={form}
      title="Entrega del aviso de privacidad"
      lead={receipts.map(({ recordedAt, effectiveOn, receivedOn, way, recordedBy }) => (
        <Text key={recordedAt} size="sm">
          {`Versión del ${describeCalendarDay(effectiveOn)}: ${receiptWayNames[way].toLowerCase()}, el ${describeCalendarDay(receivedOn)}. Registró ${recordedBy ?? 'Simiente'}.`}
        </Text>
      ))}
      submitLabel="Registrar entrega"
    >
      <FormGrid columns={2}>
        <DateField {...form.input('receivedOn')} value={form.values.receivedOn} max={today} />
        <Select
          {...form.input('way')}
          data={receiptWays.map((way) => ({ value: way, label: receiptWayNames[way] }))}
          value={form.values.way || null}
          allowDeselect={false}
        />
      </FormGrid>
    </RecordModal>
  );
}
