import { Anchor, Stack, Text, Textarea } from '@mantine/core';
import { dayIn } from '@simiente/contract/common/days';
import { describeCalendarDay } from '@simiente/contract/format/dates';
import {
  noticeFields,
  type PrivacyNotice,
  privacyNotice,
} from '@simiente/contract/rights/notice-calls';
import { Link } from '@tanstack/react-router';
import { api, invalidate, queries } from '../../lib/api/client.ts';
import { pluralize } from '../../lib/format/numbers.ts';
import { DateField } from '../../ui/dates/DateField.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import {
  defineFields,
  type FieldValues,
  type FormRequest,
  orNull,
  RecordModal,
  toFieldValues,
  useRecordForm,
} from '../record-form/public.ts';
import { useClinicTimeZone } from '../session/public.ts';

const fields = defineFields<PrivacyNotice>()({
  effectiveOn: {
    label: 'Vigente desde',
    missing: 'Escribe desde cuándo está vigente.',
    rule: noticeFields.effectiveOn,
  },
  shortText: {
    label: 'Aviso simplificado',
    missing: 'Escribe el aviso simplificado.',
    rule: noticeFields.shortText,
  },
  fullText: {
    label: 'Aviso integral',
    missing: 'Escribe el aviso integral.',
    rule: noticeFields.fullText,
  },
  necessaryPurposes: {
    label: 'Finalidades necesarias',
    missing: 'Escribe las finalidades necesarias.',
    rule: noticeFields.necessaryPurposes,
  },
  voluntaryPurposes: {
    label: 'Finalidades voluntarias',
    read: orNull,
    rule: noticeFields.voluntaryPurposes,
  },
});

export interface NoticeRequest extends FormRequest<FieldValues<typeof fields>, PrivacyNotice> {
  readonly notices: readonly PrivacyNotice[];
}

/** Adds a version of the privacy notice. The form begins with the texts of the last version. */
export default function NoticeForm({ requested }: { requested: NoticeRequest }) {
  const { notices } = requested;
  const today = dayIn(useClinicTimeZone(), new Date());
  const [last] = notices;
  const form = useRecordForm({
    fields,
    initial: { ...toFieldValues(fields, last ?? null), effectiveOn: today },
    requested,
    record: privacyNotice,
    save: async ({ payload, options }) => {
      const { data } = await api.notices.add(payload, options);
      return data.notices[0] ?? null;
    },
    show: () => void invalidate(queries.notices.key()),
    onDone: () => notifySuccess('Versión agregada'),
  });
  const text = (name: Exclude<keyof typeof fields, 'effectiveOn'>, maxRows: number) => (
    <Textarea {...form.input(name)} autosize minRows={2} maxRows={maxRows} />
  );
  return (
    <RecordModal
      form={form}
      title="Aviso de privacidad"
      lead={<Versions notices={notices} />}
      submitLabel="Agregar versión"
    >
      <DateField {...form.input('effectiveOn')} value={form.values.effectiveOn} />
      {text('shortText', 6)}
      {text('fullText', 10)}
      {text('necessaryPurposes', 6)}
      {text('voluntaryPurposes', 6)}
    </RecordModal>
  );
}

const textNames = ['shortText', 'fullText', 'necessaryPurposes', 'voluntaryPurposes'] as const;

/** The versions of the notice, each of which opens to its texts, because patients may have received an earlier one. */
function Versions({ notices }: Pick<NoticeRequest, 'notices'>) {
  return (
    <Stack gap={4}>
      {notices.map(({ idNotice, effectiveOn, isInForce, received, addedBy, ...texts }) => (
        <Text key={idNotice} component="details" size="sm">
          <summary>
            Desde el {describeCalendarDay(effectiveOn)}
            {isInForce && ' (vigente)'}: recibida por{' '}
            {pluralize(received, ['paciente', 'pacientes'])}
            {addedBy !== null && `. La agregó ${addedBy}`}.
          </summary>
          {textNames.map((name) => (
            <p key={name} style={{ whiteSpace: 'pre-line' }}>
              {`${fields[name].label}:\n${texts[name] ?? '—'}`}
            </p>
          ))}
        </Text>
      ))}
      {notices.some(({ isInForce }) => isInForce) && (
        <Anchor
          size="sm"
          renderRoot={(props) => <Link to="/pacientes" search={{ sinAviso: true }} {...props} />}
        >
          Ver pacientes sin el aviso vigente
        </Anchor>
      )}
      <Text size="sm">
        Las versiones no se editan: al cambiar un texto se agrega otra, y hay que entregarla.
      </Text>
    </Stack>
  );
}
