import type { Today } from '@simiente/contract/dashboard/calls';
import { formatDay } from '@simiente/contract/format/dates';
import {
  IconAlertTriangle,
  IconCalendarOff,
  IconCalendarQuestion,
  IconCalendarTime,
  IconCheck,
  IconChevronRight,
  IconFlask,
  IconLinkPlus,
  IconMailExclamation,
  IconPrescription,
  IconShieldLock,
  IconSignature,
  IconSignatureOff,
  IconTestPipeOff,
  IconUrgent,
  IconUserQuestion,
  IconUserSearch,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../../lib/api/client.ts';
import { formatCount, pluralize } from '../../../lib/format/numbers.ts';
import type { LinkSlot } from '../../../ui/link-slot.ts';
import { IconTile } from '../../../ui/status/IconTile.tsx';
import { useAttention } from '../../calendly/public.ts';
import { linkRequestsLink, useLinkRequests } from '../../deliveries/public.ts';
import { useAwaitedCounts } from '../../reminders/public.ts';
import { useToSign } from '../../reports/public.ts';
import { useClinicTimeZone, useMay } from '../../session/public.ts';
import classes from './TodaySection.module.css';

/** Por resolver: open tasks with their links. */
export function WaitingCard({
  today: { recipes, prospects, suspendedIdentities = 0, overdueRequests = 0 },
}: {
  today: Today;
}) {
  const timeZone = useClinicTimeZone();
  const { withoutPatient = 0, failedDeliveries = 0 } = useAttention() ?? {};
  const reports = useToSign() ?? { toSign: 0, isCapped: false, oldest: null, changed: 0 };
  const asking = useLinkRequests();
  const { requests, cancelled } = useAwaitedCounts();
  const { critical, criticalReceived, rejectedOrders, toValidate, received, failedMessages } =
    useResultsAttention();
  const all =
    critical +
    rejectedOrders +
    toValidate +
    received +
    failedMessages +
    recipes.count +
    reports.toSign +
    asking.length +
    requests +
    cancelled +
    prospects.count +
    withoutPatient +
    failedDeliveries +
    suspendedIdentities +
    overdueRequests;
  const isCapped = recipes.isCapped || reports.isCapped || prospects.isCapped;
  const { oldest } = recipes;
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <h3 className={classes.name}>Por resolver</h3>
        {all > 0 && (
          <span className={classes.issues}>{pluralize(all, ['asunto', 'asuntos'], isCapped)}</span>
        )}
      </div>
      {all === 0 ? (
        <p className={classes.none}>
          <IconCheck size={17} stroke={1.7} aria-hidden /> No hay pendientes por ahora.
        </p>
      ) : (
        <ul className={classes.rows}>
          {critical > 0 && (
            <WaitingRow
              icon={IconUrgent}
              title="Valores críticos"
              detail="Nadie los ha marcado como vistos"
              count={formatCount(critical)}
              link={(props) => <Link to="/home/resultados" {...props} />}
            />
          )}
          {criticalReceived > 0 && (
            <WaitingRow
              icon={IconUrgent}
              title="Valores críticos sin paciente"
              detail="Asígnalos a su paciente"
              count={formatCount(criticalReceived)}
              link={(props) => <Link to="/resultados-recibidos" {...props} />}
            />
          )}
          {rejectedOrders > 0 && (
            <WaitingRow
              icon={IconTestPipeOff}
              title="Estudios rechazados"
              detail="El laboratorio no los hará"
              count={formatCount(rejectedOrders)}
              link={(props) => <Link to="/ordenes" search={{ estado: 'rechazada' }} {...props} />}
            />
          )}
          {toValidate > 0 && (
            <WaitingRow
              icon={IconFlask}
              title="Resultados por validar"
              detail="Empieza por los más antiguos"
              count={formatCount(toValidate)}
              link={(props) => <Link to="/home/resultados" {...props} />}
            />
          )}
          {received > 0 && (
            <WaitingRow
              icon={IconUserQuestion}
              title="Resultados recibidos sin paciente"
              detail="Asígnalos a su paciente"
              count={formatCount(received)}
              link={(props) => <Link to="/resultados-recibidos" {...props} />}
            />
          )}
          {failedMessages > 0 && (
            <WaitingRow
              icon={IconMailExclamation}
              title="Mensajes de laboratorios sin procesar"
              detail="Revisa qué les falta"
              count={formatCount(failedMessages)}
              link={(props) => <Link to="/mensajes-sin-procesar" {...props} />}
            />
          )}
          {oldest && (
            <WaitingRow
              icon={IconPrescription}
              title="Recetas por validar"
              detail={
                oldest.since === null
                  ? `Empieza por ${oldest.patientName}`
                  : `La más antigua, desde el ${formatDay(oldest.since, { timeZone })}`
              }
              count={formatCount(recipes.count, recipes.isCapped)}
              link={(props) => <Link to="/home/recetas" {...props} />}
            />
          )}
          {reports.changed > 0 && (
            <WaitingRow
              icon={IconAlertTriangle}
              title="Informes con resultados que cambiaron"
              detail="No se entregan hasta que los revises"
              count={formatCount(reports.changed)}
              link={(props) => <Link to="/por-firmar" {...props} />}
            />
          )}
          {reports.oldest !== null && (
            <WaitingRow
              icon={IconSignature}
              title="Informes por firmar"
              detail={`El más antiguo, desde el ${formatDay(reports.oldest, { timeZone, now: new Date(0) })}`}
              count={formatCount(reports.toSign, reports.isCapped)}
              link={(props) => <Link to="/por-firmar" {...props} />}
            />
          )}
          {asking[0] !== undefined && (
            <WaitingRow
              icon={IconLinkPlus}
              title="Solicitudes de otro enlace"
              detail={`El primero, desde el ${formatDay(asking[0].requestedAt, { timeZone, now: new Date(0) })}`}
              count={formatCount(asking.length)}
              link={linkRequestsLink}
            />
          )}
          {requests > 0 && (
            <WaitingRow
              icon={IconCalendarTime}
              title="Pacientes que piden otro horario"
              detail="Su cita sigue en pie hasta que les respondas"
              count={formatCount(requests)}
              link={(props) => (
                <Link to="/por-confirmar" search={{ dias: 7, estado: 'other' }} {...props} />
              )}
            />
          )}
          {cancelled > 0 && (
            <WaitingRow
              icon={IconCalendarOff}
              title="Pacientes que cancelaron su cita"
              detail="Su horario quedó libre"
              count={formatCount(cancelled)}
              link={(props) => (
                <Link to="/por-confirmar" search={{ dias: 7, estado: 'cancelled' }} {...props} />
              )}
            />
          )}
          {prospects.count > 0 && (
            <WaitingRow
              icon={IconUserSearch}
              title="Prospectos nuevos"
              detail={describeArrived(prospects.arrivedToday)}
              count={formatCount(prospects.count, prospects.isCapped)}
              link={(props) => <Link to="/prospectos" search={{ estado: 'pending' }} {...props} />}
            />
          )}
          {withoutPatient > 0 && (
            <WaitingRow
              icon={IconCalendarQuestion}
              title="Citas de Calendly sin paciente"
              detail="Correo que no coincide"
              count={formatCount(withoutPatient)}
              link={(props) => <Link to="/pacientes/citas-sin-paciente" {...props} />}
            />
          )}
          {failedDeliveries > 0 && (
            <WaitingRow
              icon={IconMailExclamation}
              title="Notificaciones de Calendly sin procesar"
              detail="Se pueden volver a intentar"
              count={formatCount(failedDeliveries)}
              link={(props) => <Link to="/mensajes-sin-procesar" {...props} />}
            />
          )}
          {overdueRequests > 0 && (
            <WaitingRow
              icon={IconShieldLock}
              title="Solicitudes de datos personales vencidas"
              detail="Responde primero la más antigua"
              count={formatCount(overdueRequests)}
              link={(props) => <Link to="/privacidad" {...props} />}
            />
          )}
          {suspendedIdentities > 0 && (
            <WaitingRow
              icon={IconSignatureOff}
              title="Firmas suspendidas"
              detail="Falta que las confirme una segunda cuenta"
              count={formatCount(suspendedIdentities)}
              link={(props) => <Link to="/cuentas" search={{ firma: 'suspended' }} {...props} />}
            />
          )}
        </ul>
      )}
    </div>
  );
}

/** Counts of results that wait for validation: first in the card. */
function useResultsAttention() {
  const mayValidate = useMay()('results.validate');
  const { data } = useQuery(
    queries.results.attention.queryOptions({
      enabled: mayValidate,
      select: ({ data }) => data,
    }),
  );
  return {
    critical: data?.critical ?? 0,
    // Critical ones among the received results.
    criticalReceived: data?.criticalReceived ?? 0,
    rejectedOrders: data?.rejectedOrders ?? 0,
    toValidate: data?.toValidate ?? 0,
    received: data?.received ?? 0,
    failedMessages: data?.failedMessages ?? 0,
  };
}

function describeArrived(arrived: number): string {
  if (arrived === 0) return 'Ninguno llegó hoy';
  return arrived === 1 ? '1 llegó hoy' : `${formatCount(arrived)} llegaron hoy`;
}

interface WaitingRowProps {
  icon: TablerIcon;
  title: string;
  detail: string;
  count: string;
  link: LinkSlot;
}

export function WaitingRow({ icon, title, detail, count, link }: WaitingRowProps) {
  return (
    <li>
      {link({
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
            <span className={classes.figure}>{count}</span>
            <IconChevronRight size={17} stroke={1.7} aria-hidden />
          </>
        ),
      })}
    </li>
  );
}
