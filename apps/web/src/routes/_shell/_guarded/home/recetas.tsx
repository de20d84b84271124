import { createFileRoute } from '@tanstack/react-router';
import { WaitingPrescriptionsPage } from '../../../../features/dashboard/WaitingPrescriptionsPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/home/recetas')({
  component: WaitingPrescriptionsPage,
});
