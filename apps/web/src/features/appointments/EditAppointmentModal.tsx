import { Modal } from '@mantine/core';
import { DISCARD_TITLE, DiscardQuestion } from '../../ui/page/DiscardQuestion.tsx';
import { AppointmentForm } from './AppointmentForm.tsx';
import { DoctorLine } from './DoctorLine.tsx';
import { StaleChoice } from './StaleChoice.tsx';
import type { AppointmentEditor } from './use-appointment-editor.ts';

/** 'Editar Cita': the form, and the decisions that it may lead to in its place. */
export function EditAppointmentModal({ editor }: { editor: AppointmentEditor }) {
  const { doctor, patient } = editor.appointment;
  return (
    <Modal
      opened={editor.opened}
      onClose={editor.close}
      title={editor.isLeaving ? DISCARD_TITLE : 'Editar Cita'}
      size={520}
    >
      <DoctorLine name={doctor.name} details={[doctor.specialty_formatted[0], patient.name]} />
      <Content editor={editor} />
    </Modal>
  );
}

function Content({ editor }: { editor: AppointmentEditor }) {
  if (editor.isLeaving) {
    return (
      <DiscardQuestion onStay={editor.stay} onDiscard={editor.discard}>
        Los cambios de esta cita no se han guardado.
      </DiscardQuestion>
    );
  }
  if (editor.current) {
    return (
      <StaleChoice
        current={editor.current}
        draft={editor.draft}
        timeZone={editor.timeZone}
        onTakeCurrent={editor.takeCurrent}
        onKeepMine={editor.keepMine}
      />
    );
  }
  return (
    <AppointmentForm
      form={editor}
      originalStatus={editor.appointment.status}
      submitLabel="Guardar cambios"
    />
  );
}
