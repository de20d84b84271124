import { createFileRoute } from '@tanstack/react-router';
import { LetterheadPage } from '../../../features/letterhead/LetterheadPage.tsx';
import { May } from '../../../features/session/public.ts';
import { NotAllowedPage } from '../../../features/shell/public.ts';

export const Route = createFileRoute('/_shell/_guarded/membrete')({
  component: () => (
    <May act="letterhead.manage" otherwise={<NotAllowedPage />}>
      <LetterheadPage />
    </May>
  ),
});
