import { createFileRoute } from '@tanstack/react-router';
import { SystemPage } from '../../../features/system/SystemPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/sistema')({
  staticData: { capabilities: ['accounts.manage'] },
  component: SystemPage,
});
