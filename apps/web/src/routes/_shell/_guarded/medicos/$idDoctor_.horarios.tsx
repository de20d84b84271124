import { createFileRoute } from '@tanstack/react-router';
import { SchedulePage } from '../../../../features/doctors/schedule/SchedulePage.tsx';

export const Route = createFileRoute('/_shell/_guarded/medicos/$idDoctor_/horarios')({
  staticData: { capabilities: ['directory.edit'] },
  component: SchedulePage,
});
