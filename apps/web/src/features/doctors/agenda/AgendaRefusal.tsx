import { Modal } from '@mantine/core';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { overlapOf, SaveFailure } from '../../appointments/public.ts';
import classes from './AgendaRefusal.module.css';
import type { useReschedule } from './use-reschedule.ts';

interface AgendaRefusalProps {
  moving: ReturnType<typeof useReschedule>;
  timeZone: string;
  onClosed: (appointmentId: string) => void;
}

/** The time that an appointment was taken to is somebody else's: whose, and which ones are free. */
export function AgendaRefusal({ moving, timeZone, onClosed }: AgendaRefusalProps) {
  const { appointment, error = null } = moving.refused ?? {};
  const overlap = overlapOf(error);
  function close() {
    moving.dismiss();
    if (appointment) onClosed(appointment.id);
  }
  return (
    <Modal
      opened={overlap !== undefined}
      onClose={close}
      title="No se movió la cita"
      size={520}
      returnFocus={false}
    >
      <div className={classes.refusal}>
        <p className={classes.whose}>
          Cita de {appointment?.patient.name}. Sigue a su hora de antes.
        </p>
        <SaveFailure
          overlap={overlap}
          error={error}
          timeZone={timeZone}
          onTake={(date) => appointment && moving.move(appointment, date)}
        />
      </div>
      <div className={classes.actions}>
        <LockButton kind="default" data-autofocus onClick={close}>
          Dejarla a su hora
        </LockButton>
      </div>
    </Modal>
  );
}
