import { createFileRoute } from '@tanstack/react-router';
import { agendaSearch } from '../../../../features/doctors/agenda/agenda-search.ts';
import { DoctorPage } from '../../../../features/doctors/DoctorPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/medicos/$idDoctor')({
  ...agendaSearch.route,
  component: DoctorPage,
});
