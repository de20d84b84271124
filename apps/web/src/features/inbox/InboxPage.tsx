import { Textarea } from '@mantine/core';
import type { FailedMessage } from '@simiente/contract/inbox/calls';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, cache, queries, useAnswer } from '../../lib/api/client.ts';
import { describeFailure } from '../../lib/api/failure.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { FailedItems } from '../../ui/list/FailedItems.tsx';
import { PageHeader } from '../../ui/list/PageHeader.tsx';
import { PanelFact, PanelFacts } from '../../ui/panel/DetailPanel.tsx';
import { notifySuccess, useFailureToast } from '../../ui/toasts/notify.tsx';
import { MutationModal } from '../record-form/public.ts';
import { listQuery, pageInput } from '../records/public.ts';
import { Can, useCan } from '../session/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import classes from './InboxPage.module.css';

const TITLE = 'Mensajes sin procesar';

/** /mensajes-sin-procesar: messages of other systems that could not be applied. */
export function InboxPage() {
  const can = useCan();
  return (
    <>
      <PageTitle>{TITLE}</PageTitle>
      <PageCrumbs crumbs={[{ label: TITLE }]} />
      <PageHeader title={TITLE} />
      {senders
        .filter(({ see }) => can(see))
        .map((sender) => (
          <Messages key={sender.title} sender={sender} />
        ))}
    </>
  );
}

function Messages({ sender }: { sender: Sender }) {
  const query = useInfiniteQuery(listQuery(sender.queries.list, pageInput({}, '')));
  const messages = query.data?.pages.flatMap((page) => page.data.messages) ?? [];
  const [opened, setOpened] = useState<FailedMessage | null>(null);
  // A message can change records of any kind.
  const refresh = () => void cache.invalidateQueries();
  return (
    <>
      {query.isPending && (
        <p className={classes.none} role="status">
          Cargando...
        </p>
      )}
      {query.isSuccess && messages.length === 0 && <p className={classes.none}>{sender.none}</p>}
      <FailedItems
        title={sender.title}
        failure="No se pudieron cargar los mensajes."
        query={query}
        items={messages}
        total={query.data?.pages.at(-1)?.data.total ?? 0}
        getId={({ idMessage }) => idMessage}
        describe={({ sender: name, title, ...message }) => ({
          ...message,
          name: name ?? 'Sin nombre',
          kind: title,
        })}
        action={(message) => (
          <Can capability={sender.handle}>
            <Button
              kind="subtle"
              size="xs"
              aria-haspopup="dialog"
              aria-label={`Ver: ${describeMessage(message)}`}
              onClick={() => setOpened(message)}
            >
              Ver
            </Button>
            <Replay sender={sender} message={message} onSettled={refresh} />
          </Can>
        )}
      />
      {opened && (
        <MessageDialog
          sender={sender}
          message={opened}
          onClose={() => setOpened(null)}
          onDiscard={refresh}
        />
      )}
    </>
  );
}

interface ReplayProps {
  sender: Sender;
  message: FailedMessage;
  onSettled: () => void;
}

function Replay({ sender, message, onSettled }: ReplayProps) {
  const failure = useFailureToast();
  const failed = 'El mensaje no se pudo procesar';
  const { isPending, mutate } = useMutation({
    onMutate: failure.clear,
    mutationFn: () => sender.calls.replay({ idMessage: message.idMessage }),
    onSuccess: ({ data: { outcome, reason } }) => {
      const options = reason ? { detail: reason } : {};
      if (outcome === 'failed') failure.show(failed, options);
      else notifySuccess('Mensaje procesado', options);
    },
    onError: (error) => failure.show(failed, { detail: describeFailure(error) }),
    onSettled,
  });
  return (
    <Button
      kind="default"
      size="xs"
      loading={isPending}
      aria-label={isPending ? 'Cargando...' : `Reintentar: ${describeMessage(message)}`}
      onClick={() => mutate()}
    >
      Reintentar
    </Button>
  );
}

interface MessageDialogProps {
  sender: Sender;
  message: FailedMessage;
  onClose: () => void;
  onDiscard: () => void;
}

/** Content of a message that could not be processed, with a button to discard it for a reason. */
function MessageDialog({ sender, message, onClose, onDiscard }: MessageDialogProps) {
  const { idMessage } = message;
  const [reason, setReason] = useState('');
  const query = useAnswer(sender.queries.read, { input: { idMessage } });
  const content = query.data;
  const discarding = useMutation({
    mutationFn: () => sender.calls.discard({ idMessage, reason }),
    onSuccess: () => {
      notifySuccess('Mensaje descartado');
      onClose();
      onDiscard();
    },
  });
  return (
    <MutationModal
      size={820}
      title={describeMessage(message)}
      mutation={discarding}
      failure={(query.error ?? discarding.error)?.message}
      submitLabel="Descartar"
      missing={(reason.trim() === '' || content === undefined) && 'Escribe el motivo.'}
      cancelLabel="Cerrar"
      onSubmit={() => discarding.mutate()}
      onClose={onClose}
    >
      {content && (
        <>
          <PanelFacts>
            {content.facts.map(({ name, text }) => (
              <PanelFact key={name} label={name}>
                {text}
              </PanelFact>
            ))}
          </PanelFacts>
          <Textarea
            label="Texto del mensaje"
            readOnly
            value={content.segments.join('\n')}
            autosize
            minRows={2}
            maxRows={16}
            styles={{
              input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 },
            }}
          />
          <Textarea
            label="Motivo para descartarlo"
            description={sender.hint}
            value={reason}
            maxLength={500}
            autosize
            minRows={2}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </>
      )}
    </MutationModal>
  );
}

/** Kinds of senders, with the capabilities to see and to handle their messages. */
const senders = [
  {
    calls: api.laboratoryInbox,
    queries: queries.laboratoryInbox,
    see: 'results.receive',
    handle: 'results.receive',
    title: 'Mensajes de laboratorios sin procesar',
    none: 'No hay mensajes de laboratorios sin procesar.',
    hint: 'Si el laboratorio lo reenvía corregido, desaparece de esta lista.',
  },
  {
    calls: api.calendlyInbox,
    queries: queries.calendlyInbox,
    see: 'patients.read',
    handle: 'patients.edit',
    title: 'Notificaciones de Calendly sin procesar',
    none: 'No hay notificaciones de Calendly sin procesar.',
    hint: 'La cita no se guardará. Si Calendly la envía otra vez, se procesa de nuevo.',
  },
] as const;
type Sender = (typeof senders)[number];

/** 'Mensaje 7 de Laboratorio Río', 'Cita cancelada de Ana Ríos' */
const describeMessage = ({ title, sender }: FailedMessage) =>
  `${title} de ${sender ?? 'un remitente sin nombre'}`;
