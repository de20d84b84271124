import { dayIn } from '@simiente/contract/common/days';
import { describeCalendarDay } from '@simiente/contract/format/dates';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { pluralize } from '../../../lib/format/numbers.ts';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { useHasRoomBeside } from '../../../ui/panel/DetailPanel.tsx';
import { RecordsPage, useListView } from '../../records/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditRowPanel } from './AuditRowPanel.tsx';
import { auditInput, auditList, useAudit } from './audit-list.ts';
import { auditSearch } from './audit-search.ts';
import { ChainState, useChainState } from './ChainState.tsx';
import { auditLayout } from './columns.tsx';

const AffectedDialog = lazyOnUse(() => import('./AffectedDialog.tsx'));

const TITLE = 'Auditoría';
const NOUN = ['registro', 'registros'] as const;

/** /auditoria: everything that any account did, and the state of the chain that seals it. */
export function AuditPage() {
  const view = useListView(auditSearch, useSearch({ from: '/_shell/_guarded/auditoria' }));
  const loaded = useAudit(view);
  const timeZone = useClinicTimeZone();
  const { data: chain } = useChainState();
  const [isSearching, setSearching] = useState(false);
  const [openId, setOpenId] = useState<number>();
  const open = loaded.rows.find(({ id }) => id === openId);
  const isNarrow = useHasRoomBeside() && open !== undefined;

  return (
    <>
      <RecordsPage
        title={TITLE}
        file={{ request: { list: 'audit', filters: auditInput(view)(undefined) }, noun: NOUN }}
        count={
          loaded.total !== undefined &&
          [
            pluralize(loaded.total, NOUN, loaded.totalIsCapped),
            chain?.since &&
              !view.isFiltered &&
              `desde el ${describeCalendarDay(dayIn(timeZone, new Date(chain.since)))}`,
          ]
            .filter(Boolean)
            .join(' ')
        }
        action={
          <LockButton kind="default" aria-haspopup="dialog" onClick={() => setSearching(true)}>
            Personas afectadas
          </LockButton>
        }
        list={auditList}
        layout={auditLayout({ timeZone, isNarrow })}
        loaded={loaded}
        view={view}
        failure="No se pudo cargar la auditoría"
        onlyByButton
        onRowOpen={({ id }) => setOpenId(id)}
        openRowId={open && String(open.id)}
        empty="Aquí aparecen las consultas y los cambios que se hacen en Simiente."
        hint="Prueba con otra persona, otra acción u otro periodo. Las listas y búsquedas en las que apareció un paciente están en sus Accesos."
      >
        <ChainState />
        <AuditFilters view={view} patient={loaded.newest?.patient ?? null} />
      </RecordsPage>
      {isSearching && <AffectedDialog onClose={() => setSearching(false)} />}
      {open && <AuditRowPanel key={open.id} row={open} onClose={() => setOpenId(undefined)} />}
    </>
  );
}
