import { auditActionWords } from '@simiente/contract/audit/action-words';
import type { AuditPage, AuditRow } from '@simiente/contract/audit/calls';
import { machineActors } from '@simiente/contract/audit/filters';
import { queries } from '../../../lib/api/client.ts';
import { type ListView, listQuery, pageInput, useListPages } from '../../records/public.ts';
import { auditedReads } from '../TrailList.tsx';
import { type AuditSearch, machineWords } from './audit-search.ts';

const auditList = {
  getRows: (page: AuditPage) => page.rows,
  getId: ({ id }: AuditRow) => String(id),
};

type AuditAct = keyof typeof auditActionWords;

export const isAct = (text: string): text is AuditAct => Object.hasOwn(auditActionWords, text);

/** @returns a function from a page's cursor to the call's input; an export passes undefined */
export function auditInput({ search }: ListView<AuditSearch>) {
  const { persona, paciente, acto, desde, hasta, orden } = search;
  const machine = machineActors.find((kind) => machineWords[kind] === persona);
  return pageInput(
    {
      sort: orden,
      ...(machine !== undefined && { actor: machine }),
      ...(persona !== undefined && machine === undefined && { idStaff: persona }),
      ...(paciente !== undefined && { idUser: paciente }),
      ...(acto !== undefined && isAct(acto) && { action: acto }),
      ...(desde !== undefined && { from: desde }),
      ...(hasta !== undefined && { to: hasta }),
    },
    '',
  );
}

export function useAudit(view: ListView<AuditSearch>) {
  const input = auditInput(view);
  return useListPages(auditList, { ...listQuery(queries.audit.list, input), ...auditedReads });
}
