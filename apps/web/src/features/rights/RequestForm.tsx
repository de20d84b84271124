import { Anchor, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { getAuditActionWords } from '@simiente/contract/audit/action-words';
import { dayIn } from '@simiente/contract/common/days';
import { describeCalendarDay, formatClinicTime } from '@simiente/contract/format/dates';
import { recordFileName, recordPath } from '@simiente/contract/patient-record/calls';
import { type DataRequest, dataRequest, requestFields } from '@simiente/contract/rights/calls';
import {
  type RequestAnswer,
  type RequestKind,
  requestAnswerNames,
  requestAnswers,
  requestKindNames,
  requestKinds,
} from '@simiente/contract/rights/words';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, cache, invalidate, queries, useAnswer } from '../../lib/api/client.ts';
import { download } from '../../lib/api/download.ts';
import { useRequestKey } from '../../lib/api/request-key.ts';
import { upload } from '../../lib/api/upload.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { FilePicker } from '../../ui/buttons/FilePicker.tsx';
import { DateField } from '../../ui/dates/DateField.tsx';
import { focusFallback, keepDialogFocus } from '../../ui/focus.ts';
import { FormGrid } from '../../ui/form/FormSection.tsx';
import { Confirmation } from '../../ui/questions/Confirmation.tsx';
import { notifySuccess, useToastMutation } from '../../ui/toasts/notify.tsx';
import { fileRejection } from '../exams/public.ts';
import { FileLine } from '../files/public.ts';
import { PatientSelect } from '../patients/public.ts';
import {
  defineFields,
  type FieldValues,
  type FormRequest,
  orNull,
  RecordModal,
  useRecordForm,
} from '../record-form/public.ts';
import { useCan, useClinicTimeZone } from '../session/public.ts';
import { describeDue } from './request-list.tsx';

const showDay = (day: string) => (day === '' ? '—' : describeCalendarDay(day));
const optional = <Rule,>(label: string, rule: Rule) => ({ label, rule, read: orNull });

const fields = defineFields<DataRequest>()({
  kind: {
    label: 'Derecho',
    missing: 'Elige el derecho.',
    rule: requestFields.kind,
    initial: '' as RequestKind | '',
  },
  patient: {
    label: 'Paciente',
    initial: null as { readonly idUser: string; readonly name: string } | null,
    from: ({ idUser, patientName: name }) =>
      idUser !== null && name !== null ? { idUser, name } : null,
    show: (patient) => patient?.name ?? '—',
  },
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
    initial: '' as RequestAnswer | '',
    show: (answer) => (answer === '' ? '—' : requestAnswerNames[answer]),
  },
  answeredOn: { ...optional('Respondida el', requestFields.answeredOn), show: showDay },
  response: optional('Qué se respondió', requestFields.response),
  closedOn: { ...optional('Cerrada el', requestFields.closedOn), show: showDay },
  outcome: optional('Qué se hizo', requestFields.outcome),
  evidence: optional('Evidencia', requestFields.evidence),
});

/** A request to open the form, with the data request that it edits. */
export type RequestedForm = FormRequest<FieldValues<typeof fields>, DataRequest>;

/** 'Registrar solicitud', and the form of a request with its answer, its closing and its audited actions. */
export default function RequestForm({ requested }: { requested: RequestedForm }) {
  const today = dayIn(useClinicTimeZone(), new Date());
  const form = useRecordForm({
    fields,
    initial: { receivedOn: today },
    requested,
    record: dataRequest,
    save: async ({ base, payload, options }) => {
      const { patient, ...edited } = payload;
      const idUser = patient === undefined ? undefined : (patient?.idUser ?? null);
      if (base !== null) {
        const edit = { ...edited, idUser, idRequest: base.idRequest, version: base.version };
        return (await api.rights.update(edit, options)).data.request;
      }
      const { kind, requester, receivedOn, details, identityProof } = edited;
      const newRequest = { kind, requester, receivedOn, details, identityProof };
      return (await api.rights.create({ ...newRequest, idUser: idUser ?? null }, options)).data
        .request;
    },
    show: () => void invalidate(queries.rights.key()),
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
      <FormGrid columns={2}>
        <Select
          {...form.input('kind')}
          data={requestKinds.map((kind) => ({ value: kind, label: requestKindNames[kind] }))}
          value={values.kind || null}
          allowDeselect={false}
        />
        <DateField {...form.input('receivedOn')} value={values.receivedOn} max={today} />
      </FormGrid>
      <PatientSelect
        label={fields.patient.label}
        noneLabel="Sin paciente relacionado"
        value={values.patient}
        onChange={(patient) =>
          form.edit({
            patient,
            ...(patient && values.requester === '' && { requester: patient.name }),
          })
        }
      />
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
              data={requestAnswers.map((value) => ({ value, label: requestAnswerNames[value] }))}
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

/** The word that the user types to confirm that a record is blocked. */
const CONFIRMATION_WORD = 'bloquear';

/** The dates and files of a request, actions on the patient's record, the holders of the data, and audited actions. */
function RequestFacts({ request }: { request: DataRequest }) {
  const timeZone = useClinicTimeZone();
  const { data } = useAnswer(queries.rights.getOne, {
    input: { idRequest: request.idRequest },
    staleTime: 0,
  });
  const { optionsFor, forget } = useRequestKey();
  const { request: shown = request, holders = [], acts = [], files = [] } = data ?? {};
  const attaching = useToastMutation('El archivo no se adjuntó', {
    mutationFn: async (file: File) => {
      const rejection = fileRejection(file);
      if (rejection) throw new Error(rejection);
      await upload({
        path: '/v1/rights/attach',
        fields: { idRequest: request.idRequest },
        files: { file },
        ...optionsFor([file.name, file.size, file.lastModified]).context,
        read: () => {},
      });
    },
    retry: false,
    onSuccess: () => {
      forget();
      notifySuccess('Archivo adjuntado');
    },
    onSettled: () => invalidate(queries.rights.key()),
  });
  return (
    <Stack gap="xs" {...focusFallback}>
      <Text size="sm">
        Recibida el {describeCalendarDay(shown.receivedOn)}. {describeDue(shown)}.
      </Text>
      {shown.idUser !== null && shown.patientName !== null && (
        <PatientActions idUser={shown.idUser} request={shown} />
      )}
      {shown.idUser !== null && shown.patientName === null && (
        <Text size="sm">El expediente está bloqueado o en la Papelera.</Text>
      )}
      {shown.automationStopped && shown.patientName !== null && (
        <Text size="sm">{`Los borradores automáticos de ${shown.patientName} están detenidos.`}</Text>
      )}
      {holders.length > 0 && (
        <Text size="sm">
          También tienen sus datos, y hay que avisarles si algo se corrige o se cancela:{' '}
          {new Intl.ListFormat('es').format(holders.map(({ name }) => name))}.
        </Text>
      )}
      <Stack gap="xs" align="start">
        {files.map((file) => (
          <FileLine key={file.fileUrl} file={file} />
        ))}
        <FilePicker
          kind="subtle"
          accept="application/pdf,image/jpeg,image/png"
          disabled={attaching.isPending}
          disabledReason="El archivo se está subiendo."
          onPick={attaching.mutate}
        >
          Adjuntar evidencia
        </FilePicker>
      </Stack>
      {acts.length > 0 && (
        <details>
          <summary>{`Registrado en la auditoría (${acts.length})`}</summary>
          <ul>
            {acts.map(({ id, at, action, by }) => (
              <li key={id}>
                <Text size="sm">{`${formatClinicTime(at, timeZone)} · ${by ?? 'Sistema'} · ${describeAct(action)} · n.º ${id}`}</Text>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Stack>
  );
}

function describeAct(action: string): string {
  const { verb, object } = getAuditActionWords(action);
  return `${verb} ${object}`.trim();
}

/** The actions on the patient's record that carry out a request. */
function PatientActions({ idUser, request }: { idUser: string; request: DataRequest }) {
  const { idRequest, kind, automationStopped, patientName } = request;
  /** Requests of access and rectification neither stop the use of the record nor block it. */
  const isAboutUse = kind !== 'access' && kind !== 'rectification';
  const can = useCan();
  const today = dayIn(useClinicTimeZone(), new Date());
  const [typed, setTyped] = useState<string>();
  const acting = useToastMutation('No se pudo completar la acción', {
    mutationFn: async ({ act }: { act: () => Promise<unknown>; done: string }) => act(),
    retry: false,
    onSuccess: (_answer, { done }) => {
      setTyped(undefined);
      notifySuccess(done);
    },
    // After a lost answer, the action may have been carried out.
    onSettled: () => void cache.invalidateQueries(),
  });
  return (
    <Group ref={keepDialogFocus} gap="xs">
      <Anchor
        size="sm"
        renderRoot={(props) => <Link to="/pacientes/$idUser" params={{ idUser }} {...props} />}
      >
        {`Expediente de ${patientName}`}
      </Anchor>
      {can('records.exportAll') && (
        <Button
          kind="default"
          size="xs"
          loading={acting.isPending}
          onClick={() =>
            acting.mutate({
              act: () => download(recordPath(idUser), { fileName: recordFileName(idUser, today) }),
              done: 'Expediente exportado',
            })
          }
        >
          Exportar
        </Button>
      )}
      {isAboutUse && (
        <Button
          kind="default"
          size="xs"
          disabled={acting.isPending}
          onClick={() =>
            acting.mutate({
              act: () => api.rights.stopAutomation({ idRequest, stopped: !automationStopped }),
              done: automationStopped ? 'Borradores permitidos' : 'Borradores detenidos',
            })
          }
        >
          {automationStopped ? 'Permitir borradores' : 'Detener borradores automáticos'}
        </Button>
      )}
      {isAboutUse && can('trash.putMany') && (
        <Button kind="default" size="xs" aria-haspopup="dialog" onClick={() => setTyped('')}>
          Bloquear expediente
        </Button>
      )}
      <Confirmation
        opened={typed !== undefined}
        title={`¿Bloquear el expediente de ${patientName}?`}
        question="Sale de todas las pantallas y se conserva solo por obligación legal. Nadie podrá consultarlo ni restaurarlo desde la Papelera."
        isIncomplete={typed?.trim().toLowerCase() !== CONFIRMATION_WORD}
        confirmLabel="Bloquear expediente"
        kind="danger"
        busy={acting.isPending}
        onCancel={() => setTyped(undefined)}
        onConfirm={() =>
          acting.mutate({
            act: () => api.rights.block({ idRequest }),
            done: 'Expediente bloqueado',
          })
        }
      >
        <TextInput
          mt={12}
          label={`Escribe «${CONFIRMATION_WORD}» para confirmar`}
          value={typed ?? ''}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </Confirmation>
    </Group>
  );
}
