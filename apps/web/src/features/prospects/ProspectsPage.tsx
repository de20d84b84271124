import { LARGEST_SEARCHED_TOTAL } from '@simiente/contract/common/page-sizes';
import type { Prospect, ProspectPage } from '@simiente/contract/prospects';
import { lazy, Suspense, useState } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import { PageHead } from '../../ui/page/PageHead.tsx';
import { SearchBox } from '../../ui/page/SearchBox.tsx';
import { CountedList } from '../list-exports/public.ts';
import { useListPages } from '../records/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { EditProspectModal } from './EditProspectModal.tsx';
import { type ProspectRequest, requestEdit } from './ProspectForm.tsx';
import { ProspectPanel } from './ProspectPanel.tsx';
import { ProspectsTable } from './ProspectsTable.tsx';
import toolbar from './ProspectsToolbar.module.css';
import { ProspectsToolbar } from './ProspectsToolbar.tsx';
import { columnPages, prospectList, tableInput, tablePages } from './prospect-list.ts';
import { useProspectsPlace } from './use-prospects-place.ts';

const ProspectsBoard = lazy(() => import('./board/ProspectsBoard.tsx'));

/** /prospectos: the people who wrote from the landing page, as a table or as a board, and one of them beside it. */
export function ProspectsPage() {
  const navigation = useProspectsPlace();
  const { place, change } = navigation;
  const isBoard = place.view === 'tablero';
  // The board's figures come with its first column, which it asks for anyway.
  const loaded = useListPages(
    prospectList,
    isBoard ? columnPages('pending', place.search) : tablePages(place),
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
            // The board has every status, whatever the table's filter is.
            request={{
              list: 'prospects',
              filters: tableInput(isBoard ? { ...place, status: undefined } : place)(undefined),
            }}
            {...(isBoard ? boardTotal(loaded.newest) : loaded)}
            noun={['prospecto', 'prospectos']}
          >
            {loaded.newest && describeAll(loaded.newest, place.search)}
          </CountedList>
        }
        search={
          <SearchBox label="Buscar prospecto" value={place.search} onChange={navigation.search} />
        }
      />
      {isBoard ? (
        <>
          <ProspectsToolbar view="tablero" onView={(view) => change({ view })}>
            <span className={toolbar.hint}>Arrastra una tarjeta para cambiar su estado.</span>
          </ProspectsToolbar>
          <Suspense fallback={null}>
            <ProspectsBoard
              search={place.search}
              openId={place.openId}
              onOpen={navigation.open}
              onEdit={edit}
            />
          </Suspense>
        </>
      ) : (
        <ProspectsTable navigation={navigation} loaded={loaded} onEdit={edit} />
      )}
      {place.openId !== undefined && (
        <ProspectPanel key={place.openId} idProspect={place.openId} onClose={navigation.close} />
      )}
      <EditProspectModal requested={requested} />
    </>
  );
}

/** How many there are on the whole board; a search counts to 1 000. */
function boardTotal(page: ProspectPage | undefined) {
  if (page === undefined) return { total: undefined };
  return { total: sumOf(page), totalIsCapped: page.countsAreCapped };
}

function sumOf({ counts, countsAreCapped }: ProspectPage): number {
  if (countsAreCapped) return LARGEST_SEARCHED_TOTAL;
  return Object.values(counts).reduce((total, figure) => total + figure, 0);
}

function describeAll(page: ProspectPage, search: string): string {
  const sum = sumOf(page);
  if (search.trim() !== '') {
    const figure = formatCount(sum, page.countsAreCapped);
    return `${figure} ${sum === 1 ? 'persona coincide' : 'personas coinciden'} con la búsqueda`;
  }
  return `${formatCount(sum)} ${sum === 1 ? 'persona dejó' : 'personas dejaron'} sus datos en la landing`;
}
