import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../../../features/coming/ComingPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/partners')({
  component: () => (
    <ComingPage title="Partners">
      Aquí estarán los socios comerciales: clínicas, laboratorios y hospitales, con sus sucursales.
    </ComingPage>
  ),
});
