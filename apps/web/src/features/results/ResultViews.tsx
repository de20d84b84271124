import { lazyOnUse } from '../../lib/lazy-on-use.ts';
import { useMay } from '../session/public.ts';
import { NotAllowedPage, UnknownPage } from '../shell/public.ts';
import { ResultsPage } from './reading/ResultsPage.tsx';

const EntryPage = lazyOnUse(() => import('./entering/EntryPage.tsx'));
const ComparePage = lazyOnUse(() => import('./compare/ComparePage.tsx'));
const TrendPage = lazyOnUse(() => import('./trend/TrendPage.tsx'));

interface ResultViewsProps {
  idUser: string;
  /** The last part of the path; undefined for all results. */
  view: string | undefined;
}

/** /pacientes/{id}/resultados, and the views below it. */
export function ResultViews({ idUser, view }: ResultViewsProps) {
  const mayEnter = useMay()('results.create');
  switch (view) {
    case undefined:
      return <ResultsPage idUser={idUser} />;
    case 'capturar':
      return mayEnter ? <EntryPage idUser={idUser} /> : <NotAllowedPage />;
    case 'comparar':
      return <ComparePage idUser={idUser} />;
    case 'evolucion':
      return <TrendPage idUser={idUser} />;
    default:
      return <UnknownPage />;
  }
}
