import { createFileRoute } from '@tanstack/react-router';
import { PatientPage } from '../../../../../features/patients/page/PatientPage.tsx';
import { flag, listSearch } from '../../../../../lib/search-params.ts';

/** `accesos`: whether the section 'Accesos' is open. In the URL, so that a link can show it. */
const { route } = listSearch({ accesos: flag });

export const Route = createFileRoute('/_shell/_guarded/pacientes/$idUser/')({
  ...route,
  component: PatientPage,
});
