import { createFileRoute } from '@tanstack/react-router';
import { ImportPage } from '../../../features/people-import/ImportPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/prospectos_/importar')({
  staticData: { capabilities: ['people.import'] },
  component: () => <ImportPage key="prospects" kind="prospects" />,
});
