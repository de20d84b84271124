import type { DoctorAppointment } from '@simiente/contract/appointments';
import { errorTable } from '@simiente/contract/common/errors';
import { formatAppointment } from '@simiente/contract/format/dates';
import { zoneName } from '@simiente/contract/format/zone-name';
import { StaleFields } from '../../ui/page/StaleFields.tsx';
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

  return (
    <StaleFields
      message={errorTable.STALE_VERSION.message}
      fields={[
        {
          label: 'Estado',
          isSame: current.status === draft.status,
          theirs: <StatusPill {...appointmentStatus(current.status)} />,
          mine: <StatusPill {...appointmentStatus(draft.status)} />,
        },
        {
          label: 'Fecha y hora',
          isSame: formatAppointment(theirs) === formatAppointment(mine),
          theirs: <Time instant={theirs} timeZone={timeZone} />,
          mine: <Time instant={mine} timeZone={timeZone} />,
        },
      ]}
      onTakeCurrent={onTakeCurrent}
      onKeepMine={onKeepMine}
    />
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
