import { createFileRoute } from '@tanstack/react-router';
import { MergePage } from '../../../../../features/patients/merges/MergePage.tsx';
import { idParam, listSearch } from '../../../../../lib/search-params.ts';

/** `con` is the id of the other patient. */
const { route } = listSearch({ con: idParam });

export const Route = createFileRoute('/_shell/_guarded/pacientes/$idUser/fusionar')({
  staticData: { capabilities: ['patients.merge'] },
  ...route,
  component: MergePage,
});
