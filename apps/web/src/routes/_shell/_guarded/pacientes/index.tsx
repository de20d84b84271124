import { createFileRoute } from '@tanstack/react-router';
import { PatientsPage } from '../../../../features/patients/list/PatientsPage.tsx';
import { patientsSearch } from '../../../../features/patients/list/patients-search.ts';

export const Route = createFileRoute('/_shell/_guarded/pacientes/')({
  ...patientsSearch.route,
  component: PatientsPage,
});
