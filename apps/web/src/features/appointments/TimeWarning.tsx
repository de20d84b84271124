import type { Doctor } from '@simiente/contract/doctors';
import { isWithinWorkingHours } from '@simiente/contract/working-hours';
import { IconAlertTriangle } from '@tabler/icons-react';
import { readWhen, type When } from './appointment-fields.tsx';
import classes from './TimeWarning.module.css';

const MINUTE = 60_000;

interface TimeWarningProps {
  when: When;
  timeZone: string;
  /** Undefined until one is chosen and known. */
  doctor: Pick<Doctor, 'workingDays' | 'appointmentMinutes'> | undefined;
}

/** What is unusual about the time in the fields; it can be saved all the same. */
export function TimeWarning({ when, timeZone, doctor }: TimeWarningProps) {
  const reading = readWhen(when, timeZone);
  const words = 'instant' in reading ? unusual(new Date(reading.instant), timeZone, doctor) : [];
  return (
    <div role="status" className={classes.area}>
      {words.length > 0 && (
        <p className={classes.warning} data-tone="ambar">
          <IconAlertTriangle className={classes.icon} size={17} stroke={1.7} aria-hidden />
          <span>{words.join(' ')}</span>
        </p>
      )}
    </div>
  );
}

function unusual(
  startsAt: Date,
  timeZone: string,
  doctor: TimeWarningProps['doctor'],
): readonly string[] {
  const isOver = startsAt.getTime() < Date.now();
  const isOutside =
    doctor !== undefined &&
    !isWithinWorkingHours(
      { startsAt, endsAt: new Date(startsAt.getTime() + doctor.appointmentMinutes * MINUTE) },
      doctor.workingDays,
      timeZone,
    );
  return [
    ...(isOver ? ['Esa hora ya pasó; la cita se guardará en el historial.'] : []),
    ...(isOutside ? ['Está fuera del horario del médico.'] : []),
  ];
}
