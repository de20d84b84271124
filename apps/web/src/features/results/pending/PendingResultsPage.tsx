import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import type { PendingResult } from '@simiente/contract/results/calls';
import { sampleDay } from '@simiente/contract/results/words';
import { Link } from '@tanstack/react-router';
import { queries, useAnswer } from '../../../lib/api/client.ts';
import { pluralize } from '../../../lib/format/numbers.ts';
import { LinkButton } from '../../../ui/buttons/LinkButton.tsx';
import { FailedItems } from '../../../ui/list/FailedItems.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import { PersonCell } from '../../../ui/status/person.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { CellLine } from '../../../ui/table/CellLine.tsx';
import { toColumns } from '../../../ui/table/table-types.ts';
import { homeCrumb } from '../../period/public.ts';
import {
  type ListPage,
  listQuery,
  pageInput,
  RecordsPage,
  type RowLayout,
  useListPages,
} from '../../records/public.ts';
import { Can, useClinicTimeZone } from '../../session/public.ts';
import { AcknowledgeCritical } from '../AcknowledgeCritical.tsx';
import { ResultsLink } from '../ResultsLink.tsx';
import { studyId } from '../reading/studies.ts';
import { toStatusPill } from '../words.ts';

const TITLE = 'Resultados por validar';

const pendingList = {
  getRows: (page: ListPage & { readonly results: readonly PendingResult[] }) => page.results,
  getId: ({ idResultSet }: PendingResult) => idResultSet,
};

/** /home/resultados: results that are not validated, the oldest first. */
export function PendingResultsPage() {
  const timeZone = useClinicTimeZone();
  const loaded = useListPages(pendingList, listQuery(queries.results.pending, pageInput({}, '')));
  const { total } = loaded;
  return (
    <RecordsPage
      title={TITLE}
      above={[homeCrumb({})]}
      count={total !== undefined && describeTotal(total)}
      layout={pendingLayout(timeZone)}
      loaded={loaded}
      failure="No se pudieron cargar los resultados por validar"
      rowLink={({ patient: { idUser }, idResultSet, examType }) => (
        <ResultsLink idUser={idUser} search={{ juego: idResultSet }} hash={studyId(examType)} />
      )}
      empty="Aquí aparecen los resultados que nadie ha validado."
      create={{ label: 'Ir a Inicio', link: <Link to="/home" /> }}
    >
      <Can capability="results.validate">
        <CriticalValues />
      </Can>
    </RecordsPage>
  );
}

function describeTotal(total: number): string {
  const waiting = pluralize(total, ['resultado', 'resultados']);
  return total > 1 ? `${waiting}, el más antiguo primero` : waiting;
}

const titles = {
  patient: 'Paciente',
  laboratory: 'Laboratorio',
  collected: 'Toma',
  entered: 'Captura',
  state: 'Estado',
};

function pendingLayout(timeZone: string): RowLayout<PendingResult> {
  return {
    columns: toColumns<PendingResult>(titles, {
      patient: {
        skeleton: 'person',
        cell: ({ patient, examType }) => (
          <PersonCell name={patient.name} detail={examTypeLabel(examType)} />
        ),
      },
      laboratory: {
        width: '20%',
        hideBelow: 'md',
        cell: ({ laboratory }) => <CellLine text={laboratory?.name} />,
      },
      collected: {
        width: '124px',
        hideBelow: 'lg',
        cell: (set) => sampleDay(set, timeZone),
      },
      entered: {
        width: '170px',
        cell: ({ enteredAt, enteredBy }) => (
          <>
            <DateText value={enteredAt} />
            {enteredBy !== null && <CellLine text={enteredBy} />}
          </>
        ),
      },
      state: {
        width: '256px',
        skeleton: 'pill',
        cell: (set) => (
          <>
            <StatusPill {...toStatusPill(set)} />
            {set.isHeld && <CellLine text="Revisa Resultados recibidos" />}
          </>
        ),
      },
    }),
    mobileRow: (set) => ({
      title: set.patient.name,
      // The pill leaves out the missing second reading, which the facts mention.
      aside: <StatusPill {...toStatusPill({ ...set, lacksSecondReading: false })} />,
      facts: (
        <>
          {examTypeLabel(set.examType)} · <DateText value={set.enteredAt} />
          {set.lacksSecondReading && ' · sin segunda lectura'}
        </>
      ),
    }),
    getRowName: ({ patient, examType }) => `${patient.name}, ${examTypeLabel(examType)}`,
  };
}

function CriticalValues() {
  const query = useAnswer(queries.results.critical, {
    input: {},
    select: ({ results }) => results,
  });
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
      getId={({ idResultSet }) => idResultSet}
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
            link={
              <ResultsLink
                idUser={set.patient.idUser}
                search={{ juego: set.idResultSet }}
                hash={studyId(set.examType)}
              />
            }
          >
            Ver
          </LinkButton>
          <AcknowledgeCritical
            set={set}
            setName={`${set.patient.name}, ${examTypeLabel(set.examType)}`}
          />
        </>
      )}
    />
  );
}
