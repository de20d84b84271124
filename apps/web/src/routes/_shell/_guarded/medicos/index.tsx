import { createFileRoute } from '@tanstack/react-router';
import { DoctorsPage } from '../../../../features/doctors/DoctorsPage.tsx';
import { doctorsSearch } from '../../../../features/doctors/doctors-search.ts';

export const Route = createFileRoute('/_shell/_guarded/medicos/')({
  ...doctorsSearch.route,
  component: DoctorsPage,
});
