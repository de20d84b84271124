import { createFileRoute } from '@tanstack/react-router';
import { ExamsPage } from '../../../../features/dashboard/ExamsPage.tsx';
import { examsSearch } from '../../../../features/dashboard/exams-search.ts';

export const Route = createFileRoute('/_shell/_guarded/home/estudios')({
  ...examsSearch.route,
  component: ExamsPage,
});
