import { Skeleton } from '@mantine/core';
import type {
  Delivery,
  VersionRecipients as Recipients,
} from '@simiente/contract/deliveries/calls';
import { queries, useAnswer } from '../../lib/api/client.ts';
import { pluralize } from '../../lib/format/numbers.ts';
import { DateText } from '../../ui/page/DateText.tsx';
import { LoadError } from '../../ui/page/EmptyState.tsx';
import { describeOpens, describeWays } from './delivery-words.ts';
import classes from './VersionRecipients.module.css';

/** 'Quién lo recibió' a signed version: its links, its downloads, and links to the patient's earlier versions. */
export function VersionRecipients({ idVersion }: { idVersion: string }) {
  const query = useAnswer(queries.deliveries.ofVersion, {
    input: { idVersion },
    // Before a withdrawal, the user must see who has opened the report so far.
    staleTime: 0,
  });
  return (
    <section className={classes.reached} aria-labelledby="reached" aria-busy={query.isPending}>
      <h3 id="reached" className={classes.caption}>
        Quién lo recibió
      </h3>
      {query.data ? (
        <RecipientList {...query.data} />
      ) : query.error ? (
        <LoadError title="No se pudo cargar quién lo recibió" queries={[query]} />
      ) : (
        <Skeleton height={40} />
      )}
    </section>
  );
}

function RecipientList({ deliveries, earlier, downloads }: Recipients) {
  const reachedNobody = deliveries.length + downloads.length === 0;
  const hasEarlier = earlier.length > 0;
  return (
    <>
      {reachedNobody && (
        <p className={classes.words}>Esta versión no se entregó al paciente y nadie la descargó.</p>
      )}
      {hasEarlier && (
        <p className={classes.words}>
          El paciente puede conservar una versión anterior, que ya no está vigente: avísale.
        </p>
      )}
      {(hasEarlier || !reachedNobody) && (
        <ul className={classes.list}>
          {deliveries.map((delivery) => (
            <DeliveryItem key={delivery.idDelivery} name="El paciente" delivery={delivery} />
          ))}
          {downloads.map(({ by, at, times }) => (
            <li key={`${by} ${at}`}>
              <p className={classes.words}>
                {by}: {pluralize(times, ['descarga', 'descargas'])}
                {times === 1 ? ', ' : ', la última '}
                <DateText value={at} hour />
              </p>
            </li>
          ))}
          {earlier.map((delivery) => (
            <DeliveryItem
              key={delivery.idDelivery}
              name={`El paciente, la versión ${delivery.number}`}
              delivery={delivery}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function DeliveryItem({ name, delivery }: { name: string; delivery: Delivery }) {
  return (
    <li>
      <p className={classes.words}>
        {name} · {describeOpens(delivery)}
        {delivery.openedAt !== null && (
          <>
            {' · última apertura: '}
            <DateText value={delivery.openedAt} hour />
          </>
        )}
      </p>
      <p className={classes.facts}>
        {describeWays(delivery)} · <DateText value={delivery.createdAt} hour />
        {delivery.createdBy !== null && `, ${delivery.createdBy}`}
      </p>
    </li>
  );
}
