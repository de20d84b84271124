import { createFileRoute } from '@tanstack/react-router';
import { LetterheadPage } from '../../../features/letterhead/LetterheadPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/membrete')({
  staticData: { capabilities: ['letterhead.manage'] },
  component: LetterheadPage,
});
