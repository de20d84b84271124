import { reportKindWords } from '@simiente/contract/reports/states';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../lib/api/client.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { DateText } from '../../ui/page/DateText.tsx';
import { May } from '../session/public.ts';
import classes from './LinkRequests.module.css';

/** Patients who wait for a new link to their report; nothing while nobody does. */
export function LinkRequests() {
  return (
    <May act="reports.deliver">
      <Card />
    </May>
  );
}

function Card() {
  const { data } = useQuery(
    queries.deliveries.requests.queryOptions({
      input: {},
      select: ({ data: { requests } }) => requests,
    }),
  );
  if (data === undefined || data.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby="link-requests">
      <h2 id="link-requests" className={classes.title}>
        Pacientes que piden otro enlace{' '}
        <span className={classes.count}>{formatCount(data.length)}</span>
      </h2>
      <ul className={classes.rows}>
        {data.map(({ idDelivery, idUser, patientName, kind, requestedAt }) => (
          <li key={idDelivery} className={classes.row}>
            <Link
              to="/pacientes/$idUser"
              params={{ idUser }}
              hash="entregas"
              className={classes.name}
            >
              {patientName}
            </Link>
            <span className={classes.facts}>
              {reportKindWords[kind]} · <DateText value={requestedAt} hour />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
