import { Link } from '@tanstack/react-router';
import { queries, useAnswer } from '../../lib/api/client.ts';
import { DateText } from '../../ui/page/DateText.tsx';
import { useCan } from '../session/public.ts';
import classes from './EmergencyAccesses.module.css';

/** Recent emergency accesses: all for auditors, those of their own patients for doctors. Hidden without any. */
export function EmergencyAccesses() {
  const { data: accesses = [] } = useAnswer(queries.emergencyAccess.recent, {
    enabled: useCan()('accesses.read'),
    select: ({ accesses }) => accesses,
  });
  if (accesses.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby="emergency-title">
      <h3 id="emergency-title" className={classes.title}>
        Accesos de emergencia
      </h3>
      <ul className={classes.rows}>
        {accesses.map(({ idUser, patientName, openedBy, reason, openedAt }) => (
          <li key={`${idUser} ${openedAt}`} className={classes.row}>
            <p className={classes.words}>
              {openedBy ?? 'Una cuenta eliminada'} abrió los informes y archivos de{' '}
              {patientName === null ? (
                'un paciente eliminado'
              ) : (
                <Link to="/pacientes/$idUser" params={{ idUser }} className={classes.link}>
                  {patientName}
                </Link>
              )}{' '}
              · <DateText value={openedAt} hour />
            </p>
            <p className={classes.reason}>«{reason}»</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
