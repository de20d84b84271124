import type { DoctorAppointment } from '@simiente/contract/appointments';
import { errorTable } from '@simiente/contract/common/errors';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatAppointment } from '../../lib/format/dates.ts';
import { zoneName } from '../../lib/format/zone-name.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { StatusPill } from '../../ui/status/StatusPill.tsx';
import { type Draft, readDraft } from './appointment-draft.ts';
import { appointmentStatus } from './appointment-status.ts';
import classes from './StaleChoice.module.css';

interface StaleChoiceProps {
  current: DoctorAppointment;
  draft: Draft;
  timeZone: string;
  onTakeCurrent: () => void;
  onKeepMine: () => void;
}

/** Somebody else saved first: what there is now beside what is in the form, to take either. */
export function StaleChoice(props: StaleChoiceProps) {
  const { current, draft, timeZone, onTakeCurrent, onKeepMine } = props;
  const reading = readDraft(draft, timeZone);
  const mine = 'instant' in reading ? reading.instant : null;
  const theirs = current.appointmentDate.date;
  const first = useRef<HTMLButtonElement>(null);

  useEffect(() => first.current?.focus(), []);

  return (
    <div>
      <p role="alert" className={classes.message}>
        {errorTable.STALE_VERSION.message}
      </p>
      <Field
        label="Estado"
        isSame={current.status === draft.status}
        theirs={<StatusPill {...appointmentStatus(current.status)} />}
        mine={<StatusPill {...appointmentStatus(draft.status)} />}
      />
      <Field
        label="Fecha y hora"
        isSame={formatAppointment(theirs) === formatAppointment(mine)}
        theirs={<Time instant={theirs} timeZone={timeZone} />}
        mine={<Time instant={mine} timeZone={timeZone} />}
      />
      <div className={classes.actions}>
        <LockButton ref={first} kind="default" onClick={onTakeCurrent}>
          Usar los datos actuales
        </LockButton>
        <LockButton onClick={onKeepMine}>Guardar los míos</LockButton>
      </div>
    </div>
  );
}

interface FieldProps {
  label: string;
  isSame: boolean;
  theirs: ReactNode;
  mine: ReactNode;
}

function Field({ label, isSame, theirs, mine }: FieldProps) {
  return (
    <section className={classes.field} aria-label={label}>
      <h3 className={classes.label}>
        {label}
        <span className={classes.verdict} data-same={isSame || undefined}>
          {isSame ? 'Igual' : 'Distinto'}
        </span>
      </h3>
      <dl className={classes.versions}>
        <dt>Datos actuales</dt>
        <dd>{theirs}</dd>
        <dt>Los tuyos</dt>
        <dd>{mine}</dd>
      </dl>
    </section>
  );
}

function Time({ instant, timeZone }: { instant: string | null; timeZone: string }) {
  if (instant === null) return formatAppointment(null);
  return (
    <>
      <span className={classes.utc}>{formatAppointment(instant)} UTC</span>
      <span className={classes.clinic}>
        <span>{formatAppointment(instant, { timeZone })}</span> en {zoneName(timeZone)}
      </span>
    </>
  );
}
