import { LARGEST_SEARCHED_TOTAL } from '@simiente/contract/common/page-sizes';
import type { Prospect, ProspectPage } from '@simiente/contract/prospects';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { countOf } from '../../../lib/format/numbers.ts';
import { PageHead } from '../../../ui/list/PageHead.tsx';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import { CountedList } from '../../list-exports/public.ts';
import { useListPages, useListView } from '../../records/public.ts';
import { PageCrumbs, PageTitle } from '../../shell/public.ts';
import { EditProspectModal } from '../EditProspectModal.tsx';
import { type ProspectRequest, requestEdit } from '../ProspectForm.tsx';
import { ProspectPanel } from '../panel/ProspectPanel.tsx';
import { columnPages, exportFilters, prospectList, tablePages } from '../prospect-list.ts';
import { prospectsSearch } from '../prospects-search.ts';
import { ProspectsTable } from './ProspectsTable.tsx';
import toolbar from './ProspectsToolbar.module.css';
import { ProspectsToolbar } from './ProspectsToolbar.tsx';

const ProspectsBoard = lazy(() => import('../board/ProspectsBoard.tsx'));

/** /prospectos: the people who wrote from the landing page, as a table or as a board, and one of them beside it. */
export function ProspectsPage() {
  const view = useListView(prospectsSearch, useSearch({ from: '/_shell/_guarded/prospectos' }));
  const { prospecto: openId } = view.search;
  const open = (prospecto: string | undefined) => view.change({ prospecto });
  const isBoard = view.search.vista === 'tablero';
  // The board's figures come with its first column, which it asks for anyway.
  const loaded = useListPages(
    prospectList,
    isBoard ? columnPages('pending', view.text) : tablePages(view),
  );
  const [requested, setRequested] = useState<ProspectRequest | null>(null);
  const edit = (prospect: Prospect) => setRequested(requestEdit(prospect));

  return (
    <>
      <PageTitle>Prospectos</PageTitle>
      <PageCrumbs crumbs={[{ label: 'Prospectos' }]} />
      <PageHead
        title="Prospectos Landing"
        context={
          <CountedList
            request={{ list: 'prospects', filters: exportFilters(view) }}
            loaded={isBoard ? boardTotal(loaded.newest) : loaded}
            noun={['prospecto', 'prospectos']}
          >
            {loaded.newest && describeAll(loaded.newest, view.text)}
          </CountedList>
        }
        search={<SearchBox label="Buscar prospecto" value={view.text} onChange={view.type} />}
      />
      {isBoard ? (
        <>
          <ProspectsToolbar view={view}>
            <span className={toolbar.hint}>Arrastra una tarjeta para cambiar su estado.</span>
          </ProspectsToolbar>
          <Suspense fallback={null}>
            <ProspectsBoard search={view.text} openId={openId} onOpen={open} onEdit={edit} />
          </Suspense>
        </>
      ) : (
        <ProspectsTable view={view} loaded={loaded} onOpen={open} onEdit={edit} />
      )}
      {openId !== undefined && (
        <ProspectPanel key={openId} idProspect={openId} onClose={() => open(undefined)} />
      )}
      <EditProspectModal requested={requested} />
    </>
  );
}

/** Of the whole board; a search counts to 1 000. */
function boardTotal(page: ProspectPage | undefined) {
  if (page === undefined) return { total: undefined };
  return { total: sumOf(page), totalIsCapped: page.countsAreCapped };
}

function sumOf({ counts, countsAreCapped }: ProspectPage): number {
  if (countsAreCapped) return LARGEST_SEARCHED_TOTAL;
  return Object.values(counts).reduce((total, figure) => total + figure, 0);
}

function describeAll(page: ProspectPage, text: string): string {
  const sum = sumOf(page);
  if (text.trim() === '') {
    return `${countOf(sum, ['persona dejó', 'personas dejaron'])} sus datos en la landing`;
  }
  const found = countOf(sum, ['persona coincide', 'personas coinciden'], page.countsAreCapped);
  return `${found} con la búsqueda`;
}
