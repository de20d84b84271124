import { createFileRoute } from '@tanstack/react-router';
import { ReportPage } from '../../features/reports/ReportPage.tsx';
import { reportSearch } from '../../features/reports/report-search.ts';

/** Open without a session, but then shows no data. */
export const Route = createFileRoute('/_shell/pacientes/$idUser/actuality')({
  ...reportSearch.route,
  component: Report,
});

function Report() {
  const { idUser } = Route.useParams();
  return <ReportPage idUser={idUser} kind="exam_ai" search={Route.useSearch()} />;
}
