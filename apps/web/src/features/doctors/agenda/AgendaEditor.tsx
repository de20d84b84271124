import type { DoctorAppointment } from '@simiente/contract/appointments';
import { useEffect, useEffectEvent, useRef } from 'react';
import { EditAppointmentModal, useAppointmentEditor } from '../../appointments/public.ts';

interface AgendaEditorProps {
  appointment: DoctorAppointment;
  timeZone: string;
  onClosed: (appointmentId: string) => void;
}

/** 'Editar Cita' of an appointment that was chosen in the agenda. It opens as it comes. */
export function AgendaEditor({ appointment, timeZone, onClosed }: AgendaEditorProps) {
  const editor = useAppointmentEditor(appointment, timeZone);
  const wasOpened = useRef(false);
  // One that opened by itself holds what was typed before a session ended.
  const open = useEffectEvent(() => {
    if (!editor.opened) editor.open();
  });
  const closed = useEffectEvent(() => onClosed(appointment.id));

  useEffect(() => open(), []);
  useEffect(() => {
    if (wasOpened.current && !editor.opened) closed();
    wasOpened.current = editor.opened;
  }, [editor.opened]);

  return <EditAppointmentModal editor={editor} />;
}
