import { createFileRoute } from '@tanstack/react-router';
import { DoctorsPage } from '../../../features/doctors/DoctorsPage.tsx';
import { readDoctorsSearch } from '../../../features/doctors/list-search.ts';

export const Route = createFileRoute('/_shell/_guarded/medicos/')({
  validateSearch: readDoctorsSearch,
  component: DoctorsPage,
});
