import { createFileRoute } from '@tanstack/react-router';
import { ImportPage } from '../../../../features/people-import/ImportPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/pacientes/importar')({
  staticData: { capabilities: ['people.import'] },
  component: () => <ImportPage key="patients" kind="patients" />,
});
