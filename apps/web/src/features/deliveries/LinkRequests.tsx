import type { LinkRequest } from '@simiente/contract/deliveries/calls';
import { reportKindWords } from '@simiente/contract/reports/states';
import { Link } from '@tanstack/react-router';
import { queries, useAnswer } from '../../lib/api/client.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import type { LinkSlot } from '../../ui/link-slot.ts';
import { DateText } from '../../ui/page/DateText.tsx';
import { useCan } from '../session/public.ts';
import classes from './LinkRequests.module.css';

const TITLE_ID = 'enlaces-pedidos';

/** Open requests for a new link, oldest first; empty for an account that may not deliver. */
export function useLinkRequests(): readonly LinkRequest[] {
  const { data } = useAnswer(queries.deliveries.requests, {
    input: {},
    select: ({ requests }) => requests,
    enabled: useCan()('reports.deliver'),
  });
  return data ?? [];
}

/** Link to the list of requests on Inicio. */
export const linkRequestsLink: LinkSlot = <Link to="." hash={TITLE_ID} />;

export function LinkRequests() {
  const requests = useLinkRequests();
  if (requests.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby={TITLE_ID}>
      <h2 id={TITLE_ID} className={classes.title}>
        Pacientes que solicitan otro enlace{' '}
        <span className={classes.count}>{formatCount(requests.length)}</span>
      </h2>
      <ul className={classes.rows}>
        {requests.map(({ idDelivery, idUser, patientName, kind, requestedAt }) => (
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
