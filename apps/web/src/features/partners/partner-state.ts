import { type Partner, partner } from '@simiente/contract/partners/calls';
import { useLocation } from '@tanstack/react-router';

declare module '@tanstack/history' {
  interface HistoryState {
    /** The partner of the row or page that led here: shown at once, and refetched. */
    partner?: Partner;
  }
}

/** The navigation's state with a partner, and what it already had. */
export function withPartner(taken: Partner) {
  return <State extends object>(state: State): State & { partner: Partner } => ({
    ...state,
    partner: taken,
  });
}

/** The partner in the navigation's state; undefined after a shared link, or when its shape is an older one. */
export function usePartnerState(): Partner | undefined {
  const taken = useLocation({ select: (location) => location.state.partner });
  return partner.safeParse(taken).data;
}
