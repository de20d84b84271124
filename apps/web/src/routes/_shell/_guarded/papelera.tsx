import { createFileRoute } from '@tanstack/react-router';
import { TrashPage } from '../../../features/trash/TrashPage.tsx';
import { trashSearch } from '../../../features/trash/trash-search.ts';

export const Route = createFileRoute('/_shell/_guarded/papelera')({
  ...trashSearch.route,
  component: TrashPage,
});
