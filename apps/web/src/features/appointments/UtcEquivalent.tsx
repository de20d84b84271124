import { formatAppointment } from '@simiente/contract/format/dates';
import { type Draft, readDraft } from './appointment-draft.ts';
import classes from './WhenFields.module.css';

interface UtcEquivalentProps {
  id: string;
  draft: Draft;
  timeZone: string;
}

/** What the date and time fields are in UTC, as they are typed. */
export function UtcEquivalent({ id, draft, timeZone }: UtcEquivalentProps) {
  const reading = readDraft(draft, timeZone);
  return (
    <p id={id} className={classes.utc} aria-live="polite">
      {'instant' in reading && `En UTC: ${formatAppointment(reading.instant)}.`}
      {reading.kind === 'repeated' && ' Esa hora ocurre dos veces ese día; se toma la primera.'}
    </p>
  );
}
