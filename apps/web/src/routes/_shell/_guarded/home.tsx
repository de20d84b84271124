import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../../../features/coming/ComingPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/home')({
  component: () => (
    <ComingPage title="Inicio">
      Aquí estarán las cifras de pacientes, laboratorios, órdenes y exámenes, con sus gráficas y la
      actividad reciente.
    </ComingPage>
  ),
});
