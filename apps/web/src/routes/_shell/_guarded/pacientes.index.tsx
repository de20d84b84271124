import { createFileRoute } from '@tanstack/react-router';
import { readPatientsSearch } from '../../../features/patients/list-search.ts';
import { PatientsPage } from '../../../features/patients/PatientsPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/pacientes/')({
  validateSearch: readPatientsSearch,
  component: PatientsPage,
});
