import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import { pluralize } from '../../lib/format/numbers.ts';
import { RecordSection, SectionRows } from '../../ui/page/record-sections.tsx';
import { May } from '../session/public.ts';
import { DeliverButton } from './DeliverButton.tsx';
import classes from './DeliveryRow.module.css';
import { DeliveryRow } from './DeliveryRow.tsx';

interface DeliverySectionProps {
  idUser: string;
  name: string;
}

/** 'Informes entregados' of a patient who has a signed report; nothing for the others. */
export function DeliverySection(props: DeliverySectionProps) {
  return (
    <May act="reports.deliver">
      <Section {...props} />
    </May>
  );
}

function Section({ idUser, name }: DeliverySectionProps) {
  const query = useQuery(
    queries.deliveries.ofPatient.queryOptions({
      input: { idUser },
      select: ({ data }) => data,
    }),
  );
  const { data: facts } = query;
  if (facts === undefined && !query.isError) return null;
  if (facts && facts.deliveries.length + facts.deliverable.length === 0) return null;
  const count = facts?.deliveries.length ?? 0;
  return (
    <RecordSection
      id="entregas"
      title="Informes entregados"
      count={count > 0 ? pluralize(count, ['entrega', 'entregas']) : null}
      action={facts && <DeliverButton idUser={idUser} name={name} facts={facts} />}
    >
      <SectionRows
        query={query}
        rows={facts?.deliveries}
        failure="No se pudieron cargar las entregas"
        empty={
          <p className={classes.none}>Este paciente todavía no recibe ningún informe firmado.</p>
        }
      >
        {(delivery) => (
          <DeliveryRow key={delivery.idDelivery} idUser={idUser} delivery={delivery} />
        )}
      </SectionRows>
    </RecordSection>
  );
}
