import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../../../features/coming/ComingPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/pacientes/$idUser/recipe-appointments')({
  component: () => (
    <ComingPage title="Gestión de Citas">
      Aquí estarán las citas de receta de este paciente, con su validación y su archivo.
    </ComingPage>
  ),
});
