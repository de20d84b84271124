import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../../../features/coming/ComingPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/pacientes/$idUser/doctor-appointments')({
  component: () => (
    <ComingPage title="Gestión de Citas">
      Aquí estarán las citas de este paciente con los médicos, para verlas y editarlas.
    </ComingPage>
  ),
});
