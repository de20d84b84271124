import { TextInput } from '@mantine/core';
import { IconCalendar, IconClock } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { zoneName } from '../../lib/format/zone-name.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import classes from './AppointmentForm.module.css';
import { SaveFailure } from './SaveFailure.tsx';
import { StatusSelect } from './StatusSelect.tsx';
import { UtcEquivalent } from './UtcEquivalent.tsx';
import type { AppointmentEditor } from './use-appointment-editor.ts';

/** Status, and date and time on the clinic's clocks with what they are in UTC. */
export function AppointmentForm({ editor }: { editor: AppointmentEditor }) {
  const { draft, errors, timeZone, isSaving } = editor;
  const form = useRef<HTMLFormElement>(null);

  // The first time the modal does it; here, when the form comes back after a question.
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);

  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isSaving) editor.save();
  }

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <SaveFailure
        overlap={editor.overlap}
        error={editor.error}
        timeZone={timeZone}
        onTake={(freeTime) => {
          editor.take(freeTime);
          form.current?.querySelector<HTMLElement>('input[type="time"]')?.focus();
        }}
      />
      <StatusSelect
        value={draft.status}
        original={editor.appointment.status}
        error={errors.status}
        readOnly={isSaving}
        onChange={(status) => editor.edit({ status })}
      />
      <div className={classes.when}>
        <TextInput
          type="date"
          label="Fecha"
          required
          withAsterisk={false}
          min="1900-01-01"
          max="2200-12-31"
          leftSection={<IconCalendar size={16} stroke={1.7} aria-hidden />}
          aria-describedby="appointment-utc"
          value={draft.date}
          error={errors.date}
          readOnly={isSaving}
          onChange={(event) => editor.edit({ date: event.currentTarget.value })}
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
          onChange={(event) => editor.edit({ time: event.currentTarget.value })}
        />
      </div>
      <UtcEquivalent id="appointment-utc" draft={draft} timeZone={timeZone} />
      <div className={classes.actions}>
        <LockButton kind="default" disabled={isSaving} onClick={editor.close}>
          Cancelar
        </LockButton>
        <LockButton type="submit" loading={isSaving}>
          Guardar cambios
        </LockButton>
      </div>
    </form>
  );
}
