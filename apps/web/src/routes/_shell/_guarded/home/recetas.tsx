import { createFileRoute } from '@tanstack/react-router';
import { WaitingRecipesPage } from '../../../../features/dashboard/WaitingRecipesPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/home/recetas')({
  component: WaitingRecipesPage,
});
