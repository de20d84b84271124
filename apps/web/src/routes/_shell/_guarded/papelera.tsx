import { createFileRoute } from '@tanstack/react-router';
import { readTrashSearch } from '../../../features/trash/list-search.ts';
import { TrashPage } from '../../../features/trash/TrashPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/papelera')({
  validateSearch: readTrashSearch,
  component: TrashPage,
});
