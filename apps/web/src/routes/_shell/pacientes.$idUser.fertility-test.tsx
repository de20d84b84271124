import { createFileRoute } from '@tanstack/react-router';
import { ReportPage } from '../../features/reports/ReportPage.tsx';

/** Open without a session, which then sees the page's frame and no datum. */
export const Route = createFileRoute('/_shell/pacientes/$idUser/fertility-test')({
  component: Report,
});

function Report() {
  const { idUser } = Route.useParams();
  return <ReportPage key={idUser} idUser={idUser} report="fertility-test" />;
}
