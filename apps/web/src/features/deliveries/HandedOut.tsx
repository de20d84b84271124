import { Skeleton } from '@mantine/core';
import type { HandedOut as Reached } from '@simiente/contract/deliveries/calls';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import { countOf } from '../../lib/format/numbers.ts';
import { DateText } from '../../ui/page/DateText.tsx';
import { LoadError } from '../../ui/page/LoadError.tsx';
import { describeOpens, describeWays } from './delivery-words.ts';
import classes from './HandedOut.module.css';

/** Whom a signed version reached: each link with what became of it, and who downloaded it. */
export function HandedOut({ idVersion }: { idVersion: string }) {
  const query = useQuery({
    ...queries.deliveries.ofVersion.queryOptions({
      input: { idVersion },
      select: ({ data }) => data,
    }),
    // Who takes it back sees who opened it until now.
    staleTime: 0,
  });
  return (
    <section className={classes.reached} aria-labelledby="reached" aria-busy={query.isPending}>
      <h3 id="reached" className={classes.caption}>
        Quién lo recibió
      </h3>
      {query.data ? (
        <List {...query.data} />
      ) : query.error ? (
        <LoadError title="Error al cargar quién lo recibió" queries={[query]} />
      ) : (
        <Skeleton height={40} />
      )}
    </section>
  );
}

function List({ deliveries, downloads }: Reached) {
  if (deliveries.length + downloads.length === 0) {
    return <p className={classes.words}>No se entregó al paciente y nadie lo descargó.</p>;
  }
  return (
    <ul className={classes.list}>
      {deliveries.map((delivery) => (
        <li key={delivery.idDelivery}>
          <p className={classes.words}>
            El paciente: {describeOpens(delivery)}
            {delivery.openedAt !== null && (
              <>
                {', la última '}
                <DateText value={delivery.openedAt} hour />
              </>
            )}
          </p>
          <p className={classes.facts}>
            {describeWays(delivery)} · <DateText value={delivery.createdAt} hour />
            {delivery.createdBy !== null && `, ${delivery.createdBy}`}
          </p>
        </li>
      ))}
      {downloads.map(({ by, at, times }) => (
        <li key={`${by} ${at}`}>
          <p className={classes.words}>
            {by}: {countOf(times, ['descarga', 'descargas'])}, la última{' '}
            <DateText value={at} hour />
          </p>
        </li>
      ))}
    </ul>
  );
}
