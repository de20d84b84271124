import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../testing/screen.tsx';
import type { Answers } from '../../testing/wire.ts';
import { makePartner } from '../partners/testing/partners.ts';

const server: Answers = {
  'GET /v1/partner/get_one_partner': () => ({ partner: makePartner() }),
  'GET /v1/partner/get-branches-by-partner': () => ({
    branches: [],
    lastBranch: null,
    nextCursor: null,
    total: 1,
    totalIsCapped: false,
  }),
  'GET /v1/partner/get-branch-places': () => ({
    places: [
      {
        idBranch: 'roma',
        name: 'Almena Roma',
        state: 'Ciudad de México',
        location: { lat: 19.42, lng: -99.16 },
      },
    ],
    left: 0,
    unplaced: 0,
  }),
};

test.each([
  ['links to the form', ['directory.read', 'directory.edit'], 1],
  ['has no link', ['directory.read'], 0],
] as const)(
  'E-10.3691: a branch of the map %s for an account with %j',
  async (_what, capabilities, links) => {
    const { user } = await openScreen('/partner/almena?vista=mapa', server, capabilities);
    await user.click(await screen.findByRole('button', { name: 'Almena Roma' }));
    const chosen = within(
      (await screen.findByText('Ciudad de México')).closest('li') as HTMLElement,
    );
    chosen.getByText('Almena Roma');
    expect(chosen.queryAllByRole('link')).toHaveLength(links);
  },
);
