import { Select } from '@mantine/core';
import { addDays, dayIn } from '@simiente/contract/common/days';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { formatLongDay, zoneName, zoneOffset } from '@simiente/contract/format/dates';
import type { AwaitedAppointment } from '@simiente/contract/reminders/calls';
import { IconSend, IconSettings } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, invalidate, queries, useAnswer } from '../../lib/api/client.ts';
import { hasEveryWord } from '../../lib/fold.ts';
import { pluralize } from '../../lib/format/numbers.ts';
import { lazyOnUse } from '../../lib/lazy-on-use.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { ChoiceFilter, Toolbar } from '../../ui/list/FilterButton.tsx';
import { PageHeader } from '../../ui/list/PageHeader.tsx';
import { SearchBox } from '../../ui/list/SearchBox.tsx';
import { ViewSwitch } from '../../ui/list/ViewSwitch.tsx';
import { LoadError } from '../../ui/page/EmptyState.tsx';
import { notifySuccess, useToastMutation } from '../../ui/toasts/notify.tsx';
import {
  AppointmentDialog,
  AppointmentForm,
  type AppointmentRequest,
  toDateTime,
} from '../appointments/public.ts';
import { useListView } from '../records/public.ts';
import { useCan, useClinicTimeZone } from '../session/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { AwaitedRow } from './AwaitedRow.tsx';
import classes from './ConfirmPage.module.css';
import { confirmSearch } from './confirm-search.ts';
import {
  describeReminder,
  mailObstacle,
  needsReminder,
  type ReminderState,
  reminderPills,
  reminderStates,
  whatsappObstacle,
} from './reminder-state.ts';

const WhatsappDialog = lazyOnUse(() => import('./WhatsappDialog.tsx'));
const RulesDialog = lazyOnUse(() => import('./RulesDialog.tsx'));

const TITLE = 'Por confirmar';
const dayChoices = [
  { value: '1', label: 'Mañana' },
  { value: '3', label: '3 días' },
  { value: '7', label: '7 días' },
] as const;

/** /por-confirmar: the appointments of the next days, their confirmations, and contact data. */
export function ConfirmPage() {
  const timeZone = useClinicTimeZone();
  const mayEdit = useCan()('patients.edit');
  const mayManage = useCan()('clinic.manage');
  const view = useListView(confirmSearch, useSearch({ from: '/_shell/_guarded/por-confirmar' }));
  const { dias, estado, medico, lugar } = view.search;
  const list = useAnswer(queries.reminders.list, { input: { days: dias } });
  const [openedId, setOpenedId] = useState<string | null>(null);
  const [rescheduling, setRescheduling] = useState<AppointmentRequest | null>(null);
  const [chatId, setChatId] = useState<string | null>(null);
  const [isEditing, setEditing] = useState(false);
  const refresh = () => invalidate(queries.reminders.key());

  const sending = useToastMutation('No se pudieron enviar', {
    mutationFn: (idAppointments: string[], options) =>
      api.reminders.send({ idAppointments }, options),
    onSuccess: async ({ data: { queued, skipped } }) => {
      await refresh();
      notifySuccess(
        queued === 1 ? 'Se envía 1 recordatorio' : `Se envían ${queued} recordatorios`,
        skipped > 0 ? { detail: `${skipped} sin correo o sin consentimiento.` } : {},
      );
    },
  });
  const resolving = useToastMutation('No se pudo dar por atendida', {
    mutationFn: (idAppointment: string) => api.reminders.resolve({ idAppointment }),
    onSuccess: refresh,
  });

  const { isOn = true, whatsappHours = 0, appointments = [] } = list.data ?? {};
  const offReason = isOn ? undefined : 'Los recordatorios están desactivados';
  const matchingRows = appointments
    .map((awaited) => ({ awaited, ...describeReminder(awaited, timeZone, { whatsappHours }) }))
    .filter(({ awaited: { appointment } }) => {
      const { name, phone } = appointment.patient;
      return (
        hasEveryWord(`${name} ${phone ?? ''}`, view.text) &&
        (medico === undefined || appointment.idDoctor === medico) &&
        (lugar === undefined || (appointment.place?.idBranch ?? 'clinica') === lugar)
      );
    });
  const shownRows = matchingRows.filter(({ state }) => estado === undefined || state === estado);
  const counts = Object.fromEntries(
    reminderStates.map((name) => [name, matchingRows.filter(({ state }) => state === name).length]),
  ) as Record<ReminderState, number>;
  const states = reminderStates.filter((state) => counts[state] > 0 || state === estado);
  const toRemind = shownRows.filter(({ state }) => needsReminder(state));
  const toMail = toRemind.filter(({ awaited }) => !mailObstacle(awaited) && !awaited.mail);
  const whatsappQueue = shownRows
    .filter(({ state, awaited }) => needsReminder(state) || awaited.appointment.id === chatId)
    .flatMap(({ awaited }) => (whatsappObstacle(awaited) ? [] : [awaited]));

  return (
    <>
      <PageTitle>{TITLE}</PageTitle>
      <PageCrumbs crumbs={[{ label: TITLE }]} />
      <PageHeader
        title={TITLE}
        context={
          list.data &&
          `${describeCounts(matchingRows)} · Hora de ${zoneName(timeZone)} (${zoneOffset(timeZone, new Date())})`
        }
        search={<SearchBox label="Buscar paciente" value={view.text} onChange={view.type} />}
        action={
          <span className={classes.actions}>
            <ViewSwitch
              label="Días"
              views={dayChoices}
              value={String(dias) as '1' | '3' | '7'}
              onChange={(value) => view.change({ dias: Number(value) as 1 | 3 | 7 })}
            />
            {mayEdit && (
              <Button
                kind="default"
                icon={IconSend}
                loading={sending.isPending}
                disabled={!isOn || toMail.length === 0}
                disabledReason={offReason ?? 'No hay recordatorios por enviar por correo'}
                onClick={() =>
                  sending.mutate(toMail.map(({ awaited }) => awaited.appointment.id).slice(0, 200))
                }
              >
                Enviar recordatorios
              </Button>
            )}
            {mayManage && (
              <Button
                kind="default"
                icon={IconSettings}
                aria-haspopup="dialog"
                onClick={() => setEditing(true)}
              >
                Reglas
              </Button>
            )}
          </span>
        }
      />
      {!isOn && (
        <p className={classes.notice} role="status">
          Los recordatorios están desactivados.{' '}
          {mayManage
            ? 'Revisa sus reglas y actívalos.'
            : 'Un administrador puede activarlos aquí. Mientras tanto puedes llamar y marcar quién confirmó.'}
        </p>
      )}
      <Toolbar
        right={
          <>
            <Choice
              label="Médico"
              all="Médico: todos"
              value={medico}
              options={appointments.map(({ appointment: { idDoctor, doctor } }) => [
                idDoctor,
                titledName(doctor.name),
              ])}
              onChange={(value) => view.change({ medico: value })}
            />
            <Choice
              label="Lugar"
              all="Lugar: todos"
              value={lugar}
              options={appointments.map(({ appointment: { place } }) =>
                place ? [place.idBranch, place.name] : ['clinica', 'Clínica'],
              )}
              onChange={(value) => view.change({ lugar: value })}
            />
          </>
        }
      >
        <ChoiceFilter
          label="Filtrar por recordatorio"
          all="Todas"
          choices={states}
          getName={(state) => reminderPills[state].label}
          getTone={(state) => reminderPills[state].tone}
          counts={list.data ? counts : null}
          chosen={estado}
          onChoose={(state) => view.change({ estado: state })}
        />
      </Toolbar>
      {list.isError && !list.data ? (
        <LoadError title="No se pudieron cargar las citas" queries={[list]} />
      ) : list.data && shownRows.length === 0 ? (
        <div className={classes.empty}>
          <p>
            {view.isFiltered
              ? 'No hay datos disponibles'
              : 'No hay citas por confirmar en estos días.'}
          </p>
          {dias < 7 && (
            <Button kind="subtle" onClick={() => view.change({ dias: 7 })}>
              Ver 7 días
            </Button>
          )}
        </div>
      ) : (
        <div className={classes.card} aria-busy={list.isPending}>
          <div className={`${classes.row} ${classes.columns}`} aria-hidden>
            {['Hora', 'Paciente', 'Médico', 'Lugar', 'Recordatorio', 'Contacto'].map((title) => (
              <span key={title}>{title}</span>
            ))}
          </div>
          {groupByDay(shownRows, timeZone).map(({ day, title, rows }) => (
            <section key={day} aria-labelledby={`day-${day}`}>
              <h2 id={`day-${day}`} className={classes.day}>
                <b>{title}</b> <span>{describeCounts(rows, { withConfirmed: true })}</span>
              </h2>
              <ul className={classes.rows}>
                {rows.map((row) => (
                  <AwaitedRow
                    key={row.awaited.appointment.id}
                    {...row}
                    offReason={offReason}
                    onOpen={setOpenedId}
                    onMail={(id) => sending.mutate([id])}
                    onWhatsapp={setChatId}
                    onReschedule={({ appointment: record }) => {
                      const when = toDateTime(record.appointmentDate.date, timeZone);
                      setRescheduling({ record, start: { when } });
                    }}
                    onResolve={resolving.mutate}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      <AppointmentDialog id={openedId} onClose={() => setOpenedId(null)} />
      <AppointmentForm requested={rescheduling} onClosed={() => setRescheduling(null)} />
      {chatId !== null && (
        <WhatsappDialog queue={whatsappQueue} startId={chatId} onClose={() => setChatId(null)} />
      )}
      {isEditing && <RulesDialog onClose={() => setEditing(false)} />}
    </>
  );
}

interface ReminderRow {
  readonly awaited: AwaitedAppointment;
  readonly state: ReminderState;
}

/** Text such as '10 citas · 7 por confirmar', and for a day '7 citas · 2 confirmadas · 5 por confirmar'. */
function describeCounts(rows: readonly ReminderRow[], { withConfirmed = false } = {}): string {
  const activeRows = rows.filter(({ state }) => state !== 'cancelled');
  const confirmed = activeRows.filter(({ state }) => state === 'confirmed').length;
  return [
    pluralize(activeRows.length, ['cita', 'citas']),
    ...(withConfirmed ? [pluralize(confirmed, ['confirmada', 'confirmadas'])] : []),
    `${activeRows.length - confirmed} por confirmar`,
  ].join(' · ');
}

function groupByDay<Row extends ReminderRow>(rows: readonly Row[], timeZone: string) {
  const today = dayIn(timeZone, new Date());
  const near = new Map([
    [today, 'hoy, '],
    [addDays(today, 1), 'mañana, '],
  ]);
  const days = Map.groupBy(rows, ({ awaited }) =>
    dayIn(timeZone, new Date(awaited.appointment.appointmentDate.date ?? '')),
  );
  return [...days].map(([day, dayRows]) => {
    const long = formatLongDay(day, { timeZone }).replace(/,| de \d{4}$/g, '');
    const title = `${near.get(day) ?? ''}${long}`;
    return { day, title: title.charAt(0).toLocaleUpperCase('es') + title.slice(1), rows: dayRows };
  });
}

interface ChoiceProps {
  label: string;
  /** Placeholder while nothing is chosen. */
  all: string;
  value: string | undefined;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string | undefined) => void;
}

/** A filter by one of the values in the list; the options may repeat. */
function Choice({ label, all, value, options, onChange }: ChoiceProps) {
  const data = [...new Map(options)].map(([id, name]) => ({ value: id, label: name }));
  return (
    <Select
      aria-label={label}
      placeholder={all}
      clearable
      size="sm"
      className={classes.choice ?? ''}
      data={data}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  );
}
