import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../../../features/coming/ComingPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/prospectos')({
  component: () => (
    <ComingPage title="Prospectos">
      Aquí estarán las personas que escriben desde la página de inicio, con su estado y sus notas.
    </ComingPage>
  ),
});
