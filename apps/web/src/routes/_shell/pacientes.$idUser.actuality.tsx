import { createFileRoute } from '@tanstack/react-router';
import { ReportPage } from '../../features/reports/ReportPage.tsx';

/** Open without a session, but then shows no data. */
export const Route = createFileRoute('/_shell/pacientes/$idUser/actuality')({
  component: Report,
});

function Report() {
  const { idUser } = Route.useParams();
  return <ReportPage key={idUser} idUser={idUser} report="actuality" />;
}
