import { createFileRoute } from '@tanstack/react-router';
import { SimilarPage } from '../../../../features/patients/merges/SimilarPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/pacientes/duplicados')({
  component: SimilarPage,
});
