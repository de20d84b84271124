import { ActionIcon, Menu, Modal, NativeSelect, TextInput } from '@mantine/core';
import { type Absence, absence } from '@simiente/contract/doctors/schedule';
import { IconBan, IconBeach, IconDots, IconPlus, IconRepeat } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { DateField, TimeField } from '../../../ui/dates/DateField.tsx';
import { rescueFocus } from '../../../ui/focus.ts';
import { DialogForm, FormActions } from '../../../ui/form/FormPage.tsx';
import { useClinicTimeZone } from '../../session/public.ts';
import { AffectedButton } from './AffectedAppointments.tsx';
import { CardError, type UpcomingCardProps } from './HolidaysCard.tsx';
import classes from './SchedulePage.module.css';
import { dayName, describeAbsence, isDuring, WEEK } from './schedule-values.ts';

/** Vacations and blocks, each with the number of appointments inside. */
export function AbsencesCard({ form, upcoming, onList }: UpcomingCardProps) {
  const { absences } = form.values;
  const onChange = (next: readonly Absence[]) => form.edit({ absences: next });
  const timeZone = useClinicTimeZone();
  const card = useRef<HTMLElement>(null);
  /** The edited absence as JSON; 'new' for a new one. */
  const [edited, setEdited] = useState<string | null>(null);
  /** The absences by their JSON, so that equal ones are shown once. */
  const absencesByJson = new Map(absences.map((absence) => [JSON.stringify(absence), absence]));
  return (
    <section ref={card} className={classes.card} aria-labelledby="schedule-absences">
      <div className={classes.header}>
        <h2 id="schedule-absences" className={classes.title}>
          Bloqueos y vacaciones
        </h2>
        <Button
          kind="default"
          size="xs"
          icon={IconPlus}
          aria-haspopup="dialog"
          disabled={form.isSaving}
          onClick={() => setEdited('new')}
        >
          Agregar
        </Button>
      </div>
      <CardError error={form.errors.absences} />
      {absences.length === 0 && <p className={classes.empty}>Sin bloqueos ni vacaciones.</p>}
      <ul className={classes.rows}>
        {[...absencesByJson].map(([json, absence]) => {
          const Icon = kindIcons[getKind(absence)];
          return (
            <li key={json} className={`${classes.row} ${classes.absence}`}>
              <Icon size={20} stroke={1.7} aria-hidden />
              <div className={classes.words}>
                <b>{absence.reason}</b>
                <span className={classes.detail}>{describeAbsence(absence)}</span>
                <AffectedButton
                  affected={upcoming.filter((visit) => isDuring(visit, absence, timeZone))}
                  onList={onList}
                />
              </div>
              <Menu position="bottom-end" withinPortal>
                <Menu.Target>
                  <ActionIcon
                    size={32}
                    aria-label={`Opciones de ${absence.reason}`}
                    disabled={form.isSaving}
                  >
                    <IconDots size={18} stroke={1.7} aria-hidden />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item onClick={() => setEdited(json)}>Editar</Menu.Item>
                  <Menu.Item
                    onClick={() => {
                      onChange(absences.filter((other) => JSON.stringify(other) !== json));
                      setTimeout(rescueFocus, 0, card.current);
                    }}
                  >
                    Quitar
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </li>
          );
        })}
      </ul>
      <Modal
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? 'Agregar bloqueo' : 'Editar bloqueo'}
        size={460}
      >
        {edited !== null && (
          <AbsenceForm
            absence={absencesByJson.get(edited) ?? null}
            onCancel={() => setEdited(null)}
            onDone={(next) => {
              onChange(
                edited === 'new'
                  ? [...absences, next]
                  : absences.map((absence) =>
                      JSON.stringify(absence) === edited ? next : absence,
                    ),
              );
              setEdited(null);
            }}
          />
        )}
      </Modal>
    </section>
  );
}

type Kind = 'days' | 'hours' | 'weekly';

const kindIcons = { days: IconBeach, hours: IconBan, weekly: IconRepeat };

function getKind({ firstDay, from }: Pick<Absence, 'firstDay' | 'from'>): Kind {
  if (firstDay === null) return 'weekly';
  return from === null ? 'days' : 'hours';
}

const kinds: readonly { value: Kind; label: string }[] = [
  { value: 'days', label: 'Días completos' },
  { value: 'hours', label: 'Unas horas de un día' },
  { value: 'weekly', label: 'Cada semana' },
];

interface AbsenceFormProps {
  absence: Absence | null;
  onDone: (absence: Absence) => void;
  onCancel: () => void;
}

function AbsenceForm({ absence: edited, onDone, onCancel }: AbsenceFormProps) {
  const [kind, setKind] = useState<Kind>(edited === null ? 'days' : getKind(edited));
  const [values, setValues] = useState({
    reason: edited?.reason ?? '',
    firstDay: edited?.firstDay ?? '',
    lastDay: edited?.lastDay ?? '',
    weekday: String(edited?.weekday ?? 1),
    from: edited?.from ?? '',
    to: edited?.to ?? '',
  });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const field = (name: keyof typeof values) => ({
    value: values[name],
    error: errors[name],
    onChange: (value: string) => {
      setValues({ ...values, [name]: value });
      setErrors({});
    },
  });

  function validate() {
    const { firstDay, lastDay, from, to } = values;
    const { data, error } = absence.safeParse({
      reason: values.reason,
      firstDay: kind === 'weekly' ? null : firstDay,
      lastDay: kind === 'weekly' ? null : kind === 'hours' || lastDay === '' ? firstDay : lastDay,
      weekday: kind === 'weekly' ? Number(values.weekday) : null,
      from: kind === 'days' ? null : from,
      to: kind === 'days' ? null : to,
    });
    if (data) return onDone(data);
    setErrors(
      Object.fromEntries(
        (error?.issues ?? []).toReversed().map(({ path, message }) => {
          const name = String(path[0] ?? 'reason');
          // The contract calls an empty date invalid, but here it is missing.
          const isBlank = name.endsWith('Day') && values.firstDay === '';
          return isBlank ? ['firstDay', 'Elige la fecha.'] : [name, message];
        }),
      ),
    );
  }

  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        // The form of the page around the dialog must not be submitted too.
        event.stopPropagation();
        validate();
      }}
    >
      <TextInput
        label="Motivo"
        placeholder="Vacaciones"
        data-autofocus
        maxLength={120}
        autoComplete="off"
        {...field('reason')}
        onChange={({ currentTarget }) => field('reason').onChange(currentTarget.value)}
      />
      <NativeSelect
        label="Cuándo"
        data={[...kinds]}
        value={kind}
        onChange={({ currentTarget }) => setKind(currentTarget.value as Kind)}
      />
      {kind === 'weekly' && (
        <NativeSelect
          label="Día"
          data={WEEK.map((weekday) => ({ value: String(weekday), label: dayName(weekday) }))}
          value={values.weekday}
          onChange={({ currentTarget }) => setValues({ ...values, weekday: currentTarget.value })}
        />
      )}
      {kind !== 'weekly' && (
        <div className={classes.pair}>
          <DateField label={kind === 'days' ? 'Desde' : 'Fecha'} {...field('firstDay')} />
          {kind === 'days' && <DateField label="Hasta" {...field('lastDay')} />}
        </div>
      )}
      {kind !== 'days' && (
        <div className={classes.pair}>
          <TimeField label="De" {...field('from')} />
          <TimeField label="A" {...field('to')} />
        </div>
      )}
      <FormActions onCancel={onCancel}>
        <Button type="submit">{edited === null ? 'Agregar' : 'Guardar cambios'}</Button>
      </FormActions>
    </DialogForm>
  );
}
