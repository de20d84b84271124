import { Modal } from '@mantine/core';
import type { AwaitedAppointment } from '@simiente/contract/reminders/calls';
import { IconCopy } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, invalidate, queries } from '../../lib/api/client.ts';
import { describeFailure } from '../../lib/api/failure.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { whatsAppLink } from '../../ui/contact/Contact.tsx';
import { rescueFocus, useOpenAfterMount } from '../../ui/focus.ts';
import { FormActions } from '../../ui/form/FormPage.tsx';
import { LoadError } from '../../ui/page/EmptyState.tsx';
import { copyText, notifyError } from '../../ui/toasts/notify.tsx';
import classes from './ConfirmPage.module.css';

interface WhatsappDialogProps {
  /** Appointments whose patients get a text, one after another. */
  queue: readonly AwaitedAppointment[];
  startId: string;
  onClose: () => void;
}

/** Opens WhatsApp with a text for one patient after another, and records who sent it. */
export default function WhatsappDialog({ queue, startId, onClose }: WhatsappDialogProps) {
  // Fixed while the dialog is open, because the queue changes with each sent text.
  const [appointments] = useState(queue);
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      queue.findIndex(({ appointment }) => appointment.id === startId),
    ),
  );
  const awaited = appointments[index];
  const idAppointment = awaited?.appointment.id ?? '';
  const message = useQuery({
    queryKey: ['reminder text', idAppointment],
    queryFn: () => api.reminders.write({ idAppointment }),
    enabled: idAppointment !== '',
    // Each read is audited, so the text is not refetched.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const recording = useMutation({
    mutationFn: (id: string) => api.reminders.recordWhatsapp({ idAppointment: id }),
    onSuccess: () => invalidate(queries.reminders.key()),
    // `useToastMutation` would close the toast with the dialog, and when the next text is sent.
    onError: (error) =>
      notifyError('No se pudo registrar el envío', { detail: describeFailure(error) }),
  });
  // A dialog returns the focus to its opener if it opens after it is mounted and closes before it is unmounted.
  const [isRequested, setRequested] = useState(true);
  const isOpen = useOpenAfterMount(isRequested);
  const close = () => setRequested(false);
  const link = useRef<HTMLSpanElement>(null);
  const { text, phone } = message.data?.data ?? { text: '', phone: '' };
  // The link of the previous patient had the focus.
  useEffect(() => {
    if (text !== '') rescueFocus(link.current?.querySelector('a'));
  }, [text]);
  if (!awaited) return null;
  const { name } = awaited.appointment.patient;
  const chat = whatsAppLink(phone);
  const isLast = index === appointments.length - 1;

  function follow() {
    recording.mutate(idAppointment);
    if (isLast) close();
    else setIndex(index + 1);
  }

  return (
    <Modal
      opened={isOpen}
      onClose={close}
      onExitTransitionEnd={onClose}
      title={`WhatsApp a ${name.split(' ')[0]}`}
      size={440}
    >
      <p className={classes.turn} aria-live="polite">
        {name} · {index + 1} de {appointments.length}
      </p>
      {message.isError ? (
        <LoadError title="No se pudo preparar el texto" queries={[message]} />
      ) : (
        <p className={classes.text}>{text || 'Preparando el texto…'}</p>
      )}
      <p className={classes.second}>
        Se abre WhatsApp con este texto y tú lo envías. Queda registrado con tu nombre.
      </p>
      <FormActions
        leftAction={
          !isLast && (
            <Button kind="subtle" onClick={() => setIndex(index + 1)}>
              Omitir
            </Button>
          )
        }
      >
        <Button
          kind="default"
          icon={IconCopy}
          disabled={text === ''}
          onClick={() => void copyText(text, 'el texto')}
        >
          Copiar texto
        </Button>
        {chat && text !== '' && (
          <span ref={link}>
            <LinkButton href={`${chat}?text=${encodeURIComponent(text)}`} newTab onFollow={follow}>
              Abrir WhatsApp
            </LinkButton>
          </span>
        )}
      </FormActions>
    </Modal>
  );
}
