import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../../../features/coming/ComingPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/medicos')({
  component: () => (
    <ComingPage title="Médicos">
      Aquí estará la lista de médicos, con sus especialidades y su agenda.
    </ComingPage>
  ),
});
