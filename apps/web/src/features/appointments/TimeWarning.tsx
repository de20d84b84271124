import type { Doctor } from '@simiente/contract/doctors';
import { isWithinWorkingHours } from '@simiente/contract/working-hours';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type Draft, readDraft } from './appointment-draft.ts';
import classes from './TimeWarning.module.css';

const MINUTE = 60_000;

interface TimeWarningProps {
  draft: Draft;
  timeZone: string;
  /** Undefined until one is chosen and known. */
  doctor: Pick<Doctor, 'workingDays' | 'appointmentMinutes'> | undefined;
}

/** What is unusual about the time in the fields; it can be saved all the same. */
export function TimeWarning({ draft, timeZone, doctor }: TimeWarningProps) {
  const reading = readDraft(draft, timeZone);
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
    ...(isOver ? ['Esa hora ya pasó: la cita quedará en la historia.'] : []),
    ...(isOutside ? ['Queda fuera del horario del médico.'] : []),
  ];
}
