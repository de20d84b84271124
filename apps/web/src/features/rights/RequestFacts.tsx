import { Anchor, Group, Stack, Text, TextInput } from '@mantine/core';
import { getAuditAct } from '@simiente/contract/audit/acts';
import { dayIn } from '@simiente/contract/common/days';
import { describeCalendarDay, formatClinicTime } from '@simiente/contract/format/dates';
import { recordFileName, recordPath } from '@simiente/contract/patient-record/calls';
import type { DataRequest } from '@simiente/contract/rights/calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, queries } from '../../lib/api/client.ts';
import { download } from '../../lib/api/download.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { Confirmation } from '../../ui/questions/Confirmation.tsx';
import { notifySuccess, useFailureToast } from '../../ui/toasts/notify.tsx';
import { useClinicTimeZone, useMay } from '../session/public.ts';
import { describeDue } from './request-list.tsx';

/** Typed before a record is blocked. */
const WORD = 'bloquear';

/** When a request came and is due, who has the data, what can be done and what was done. */
export function RequestFacts({ request }: { request: DataRequest }) {
  const timeZone = useClinicTimeZone();
  const { data } = useQuery(
    queries.rights.getOne.queryOptions({
      input: { idRequest: request.idRequest },
      select: ({ data }) => data,
      staleTime: 0,
    }),
  );
  const { request: shown = request, holders = [], acts = [] } = data ?? {};
  return (
    <Stack gap="xs">
      <Text size="sm">
        Recibida el {describeCalendarDay(shown.receivedOn)}. {describeDue(shown)}.
      </Text>
      {shown.idUser !== null && shown.patientName !== null && (
        <PatientActs idUser={shown.idUser} request={shown} />
      )}
      {shown.automationStopped && (
        <Text size="sm">Los borradores automáticos de este paciente están detenidos.</Text>
      )}
      {holders.length > 0 && (
        <Text size="sm">
          También tienen sus datos, y hay que avisarles si algo se corrige o se cancela:{' '}
          {new Intl.ListFormat('es').format(holders.map(({ name }) => name))}.
        </Text>
      )}
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
  const { did, what } = getAuditAct(action);
  return `${did} ${what}`.trim();
}

interface PatientActsProps {
  idUser: string;
  request: DataRequest;
}

/** The acts on the patient that carry a request out. */
function PatientActs({ idUser, request }: PatientActsProps) {
  const { idRequest, automationStopped, patientName } = request;
  const cache = useQueryClient();
  const may = useMay();
  const failure = useFailureToast();
  const today = dayIn(useClinicTimeZone(), new Date());
  const [typed, setTyped] = useState<string>();
  const acting = useMutation({
    onMutate: failure.clear,
    mutationFn: async ({ act }: { act: () => Promise<unknown>; done: string }) => act(),
    retry: false,
    onSuccess: (_answer, { done }) => {
      setTyped(undefined);
      void cache.invalidateQueries();
      notifySuccess(done);
    },
    onError: (error) => failure.tell('No se pudo completar la acción', { detail: error.message }),
  });
  return (
    <Group gap="xs">
      <Anchor
        size="sm"
        renderRoot={(props) => <Link to="/pacientes/$idUser" params={{ idUser }} {...props} />}
      >
        {`Expediente de ${patientName}`}
      </Anchor>
      {may('records.exportAll') && (
        <LockButton
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
        </LockButton>
      )}
      <LockButton
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
      </LockButton>
      {may('trash.putMany') && (
        <LockButton kind="default" size="xs" aria-haspopup="dialog" onClick={() => setTyped('')}>
          Bloquear expediente
        </LockButton>
      )}
      <Confirmation
        opened={typed !== undefined}
        title={`¿Bloquear el expediente de ${patientName}?`}
        question="Sale de todas las pantallas y se conserva solo por obligación legal. Nadie podrá consultarlo ni restaurarlo desde la Papelera."
        isIncomplete={typed?.trim().toLowerCase() !== WORD}
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
          label={`Escribe «${WORD}» para confirmar`}
          value={typed ?? ''}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </Confirmation>
    </Group>
  );
}
