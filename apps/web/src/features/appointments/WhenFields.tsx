import { TextInput } from '@mantine/core';
import { FIRST_DAY, LAST_DAY } from '@simiente/contract/common/days';
import { zoneName } from '@simiente/contract/format/zone-name';
import { IconCalendar, IconClock } from '@tabler/icons-react';
import type { AppointmentFormState } from './appointment-form-state.ts';
import { UtcEquivalent } from './UtcEquivalent.tsx';
import classes from './WhenFields.module.css';

/** Date and time on the clinic's clocks, with what they are in UTC beneath. */
export function WhenFields({ form }: { form: AppointmentFormState }) {
  const { draft, errors, timeZone, isSaving } = form;
  return (
    <>
      <div className={classes.when}>
        <TextInput
          type="date"
          label="Fecha"
          required
          withAsterisk={false}
          min={FIRST_DAY}
          max={LAST_DAY}
          leftSection={<IconCalendar size={16} stroke={1.7} aria-hidden />}
          aria-describedby="appointment-utc"
          value={draft.date}
          error={errors.date}
          readOnly={isSaving}
          onChange={(event) => form.edit({ date: event.currentTarget.value })}
        />
        <TextInput
          type="time"
          label={`Hora (${zoneName(timeZone)})`}
          required
          withAsterisk={false}
          leftSection={<IconClock size={16} stroke={1.7} aria-hidden />}
          aria-describedby="appointment-utc"
          value={draft.time}
          error={errors.time}
          readOnly={isSaving}
          onChange={(event) => form.edit({ time: event.currentTarget.value })}
        />
      </div>
      <UtcEquivalent id="appointment-utc" draft={draft} timeZone={timeZone} />
    </>
  );
}
