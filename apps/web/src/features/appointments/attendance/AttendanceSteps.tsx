import {
  type AttendanceStep,
  attendanceNames,
  currentStep,
  visitSteps,
} from '@simiente/contract/appointments/attendance';
import { describeDay } from '@simiente/contract/format/dates';
import { IconCheck } from '@tabler/icons-react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { focusFallback, keepFocus } from '../../../ui/focus.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import classes from './Attendance.module.css';
import {
  attendanceIcons,
  describeStep,
  isOnLaterDay,
  nextStep,
  stepLabels,
  useRecordAttendance,
  type Visit,
} from './AttendanceButton.tsx';

/** The steps of a visit on its card: the recorded steps with time and account, and buttons for the next step. */
export function AttendanceSteps({ visit, mayEdit }: { visit: Visit; mayEdit: boolean }) {
  const timeZone = useClinicTimeZone();
  const recording = useRecordAttendance({ showsToast: false });
  const current = currentStep(visit);
  const next = nextStep(visit, timeZone);
  if (visit.status === 'cancelled' || (!mayEdit && current === null)) return null;
  const record = (step: AttendanceStep | null) => recording.mutate({ visit, step });
  const isMissed = current === 'missed';
  const shownSteps = isMissed
    ? visit.attendance.map(({ step }) => step)
    : visitSteps.filter((step) => !isOnLaterDay(visit, timeZone) || step === 'confirmed');
  const mayMiss = next === 'arrived' && !isMissed;
  return (
    <section className={classes.section} aria-label="Asistencia" {...focusFallback}>
      <ol className={classes.steps}>
        {shownSteps.map((step) => {
          const recorded = visit.attendance.find((entry) => entry.step === step);
          const isLast = step === current;
          return (
            <li key={step} className={classes.step} data-done={recorded !== undefined || undefined}>
              <span className={classes.dot} data-last={isLast || undefined} aria-hidden>
                {recorded && <IconCheck size={14} stroke={2.2} />}
              </span>
              <span className={classes.words}>
                {recorded ? describeStep(recorded, timeZone) : attendanceNames[step]}
              </span>
              {recorded && !(isLast && mayEdit) && (
                <span className={classes.author}>{describeAuthor(recorded, timeZone)}</span>
              )}
              {recorded && isLast && mayEdit && (
                <Button
                  ref={keepFocus}
                  kind="subtle"
                  size="compact-sm"
                  disabled={recording.isPending}
                  onClick={() => record(visit.attendance.at(-2)?.step ?? null)}
                >
                  Deshacer
                </Button>
              )}
              {step === 'confirmed' && current === null && next === 'arrived' && mayEdit && (
                <Button
                  ref={keepFocus}
                  kind="subtle"
                  size="compact-sm"
                  disabled={recording.isPending}
                  aria-label="Registrar que confirmó"
                  onClick={() => record('confirmed')}
                >
                  Registrar
                </Button>
              )}
            </li>
          );
        })}
      </ol>
      {mayEdit && next && (
        <div className={classes.actions}>
          <StepButton step={next} isPending={recording.isPending} onRecord={record} />
          {mayMiss && (
            <StepButton step="missed" isPending={recording.isPending} onRecord={record} />
          )}
        </div>
      )}
    </section>
  );
}

interface StepButtonProps {
  step: AttendanceStep;
  isPending: boolean;
  onRecord: (step: AttendanceStep) => void;
}

function StepButton({ step, isPending, onRecord }: StepButtonProps) {
  return (
    <Button
      ref={keepFocus}
      kind={step === 'missed' ? 'default' : 'linear'}
      icon={attendanceIcons[step]}
      disabled={isPending}
      onClick={() => onRecord(step)}
    >
      {stepLabels[step]}
    </Button>
  );
}

/** 'ayer, 20:14, Mariana Solórzano' */
function describeAuthor({ at, by }: Visit['attendance'][number], timeZone: string): string {
  const { text } = describeDay(at, { timeZone, hour: true });
  return by === null ? `${text}, por el enlace` : `${text}, ${by}`;
}
