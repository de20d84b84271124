import { screen } from '@testing-library/react';
import { openScreen } from '../../../testing/screen.tsx';
import { REVIEW_PAGE, reviewer, type reviewServer } from './review-server.ts';

type Server = ReturnType<typeof reviewServer>;

export async function openReview(server: Server) {
  const opened = await openScreen(REVIEW_PAGE, server.answers, reviewer);
  await screen.findByRole('region', { name: 'Revisión' });
  return opened;
}

/** A sentence of the review, by its position from 1. */
export const row = (place: number) =>
  screen.getByRole('group', { name: new RegExp(`^Frase ${place},`) }).closest('li') as HTMLElement;

export const lastSave = (server: Server) => server.saves.at(-1)?.sentences;
