import { createFileRoute } from '@tanstack/react-router';
import { WithoutPatientPage } from '../../../../features/calendly/WithoutPatientPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/pacientes/citas-sin-paciente')({
  component: WithoutPatientPage,
});
