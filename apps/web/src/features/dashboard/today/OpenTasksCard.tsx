import type { Capability } from '@simiente/contract/common/access/roles';
import type { SetupSteps, Today } from '@simiente/contract/dashboard/calls';
import { formatDay } from '@simiente/contract/format/dates';
import {
  IconAlertTriangle,
  IconBellRinging,
  IconCalendarOff,
  IconCalendarQuestion,
  IconCalendarTime,
  IconCheck,
  IconChevronRight,
  IconFileText,
  IconFlask,
  IconLinkPlus,
  IconMailExclamation,
  IconPrescription,
  IconShieldLock,
  IconSignature,
  IconSignatureOff,
  IconStethoscope,
  IconTestPipeOff,
  IconUrgent,
  IconUserPlus,
  IconUserQuestion,
  IconUserSearch,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { cloneElement } from 'react';
import { queries, useAnswer } from '../../../lib/api/client.ts';
import { formatCount, pluralize } from '../../../lib/format/numbers.ts';
import type { LinkSlot } from '../../../ui/link-slot.ts';
import { IconTile } from '../../../ui/status/IconTile.tsx';
import { useAttention } from '../../calendly/public.ts';
import { linkRequestsLink, useLinkRequests } from '../../deliveries/public.ts';
import { useAwaitedCounts } from '../../reminders/public.ts';
import { useReportsToSign } from '../../reports/public.ts';
import { useCan, useClinicTimeZone } from '../../session/public.ts';
import classes from './TodaySection.module.css';

/** 'Por resolver': open tasks with their links. */
export function OpenTasksCard({ today }: { today: Today }) {
  const { recipes, prospects, suspendedIdentities = 0, overdueRequests = 0 } = today;
  const timeZone = useClinicTimeZone();
  // Always a date: with the current time as `now`, a recent day would be 'hoy' or 'ayer'.
  const sinceDay = (instant: string | null | undefined) =>
    `desde el ${formatDay(instant, { timeZone, now: new Date(0) })}`;
  const { withoutPatient = 0, failedDeliveries = 0 } = useAttention() ?? {};
  const reports = useReportsToSign() ?? { toSign: 0, isCapped: false, oldest: null, changed: 0 };
  const linkRequests = useLinkRequests();
  const { requests, cancelled } = useAwaitedCounts();
  const { data: results } = useAnswer(queries.results.attention, {
    enabled: useCan()('results.validate'),
  });
  const tasks: readonly Task[] = [
    {
      icon: IconUrgent,
      count: results?.critical,
      title: 'Valores críticos',
      detail: 'Nadie los ha marcado como vistos',
      link: <Link to="/home/resultados" />,
    },
    {
      icon: IconUrgent,
      count: results?.criticalReceived,
      isPart: true,
      title: 'Valores críticos sin paciente',
      detail: 'Asígnalos a su paciente',
      link: <Link to="/resultados-recibidos" />,
    },
    {
      icon: IconTestPipeOff,
      count: results?.rejectedOrders,
      title: 'Estudios rechazados',
      detail: 'El laboratorio no los hará',
      link: <Link to="/ordenes" search={{ estado: 'rechazada' }} />,
    },
    {
      icon: IconFlask,
      count: results?.toValidate,
      title: 'Resultados por validar',
      detail: 'Empieza por los más antiguos',
      link: <Link to="/home/resultados" />,
    },
    {
      icon: IconUserQuestion,
      count: results?.received,
      title: 'Resultados recibidos sin paciente',
      detail: 'Asígnalos a su paciente',
      link: <Link to="/resultados-recibidos" />,
    },
    {
      icon: IconMailExclamation,
      count: results?.failedMessages,
      title: 'Mensajes de laboratorios sin procesar',
      detail: 'Revisa qué les falta',
      link: <Link to="/mensajes-sin-procesar" />,
    },
    {
      icon: IconPrescription,
      count: recipes.count,
      isCapped: recipes.isCapped,
      title: 'Recetas por validar',
      detail: recipes.oldest?.since
        ? `La más antigua, ${sinceDay(recipes.oldest.since)}`
        : `Empieza por ${recipes.oldest?.patientName}`,
      link: <Link to="/home/recetas" />,
    },
    {
      icon: IconAlertTriangle,
      count: reports.changed,
      isPart: true,
      title: 'Informes con resultados que cambiaron',
      detail: 'No se entregan hasta que los revises',
      link: <Link to="/por-firmar" />,
    },
    {
      icon: IconSignature,
      count: reports.toSign,
      isCapped: reports.isCapped,
      title: 'Informes por firmar',
      detail: `El más antiguo, ${sinceDay(reports.oldest)}`,
      link: <Link to="/por-firmar" />,
    },
    {
      icon: IconLinkPlus,
      count: linkRequests.length,
      title: 'Solicitudes de otro enlace',
      detail: `La primera, ${sinceDay(linkRequests[0]?.requestedAt)}`,
      link: linkRequestsLink,
    },
    {
      icon: IconCalendarTime,
      count: requests,
      title: 'Pacientes que piden otro horario',
      detail: 'Su cita sigue en pie hasta que les respondas',
      link: <Link to="/por-confirmar" search={{ dias: 7, estado: 'other' }} />,
    },
    {
      icon: IconCalendarOff,
      count: cancelled,
      title: 'Pacientes que cancelaron su cita',
      detail: 'Su horario quedó libre',
      link: <Link to="/por-confirmar" search={{ dias: 7, estado: 'cancelled' }} />,
    },
    {
      icon: IconUserSearch,
      count: prospects.count,
      isCapped: prospects.isCapped,
      title: 'Prospectos nuevos',
      detail: describeArrived(prospects.arrivedToday),
      link: <Link to="/prospectos" search={{ estado: 'pending' }} />,
    },
    {
      icon: IconCalendarQuestion,
      count: withoutPatient,
      title: 'Citas de Calendly sin paciente',
      detail: 'Correo que no coincide',
      link: <Link to="/pacientes/citas-sin-paciente" />,
    },
    {
      icon: IconMailExclamation,
      count: failedDeliveries,
      title: 'Notificaciones de Calendly sin procesar',
      detail: 'Puedes volver a procesarlas',
      link: <Link to="/mensajes-sin-procesar" />,
    },
    {
      icon: IconShieldLock,
      count: overdueRequests,
      title: 'Solicitudes de datos vencidas',
      detail: 'Responde primero la más antigua',
      link: <Link to="/privacidad" />,
    },
    {
      icon: IconSignatureOff,
      count: suspendedIdentities,
      title: 'Firmas suspendidas',
      detail: 'Falta que las confirme una segunda cuenta',
      link: <Link to="/cuentas" search={{ firma: 'suspended' }} />,
    },
  ];
  const open = tasks.flatMap(({ count, ...task }) => (count ? [{ count, ...task }] : []));
  const total = open.reduce((sum, { count, isPart }) => (isPart ? sum : sum + count), 0);
  return (
    <div className={classes.card}>
      <div className={classes.header}>
        <h3 className={classes.name}>Por resolver</h3>
        {total > 0 && (
          <span className={classes.issues}>
            {pluralize(total, ['asunto', 'asuntos'], {
              isCapped: open.some(({ isCapped }) => isCapped),
            })}
          </span>
        )}
      </div>
      {total === 0 ? (
        <p className={classes.none}>
          <IconCheck size={17} stroke={1.7} aria-hidden /> No hay pendientes por ahora.
        </p>
      ) : (
        <ul className={classes.rows}>
          {open.map(({ count, isCapped, isPart: _, ...row }) => (
            <TaskRow key={row.title} {...row} count={formatCount(count, { isCapped })} />
          ))}
        </ul>
      )}
    </div>
  );
}

interface Task {
  readonly icon: TablerIcon;
  readonly title: string;
  readonly detail: string;
  /** Null or undefined for an account that may not see the task. */
  readonly count: number | null | undefined;
  readonly isCapped?: boolean;
  /** Whether the count is included in another row's. */
  readonly isPart?: boolean;
  readonly link: LinkSlot;
}

function describeArrived(arrived: number): string {
  if (arrived === 0) return 'Ninguno llegó hoy';
  return arrived === 1 ? '1 llegó hoy' : `${formatCount(arrived)} llegaron hoy`;
}

interface TaskRowProps {
  icon: TablerIcon;
  title: string;
  detail: string;
  count: string;
  link: LinkSlot;
}

export function TaskRow({ icon, title, detail, count, link }: TaskRowProps) {
  return (
    <li>
      {cloneElement(link, {
        className: classes.waiting ?? '',
        children: (
          <>
            <IconTile icon={icon} />
            <span className={classes.words}>
              <span className={classes.person}>{title}</span>{' '}
              <span className={classes.facts} title={detail}>
                {detail}
              </span>
            </span>{' '}
            <span className={classes.taskCount}>{count}</span>
            <IconChevronRight size={17} stroke={1.7} aria-hidden />
          </>
        ),
      })}
    </li>
  );
}

interface Step {
  readonly id: keyof SetupSteps;
  readonly needs: Capability;
  readonly icon: TablerIcon;
  readonly title: string;
  readonly detail: string;
  readonly link: LinkSlot;
}

const steps: readonly Step[] = [
  {
    id: 'letterhead',
    needs: 'letterhead.manage',
    icon: IconFileText,
    title: 'Prepara el membrete',
    detail: 'Nombre, domicilio, licencia y logotipo de tus documentos',
    link: <Link to="/membrete" />,
  },
  {
    id: 'doctor',
    needs: 'directory.edit',
    icon: IconStethoscope,
    title: 'Agrega a los médicos',
    detail: 'Con sus horarios de consulta',
    link: <Link to="/medicos" />,
  },
  {
    id: 'team',
    needs: 'accounts.manage',
    icon: IconUsers,
    title: 'Invita a tu equipo',
    detail: 'Cada persona con su propia cuenta',
    link: <Link to="/cuentas" />,
  },
  {
    id: 'patient',
    needs: 'patients.edit',
    icon: IconUserPlus,
    title: 'Registra al primer paciente',
    detail: 'O importa tu lista de pacientes',
    link: <Link to="/pacientes" />,
  },
  {
    id: 'reminders',
    needs: 'clinic.manage',
    icon: IconBellRinging,
    title: 'Activa los recordatorios',
    detail: 'Para que los pacientes confirmen su cita',
    link: <Link to="/por-confirmar" />,
  },
];

/** Whether the first steps replace the dashboard: the account has an open step, and no patient or prospect exists. */
export function useIsNewClinic(): boolean {
  const can = useCan();
  const { data } = useAnswer(queries.dashboard.today, {});
  if (data?.setup === undefined) return false;
  const { setup, prospects } = data;
  const isOpen = steps.some(({ id, needs }) => can(needs) && !setup[id]);
  return isOpen && !setup.patient && prospects.count === 0;
}

/** 'Primeros pasos' of a new clinic, for the account's roles; hidden when all are done. */
export function FirstSteps({ setup }: { setup: SetupSteps }) {
  const can = useCan();
  const allowedSteps = steps.filter(({ needs }) => can(needs));
  const done = allowedSteps.filter(({ id }) => setup[id]).length;
  if (done === allowedSteps.length) return null;
  return (
    <section className={`${classes.card} ${classes.room}`} aria-labelledby="first-steps">
      <div className={classes.header}>
        <h3 id="first-steps" className={classes.name}>
          Primeros pasos
        </h3>
        <span className={classes.issues}>
          {done} de {allowedSteps.length}
        </span>
      </div>
      <ul className={classes.rows}>
        {allowedSteps.map(({ id, needs: _, icon, title, detail, link }) => (
          <TaskRow
            key={id}
            icon={setup[id] ? IconCheck : icon}
            title={title}
            detail={detail}
            count={setup[id] ? 'Listo' : ''}
            link={link}
          />
        ))}
      </ul>
    </section>
  );
}
