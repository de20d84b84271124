import { createFileRoute } from '@tanstack/react-router';
import { ConfirmPage } from '../../../features/reminders/ConfirmPage.tsx';
import { confirmSearch } from '../../../features/reminders/confirm-search.ts';

export const Route = createFileRoute('/_shell/_guarded/por-confirmar')({
  staticData: { capabilities: ['patients.read'] },
  ...confirmSearch.route,
  component: ConfirmPage,
});
