import { TextInput } from '@mantine/core';
import { type StudyDays, waitDays } from '@simiente/contract/exam-orders/calls';
import { MAX_WAIT_DAYS } from '@simiente/contract/exam-orders/states';
import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import { api } from '../../../lib/api/client.ts';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import { RecordModal, useRecordForm } from '../../record-form/public.ts';
import { refreshOrders } from '../order-cache.ts';
import classes from './StudyDaysDialog.module.css';

/** Values by position in the list, because a study's name may have characters that a form's paths do not allow. */
type Values = Readonly<Record<string, string>>;
type Studies = readonly StudyDays[];

const toFieldName = (index: number) => `study${index}`;

/** 'Plazo por estudio': the days without a result after which an order is overdue. */
export default function StudyDaysDialog({ requested }: { requested: { record: Studies } }) {
  const studies = requested.record;
  const fields = Object.fromEntries(
    studies.map(({ examType }, index) => [
      toFieldName(index),
      {
        label: examTypeLabel(examType),
        missing: 'Escribe los días.',
        initial: '',
        read: Number,
        rule: waitDays,
      },
    ]),
  );
  const form = useRecordForm<Values, Studies, typeof fields>({
    fields,
    toValues: (base) =>
      Object.fromEntries((base ?? []).map(({ days }, index) => [toFieldName(index), String(days)])),
    requested,
    save: async ({ base, payload }) => {
      let saved: Studies = base ?? [];
      for (const [index, { examType }] of saved.entries()) {
        const days = payload[toFieldName(index)];
        if (days === undefined) continue;
        saved = (await api.examOrders.setDays({ examType, days })).data.studies;
      }
      return saved;
    },
    show: () => refreshOrders(),
    onDone: (saved) => saved !== null && notifySuccess('Plazos guardados'),
  });
  return (
    <RecordModal
      form={form}
      title="Plazo por estudio"
      lead="Si el resultado no llega en estos días, la orden se marca como vencida. El cambio también se aplica a las órdenes abiertas."
      submitLabel="Guardar cambios"
    >
      <div className={classes.studies}>
        {studies.map(({ examType }, index) => (
          <TextInput
            key={examType}
            {...form.input(toFieldName(index))}
            classNames={{ root: classes.study ?? '', label: classes.name ?? '' }}
            withAsterisk={false}
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_WAIT_DAYS}
            rightSection={<span className={classes.unit}>días</span>}
            rightSectionWidth={48}
            {...(index === 0 && { 'data-autofocus': true })}
          />
        ))}
      </div>
    </RecordModal>
  );
}
