import { type Partner, type PartnerPage, partner } from '@simiente/contract/partners/calls';
import { useLocation } from '@tanstack/react-router';
import { queries, useAnswer } from '../../lib/api/client.ts';
import { type ListView, pageInput, type WritableList } from '../records/public.ts';
import type { PartnersSearch } from './partners-search.ts';

declare module '@tanstack/history' {
  interface HistoryState {
    /** The partner of the row or page that linked to this page: shown immediately, and refetched. */
    partner?: Partner;
  }
}

/** The navigation's state with a partner, in addition to its current content. */
export function withPartner(record: Partner) {
  return <State extends object>(state: State): State & { partner: Partner } => ({
    ...state,
    partner: record,
  });
}

/** The partner in the navigation's state; undefined after a shared link, or if its shape is outdated. */
export function usePartnerState(): Partner | undefined {
  const value = useLocation({ select: (location) => location.state.partner });
  return partner.safeParse(value).data;
}

export const partnerList: WritableList<PartnerPage, Partner> = {
  editCapability: 'directory.edit',
  listsKey: queries.partners.list.key(),
  pagesKey: queries.partners.list.key({ type: 'infinite' }),
  getRows: (page) => page.partners,
  withRows: (page, rows) => ({ ...page, partners: [...rows] }),
  getId: ({ idPartner }) => idPartner,
};

/** @returns a function from a page's cursor to the call's input; an export passes undefined */
export function partnersInput({ search, text }: ListView<PartnersSearch>) {
  const { tipo, sucursales, orden, hasta, laboratorio } = search;
  return pageInput(
    {
      ...(tipo !== undefined && { type: tipo }),
      withBranches: sucursales,
      sort: orden,
      ...(hasta !== undefined && { activeUntil: hasta }),
      ...(laboratorio !== undefined && { idPartner: laboratorio }),
    },
    text,
  );
}

/** One partner: at first from the navigation's state, and from the server once the call succeeds. */
export function usePartner(idPartner: string) {
  const statePartner = usePartnerState();
  return useAnswer(queries.partners.getOne, {
    input: { idPartner },
    select: ({ partner }) => partner,
    ...(statePartner?.idPartner === idPartner && {
      initialData: { status: 200 as const, data: { partner: statePartner } },
      // Outdated from the beginning, so that the call starts immediately.
      initialDataUpdatedAt: 0,
    }),
  });
}
