import { Skeleton } from '@mantine/core';
import { MAX_SEARCHED_TOTAL } from '@simiente/contract/common/page-sizes';
import type { Prospect, ProspectPage } from '@simiente/contract/prospects/calls';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { pluralize } from '../../../lib/format/numbers.ts';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { LinkButton } from '../../../ui/buttons/LinkButton.tsx';
import { PageHeader } from '../../../ui/list/PageHeader.tsx';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import { useHasRoomBeside } from '../../../ui/panel/DetailPanel.tsx';
import { PersonCell } from '../../../ui/status/person.tsx';
import { CountedList } from '../../list-exports/public.ts';
import { RecordModal } from '../../record-form/public.ts';
import { useListPages, useListView } from '../../records/public.ts';
import { useCan } from '../../session/public.ts';
import { PageCrumbs, PageTitle } from '../../shell/public.ts';
import { LazyNewProspect } from '../lazy-dialogs.tsx';
import type { NewProspectRequest } from '../NewProspectModal.tsx';
import {
  ContactFields,
  NotesField,
  type ProspectRequest,
  requestEdit,
  StatusField,
  useProspectForm,
} from '../ProspectForm.tsx';
import { ProspectPanel } from '../panel/ProspectPanel.tsx';
import { columnPages, exportFilters, prospectList, tablePages } from '../prospect-cache.ts';
import { prospectsSearch } from '../prospects-search.ts';
import { ProspectsTable } from './ProspectsTable.tsx';
import toolbar from './ProspectsToolbar.module.css';
import { ProspectsToolbar } from './ProspectsToolbar.tsx';

const ProspectsBoard = lazyOnUse(
  () => import('../board/ProspectsBoard.tsx'),
  () => <Skeleton height={320} role="status" aria-label="Cargando..." />,
);

/** /prospectos: prospects from the landing page, as a table or a board, and a panel for one of them. */
export function ProspectsPage() {
  const view = useListView(prospectsSearch, useSearch({ from: '/_shell/_guarded/prospectos' }));
  const { prospecto: openId } = view.search;
  const open = (prospecto: string | undefined) => view.change({ prospecto });
  /** A function that opens the row above or below the open row; undefined at the ends of the list. */
  function openerAt(step: number) {
    const ids = loaded.rows.map(({ idProspect }) => idProspect);
    const index = openId === undefined ? -1 : ids.indexOf(openId);
    const id = index === -1 ? undefined : ids[index + step];
    return id === undefined ? undefined : () => open(id);
  }
  const isBoard = view.search.vista === 'tablero';
  const isNarrow = useHasRoomBeside() && openId !== undefined;
  // The board's counts are in the first page of its first column.
  const loaded = useListPages(
    prospectList,
    isBoard ? columnPages('pending', view.text) : tablePages(view),
  );
  const { newest } = loaded;
  const [requested, setRequested] = useState<ProspectRequest | null>(null);
  const edit = (prospect: Prospect) => setRequested(requestEdit(prospect));
  const [newRequest, setNewRequest] = useState<NewProspectRequest | null>(null);
  const create = () => setNewRequest({ record: null });
  const navigate = useNavigate();
  const can = useCan();
  const mayEdit = can('directory.edit');

  return (
    <>
      <PageTitle>Prospectos</PageTitle>
      <PageCrumbs crumbs={[{ label: 'Prospectos' }]} />
      <PageHeader
        title="Prospectos Landing"
        context={
          <CountedList
            request={{ list: 'prospects', filters: exportFilters(view) }}
            // A column's total is not the board's.
            loaded={isBoard && newest ? { ...loaded, ...toBoardTotal(newest) } : loaded}
            noun={['prospecto', 'prospectos']}
          >
            {newest && describeCount(newest, view.text, isNarrow)}
          </CountedList>
        }
        search={<SearchBox label="Buscar prospecto" value={view.text} onChange={view.type} />}
        action={
          <>
            {can('people.import') && (
              <LinkButton kind="default" link={<Link to="/prospectos/importar" />}>
                Importar
              </LinkButton>
            )}
            {mayEdit && (
              <Button icon={IconPlus} aria-haspopup="dialog" onClick={create}>
                Crear prospecto
              </Button>
            )}
          </>
        }
      />
      {isBoard ? (
        <>
          <ProspectsToolbar view={view}>
            {mayEdit && (
              <span className={toolbar.hint}>Arrastra una tarjeta para cambiar su estado.</span>
            )}
          </ProspectsToolbar>
          <ProspectsBoard search={view.text} openId={openId} onOpen={open} onEdit={edit} />
        </>
      ) : (
        <ProspectsTable
          view={view}
          loaded={loaded}
          isNarrow={isNarrow}
          onOpen={open}
          onEdit={edit}
          onCreate={create}
        />
      )}
      {openId !== undefined && (
        <ProspectPanel
          key={openId}
          idProspect={openId}
          neighbours={isBoard ? undefined : { previous: openerAt(-1), next: openerAt(1) }}
          onClose={() => open(undefined)}
        />
      )}
      <EditProspectModal requested={requested} />
      <LazyNewProspect
        requested={newRequest}
        onCreated={open}
        onOpenPatient={(idUser) => void navigate({ to: '/pacientes/$idUser', params: { idUser } })}
      />
    </>
  );
}

/** The total of all columns; a search counts up to 1 000. */
function toBoardTotal({ counts, countsAreCapped }: ProspectPage) {
  const sum = Object.values(counts).reduce((total, count) => total + count, 0);
  return {
    total: countsAreCapped ? MAX_SEARCHED_TOTAL : sum,
    totalIsCapped: countsAreCapped,
  };
}

/** Short beside the panel, so that the heading keeps its height when the panel opens. */
function describeCount(page: ProspectPage, text: string, isNarrow: boolean): string {
  const { total, totalIsCapped } = toBoardTotal(page);
  if (isNarrow) return pluralize(total, ['persona', 'personas'], { isCapped: totalIsCapped });
  if (text.trim() === '') {
    return `${pluralize(total, ['persona dejó', 'personas dejaron'])} sus datos en la landing`;
  }
  return `${pluralize(total, ['persona coincide', 'personas coinciden'], { isCapped: totalIsCapped })} con la búsqueda`;
}

function EditProspectModal({ requested }: { requested: ProspectRequest | null }) {
  const form = useProspectForm(requested);
  const { base } = form;
  return (
    <RecordModal
      form={form}
      title="Editar Prospecto"
      lead={base && <PersonCell name={base.name} detail={base.mail ?? undefined} />}
      submitLabel="Guardar cambios"
    >
      <StatusField form={form} />
      <ContactFields form={form} />
      <NotesField form={form} isLabelled />
    </RecordModal>
  );
}
