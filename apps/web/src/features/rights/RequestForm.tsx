import { Select, Textarea, TextInput } from '@mantine/core';
import { dayIn } from '@simiente/contract/common/days';
import { describeCalendarDay } from '@simiente/contract/format/dates';
import { type DataRequest, dataRequest, requestFields } from '@simiente/contract/rights/calls';
import {
  type RequestAnswer,
  type RequestKind,
  requestAnswerNames,
  requestAnswers,
  requestKindNames,
  requestKinds,
} from '@simiente/contract/rights/words';
import { useQueryClient } from '@tanstack/react-query';
import { api, queries } from '../../lib/api/client.ts';
import { DateField } from '../../ui/dates/DateField.tsx';
import { FormGrid } from '../../ui/form/FormSection.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { PatientSelect } from '../patients/public.ts';
import {
  defineFields,
  type FormRequest,
  RecordModal,
  useRecordForm,
} from '../record-form/public.ts';
import { useClinicTimeZone } from '../session/public.ts';
import { RequestFacts } from './RequestFacts.tsx';

interface RequestValues {
  readonly kind: RequestKind | '';
  readonly patient: { readonly idUser: string; readonly name: string } | null;
  readonly requester: string;
  readonly receivedOn: string;
  readonly details: string;
  readonly identityProof: string;
  readonly answer: RequestAnswer | '';
  readonly answeredOn: string;
  readonly response: string;
  readonly closedOn: string;
  readonly outcome: string;
  readonly evidence: string;
}
export type DataRequestRequest = FormRequest<RequestValues, DataRequest>;

const orNull = (text: string) => text.trim() || null;
const showDay = (day: string) => (day === '' ? '—' : describeCalendarDay(day));
const optional = <Rule,>(label: string, rule: Rule) => ({ label, rule, read: orNull });

const fields = defineFields<RequestValues, DataRequest>()({
  kind: { label: 'Derecho', missing: 'Elige el derecho.', rule: requestFields.kind },
  patient: { label: 'Paciente' },
  requester: {
    label: 'Solicitante',
    missing: 'Escribe quién hizo la solicitud.',
    rule: requestFields.requester,
  },
  receivedOn: {
    label: 'Recibida el',
    missing: 'Escribe cuándo se recibió.',
    rule: requestFields.receivedOn,
    show: showDay,
  },
  details: { label: 'Qué solicita', missing: 'Escribe qué solicita.', rule: requestFields.details },
  identityProof: optional('Cómo acreditó su identidad', requestFields.identityProof),
  answer: {
    ...optional('Respuesta', requestFields.answer),
    show: (answer) => (answer === '' ? '—' : requestAnswerNames[answer]),
  },
  answeredOn: { ...optional('Respondida el', requestFields.answeredOn), show: showDay },
  response: optional('Qué se respondió', requestFields.response),
  closedOn: { ...optional('Cerrada el', requestFields.closedOn), show: showDay },
  outcome: optional('Qué se hizo', requestFields.outcome),
  evidence: optional('Evidencia', requestFields.evidence),
});

function toValues(base: DataRequest | null, today: string): RequestValues {
  return {
    kind: base?.kind ?? '',
    patient: null,
    requester: base?.requester ?? '',
    receivedOn: base?.receivedOn ?? today,
    details: base?.details ?? '',
    identityProof: base?.identityProof ?? '',
    answer: base?.answer ?? '',
    answeredOn: base?.answeredOn ?? '',
    response: base?.response ?? '',
    closedOn: base?.closedOn ?? '',
    outcome: base?.outcome ?? '',
    evidence: base?.evidence ?? '',
  };
}

/** 'Registrar solicitud', and a request with its answer, closing and acts. */
export default function RequestForm({ requested }: { requested: DataRequestRequest }) {
  const cache = useQueryClient();
  const today = dayIn(useClinicTimeZone(), new Date());
  const form = useRecordForm<RequestValues, DataRequest, typeof fields>({
    name: 'data request',
    fields,
    toValues: (base) => toValues(base, today),
    requested,
    record: dataRequest,
    save: async ({ base, written, key }) => {
      const context = { context: { idempotencyKey: key } };
      const { kind, patient, receivedOn, ...later } = written;
      if (base !== null) {
        const edit = { ...later, idRequest: base.idRequest, version: base.version };
        return (await api.rights.update(edit, context)).data.request;
      }
      const { requester, details, identityProof } = later;
      const idUser = patient?.idUser ?? null;
      const made = { idUser, kind, requester, receivedOn, details, identityProof };
      return (await api.rights.create(made, context)).data.request;
    },
    show: () => void cache.invalidateQueries({ queryKey: queries.rights.key() }),
    onDone: (saved, wasNew) => {
      if (saved !== null) notifySuccess(wasNew ? 'Solicitud registrada' : 'Solicitud actualizada');
    },
  });
  const { base, values } = form;
  const isNew = base === null;
  return (
    <RecordModal
      form={form}
      title={isNew ? 'Registrar solicitud' : requestKindNames[base.kind]}
      lead={isNew ? undefined : <RequestFacts request={base} />}
      submitLabel={isNew ? 'Registrar solicitud' : 'Guardar cambios'}
    >
      {isNew && (
        <>
          <FormGrid columns={2}>
            <Select
              {...form.input('kind')}
              data={requestKinds.map((kind) => ({ value: kind, label: requestKindNames[kind] }))}
              value={values.kind || null}
              allowDeselect={false}
              onChange={(kind) => form.edit({ kind: kind ?? '' })}
            />
            <DateField {...form.input('receivedOn')} value={values.receivedOn} max={today} />
          </FormGrid>
          <PatientSelect
            label={fields.patient.label}
            none="Sin paciente relacionado"
            value={values.patient}
            onChange={(patient) =>
              form.edit({
                patient,
                ...(patient && values.requester === '' && { requester: patient.name }),
              })
            }
          />
        </>
      )}
      <TextInput {...form.input('requester')} maxLength={320} />
      <Textarea {...form.input('details')} autosize minRows={2} maxRows={8} />
      <TextInput
        {...form.input('identityProof')}
        description="Por ejemplo «INE, en persona» o «carta poder del representante»."
        maxLength={320}
      />
      {!isNew && (
        <>
          <FormGrid columns={2}>
            <Select
              {...form.input('answer')}
              clearable
              data={requestAnswers.map((one) => ({ value: one, label: requestAnswerNames[one] }))}
              value={values.answer || null}
              onChange={(answer) =>
                form.edit({
                  answer: answer ?? '',
                  ...(answer && values.answeredOn === '' && { answeredOn: today }),
                })
              }
            />
            <DateField {...form.input('answeredOn')} value={values.answeredOn} max={today} />
          </FormGrid>
          <Textarea {...form.input('response')} autosize minRows={2} maxRows={8} />
          <FormGrid columns={2}>
            <DateField {...form.input('closedOn')} value={values.closedOn} max={today} />
            <TextInput
              {...form.input('evidence')}
              placeholder="Folio, correo o dónde está el acuse"
              maxLength={320}
            />
          </FormGrid>
          <Textarea {...form.input('outcome')} autosize minRows={2} maxRows={8} />
        </>
      )}
    </RecordModal>
  );
}
