import { createFileRoute } from '@tanstack/react-router';
import { SchedulePage } from '../../../../features/doctors/schedule/SchedulePage.tsx';

export const Route = createFileRoute('/_shell/_guarded/medicos/$idDoctor_/horarios')({
  staticData: { capabilities: ['directory.edit'] },
  component: Schedule,
});

function Schedule() {
  const { idDoctor } = Route.useParams();
  return <SchedulePage key={idDoctor} idDoctor={idDoctor} />;
}
