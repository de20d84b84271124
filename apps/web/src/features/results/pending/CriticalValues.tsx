import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../../lib/api/client.ts';
import { LinkButton } from '../../../ui/buttons/LinkButton.tsx';
import { FailedItems } from '../../../ui/list/FailedItems.tsx';
import { studyId } from '../reading/studies.ts';
import { SeeCritical } from '../SeeCritical.tsx';

/** Results with critical values that nobody has noticed; hidden while there are none. */
export function CriticalValues() {
  const query = useQuery(
    queries.results.critical.queryOptions({ input: {}, select: ({ data }) => data.results }),
  );
  const results = query.data ?? [];
  return (
    <FailedItems
      title="Valores críticos"
      failure="No se pudieron cargar los valores críticos."
      query={{
        ...query,
        hasNextPage: false,
        isFetchingNextPage: false,
        fetchNextPage: query.refetch,
      }}
      items={results}
      total={results.length}
      idOf={({ idResultSet }) => idResultSet}
      describe={({ patient, examType, laboratory, critical, enteredAt }) => ({
        name: patient.name,
        kind: [examTypeLabel(examType), laboratory?.name].filter(Boolean).join(' · '),
        receivedAt: enteredAt,
        reason: critical.join(' '),
      })}
      action={(set) => (
        <>
          <LinkButton
            kind="subtle"
            size="xs"
            aria-label={`Ver los resultados de ${set.patient.name}`}
            link={(props) => (
              <Link
                to="/pacientes/$idUser/resultados/{-$vista}"
                params={{ idUser: set.patient.idUser, vista: undefined }}
                search={{ juego: set.idResultSet }}
                hash={studyId(set.examType)}
                {...props}
              />
            )}
          >
            Ver
          </LinkButton>
          <SeeCritical set={set} of={`${set.patient.name}, ${examTypeLabel(set.examType)}`} />
        </>
      )}
    />
  );
}
