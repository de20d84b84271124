import { describeCalendarDay } from '@simiente/contract/format/dates';
import type { DataRequest, RequestPage } from '@simiente/contract/rights/calls';
import { requestAnswerNames, requestKindNames } from '@simiente/contract/rights/words';
import { queries } from '../../lib/api/client.ts';
import { StatusPill } from '../../ui/status/StatusPill.tsx';
import { CellLine } from '../../ui/table/CellLine.tsx';
import { toColumns } from '../../ui/table/table-types.ts';
import {
  type ListView,
  listQuery,
  pageInput,
  type RowLayout,
  useListPages,
} from '../records/public.ts';
import type { RightsSearch } from './rights-search.ts';

const requestList = {
  getRows: (page: RequestPage) => page.requests,
  getId: ({ idRequest }: DataRequest) => idRequest,
};

export function useRequests({ search: { estado, orden } }: ListView<RightsSearch>) {
  const input = pageInput({ sort: orden, ...(estado && { state: estado }) }, '');
  return useListPages(requestList, listQuery(queries.rights.list, input));
}

/** Text such as 'Responder a más tardar el 24 dic 2026'. */
export function describeDue({ dueOn, answeredOn, closedOn }: DataRequest): string {
  if (dueOn === null)
    return closedOn === null ? '—' : `Cerrada el ${describeCalendarDay(closedOn)}`;
  return `${answeredOn === null ? 'Responder' : 'Cumplir'} a más tardar el ${describeCalendarDay(dueOn)}`;
}

function RequestState({ request }: { request: DataRequest }) {
  const { isOverdue, closedOn, answer } = request;
  if (isOverdue) return <StatusPill tone="red" label="Vencida" />;
  if (closedOn !== null && answer !== 'denied')
    return <StatusPill tone="neutral" label="Cerrada" />;
  const tone = answer === 'denied' ? 'neutral' : 'green';
  if (answer !== null) return <StatusPill tone={tone} label={requestAnswerNames[answer]} />;
  return <StatusPill tone="amber" label="Por responder" />;
}

const titles = {
  requester: 'Solicitante',
  kind: 'Derecho',
  patient: 'Paciente',
  dueOn: 'Plazo',
  state: 'Estado',
};

export const requestLayout: RowLayout<DataRequest> = {
  columns: toColumns<DataRequest>(titles, {
    requester: {
      cell: ({ requester }) => <CellLine isStrong text={requester} />,
    },
    kind: {
      width: '18%',
      cell: ({ kind }) => <CellLine text={requestKindNames[kind]} />,
    },
    patient: {
      width: '20%',
      hideBelow: 'lg',
      cell: ({ patientName }) => <CellLine text={patientName} />,
    },
    dueOn: {
      sorts: 'asc',
      width: '28%',
      cell: (request) => <CellLine isLong text={describeDue(request)} />,
    },
    state: {
      width: '150px',
      skeleton: 'pill',
      cell: (request) => <RequestState request={request} />,
    },
  }),
  mobileRow: (request) => ({
    title: request.requester,
    aside: <RequestState request={request} />,
    facts: `${requestKindNames[request.kind]} · ${describeDue(request)}`,
  }),
  getRowName: ({ requester, kind }) => `${requester}, ${requestKindNames[kind]}`,
};
